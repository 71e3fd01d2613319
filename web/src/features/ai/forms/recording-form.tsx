import { Button, Group, Stack } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { FileDrop } from './file-drop.tsx';
import { LanguageField, LanguageSelect } from './languages.tsx';
import { Recorder } from './recorder.tsx';
import { useStartJob } from '../jobs/start-job.ts';

const AUDIO = { 'audio/*': ['.mp3', '.m4a', '.mp4', '.wav', '.ogg', '.oga', '.opus', '.webm', '.flac'] };

interface RecordingFormProps {
  /** Receives the id of the transcription job. */
  onStarted: (job: string) => void | Promise<void>;
}

/** Takes a recording from a file or the microphone, and starts its transcription. */
export function RecordingForm({ onStarted }: RecordingFormProps) {
  const upload = trpc.ai.upload.useMutation();
  const startJob = useStartJob();
  const [file, setFile] = useState<File | null>(null);
  const [language, setLanguage] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const choose = (next: File | null) => {
    setFile(next);
    setError(null);
  };
  const send = async (recording: File) => {
    setError(null);
    setSending(true);
    try {
      const { id } = await upload.mutateAsync(recording);
      const input = { file_id: id, language: LanguageField.parse(language) };
      await onStarted((await startJob.mutateAsync({ feature: 'speech_to_text', input })).id);
    } catch (refusal) {
      setError(refusal);
    }
    setSending(false);
  };
  return (
    <Stack>
      <Recorder onFile={choose} />
      <FileDrop
        what="a recording"
        icon={IconMicrophone}
        accept={AUDIO}
        kinds={`MP3, M4A, WAV, Ogg, WebM or FLAC, at most ${AI_LIMITS.audioSeconds} seconds`}
        maxSize={AI_LIMITS.audioBytes}
        file={file}
        onFile={choose}
      />
      <LanguageSelect
        label="Spoken language"
        none="Detect automatically"
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
      />
      {error !== null && <FailedState what="couldn’t transcribe the recording" problem={problemOf(error)} />}
      <Group>
        <Button disabled={file === null} loading={isSending} onClick={() => file !== null && void send(file)}>
          Transcribe
        </Button>
      </Group>
    </Stack>
  );
}
