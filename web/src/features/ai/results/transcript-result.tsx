import { Text } from '@mantine/core';
import type { Transcript } from '@training/shared/ai-features';
import { useWorkspace } from '../../../lib/workspace.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from '../ai.module.css';
import { knownLanguage } from '../forms/languages.tsx';

export function TranscriptResult({ result, jobId }: { result: Transcript; jobId: string }) {
  const { text, language, seconds } = result;
  const { workspace } = useWorkspace();
  const spoken = `${Math.round(seconds)} seconds`;
  const name = knownLanguage(language ?? '');
  return (
    <Section
      title="What was said"
      description={name === null ? spoken : `${spoken}, in ${name}`}
      actions={text !== '' && <CopyButton value={text} label="Copy the transcript" />}
    >
      {text === '' ? (
        <Text>No speech was heard in it.</Text>
      ) : (
        <>
          <div dir="auto" className={classes.text}>
            {text}
          </div>
          <Text mt="md">
            <TextLink to="/$workspace/ai/grade" params={{ workspace: workspace.slug }} search={{ recording: jobId }}>
              Grade it as a spoken answer
            </TextLink>
          </Text>
        </>
      )}
    </Section>
  );
}
