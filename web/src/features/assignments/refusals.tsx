import { Button, Group, List, Stack, Text } from '@mantine/core';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Something that was refused. */
export interface Refusal {
  key: string;
  /** Its person or audience. */
  name: string;
  /** Its module. */
  about: string;
  /** The reason, in full sentences. */
  why: string;
}

export function RefusalList({ refused }: { refused: readonly Refusal[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={6}>
      {refused.map(({ key, name, about, why }) => (
        <List.Item key={key}>
          <Text span fw={500}>
            {name}
          </Text>{' '}
          <Text span c="dimmed">
            {about}
          </Text>
          <Text size="sm" c="var(--mantine-color-error)">
            {why}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

/** The result of an action that was refused for some. */
export function Refusals({ refused, onClose }: { refused: readonly Refusal[]; onClose: () => void }) {
  return (
    <Stack>
      <RefusalList refused={refused} />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  );
}
