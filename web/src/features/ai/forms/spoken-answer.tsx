import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { NAMED_AI_FEATURES } from '@training/shared/ai/named-ai-features';
import { useEffect, useEffectEvent, useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { whyUnavailable } from '../features/availability.tsx';
import { PARKED_WORDS, failureOf } from '../jobs/job-outcome.tsx';
import { JobProgress } from '../jobs/job-state.tsx';
import { RecordingForm } from './recording-form.tsx';
import { useJob } from '../jobs/use-job.ts';

interface SpokenAnswerProps {
  /** A finished transcription job, or null. */
  recording: string | null;
  onText: (text: string) => void;
}

/** Fills the answer from a recording. Typing stays possible meanwhile, and if transcription is unavailable. */
export function SpokenAnswer({ recording, onText }: SpokenAnswerProps) {
  const availability = trpc.ai.availability.useQuery();
  const [id, setId] = useState(recording);
  const [isOpen, setOpen] = useState(false);
  if (availability.data?.[NAMED_AI_FEATURES.speech_to_text.capability] === false) {
    return <Text c="dimmed">To take the answer from a recording: {whyUnavailable('speech_to_text')}</Text>;
  }
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" leftSection={<IconMicrophone size={16} aria-hidden />} onClick={() => setOpen(true)}>
          Take the answer from a recording
        </Button>
      </Group>
      {id !== null && <Transcription key={id} id={id} onText={onText} />}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="The answer from a recording" size="lg">
        <RecordingForm
          onStarted={(job) => {
            setId(job);
            setOpen(false);
          }}
        />
      </Dialog>
    </Stack>
  );
}

function Transcription({ id, onText }: { id: string; onText: (text: string) => void }) {
  const job = useJob(id);
  const text = job.data?.feature === 'speech_to_text' ? job.data.result?.text : undefined;
  const takeOver = useEffectEvent(onText);
  useEffect(() => {
    if (text !== undefined) takeOver(text);
  }, [text]);
  if (job.error !== null) return <FailedState what="couldn’t find the recording" problem={problemOf(job.error)} />;
  if (job.data === undefined) return null;
  switch (job.data.state) {
    case 'queued':
    case 'running':
      return <JobProgress job={job.data} />;
    case 'parked':
      return <Alert color="orange">{PARKED_WORDS}</Alert>;
    case 'succeeded':
      return <Text component="output">The transcript is below. Check it before it’s graded.</Text>;
    case 'failed':
      return <FailedState what="couldn’t transcribe the recording" problem={failureOf(job.data)} />;
    case 'cancelled':
      return <Text component="output">Transcription cancelled.</Text>;
  }
}
