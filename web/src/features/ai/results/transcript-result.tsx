import { Text } from '@mantine/core';
import type { Transcript } from '@training/shared/ai/ai-features';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { useWorkspace } from '../../../lib/workspace.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from '../ai.module.css';
import { knownLanguage } from '../forms/languages.tsx';

interface TranscriptResultProps {
  result: Transcript;
  recording: AiJob['recording'];
  jobId: string;
}

export function TranscriptResult({ result, recording, jobId }: TranscriptResultProps) {
  const { text, language, seconds } = result;
  const { workspace } = useWorkspace();
  const spoken = `${Math.round(seconds)} seconds`;
  const name = knownLanguage(language ?? '');
  return (
    <Section
      title="Transcript"
      description={name === null ? spoken : `${spoken}, in ${name}`}
      actions={text !== '' && <CopyButton value={text} label="Copy the transcript" />}
    >
      {recording === null ? (
        <Text c="dimmed" size="sm" mb="md">
          The recording is no longer kept.
        </Text>
      ) : (
        // The transcript is shown below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={classes.recording} controls preload="none" src={recording.url} aria-label="Recording" />
      )}
      {text === '' ? (
        <Text>No speech in this recording.</Text>
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
