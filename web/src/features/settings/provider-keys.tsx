import { Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Section } from '../../ui/section.tsx';
import classes from './settings.module.css';

/** Says that there is nothing to set up until the AI features arrive. */
export function ProviderKeys() {
  return (
    <Section title="Provider keys" description="For accounts of your own with AI providers.">
      <div className={classes.note}>
        <IconKey size={22} stroke={1.5} aria-hidden />
        <Stack gap={4}>
          <Text fw={600}>No AI features yet</Text>
          <Text c="dimmed">
            Card and quiz generation, grading and speech transcription arrive with a later release. Your own provider
            keys are then added here; until then nothing is sent to any AI provider.
          </Text>
        </Stack>
      </div>
    </Section>
  );
}
