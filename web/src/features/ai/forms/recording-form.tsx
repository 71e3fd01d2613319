import { Button, Group, Stack, Alert, Text, VisuallyHidden } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { FileDropField } from './file-drop.tsx';
import { OptionalLanguageTag, LanguageSelect } from './languages.tsx';
import { useStartJob } from '../jobs/start-job.ts';
import type { RecordedSound } from '../../learning/spoken/record.ts';
import { useMicrophone, whyRecordingUnavailable } from '../../learning/spoken/use-microphone.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

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
      const input = { file_id: id, language: OptionalLanguageTag.parse(language) };
      await onStarted((await startJob.mutateAsync({ feature: 'speech_to_text', input })).id);
    } catch (refusal) {
      setError(refusal);
    }
    setSending(false);
  };
  return (
    <Stack>
      <Recorder onFile={choose} />
      <FileDropField
        takes="recording"
        icon={IconMicrophone}
        accept={AUDIO}
        kinds={t('recordingKinds', { most: AI_INPUT_LIMITS.audioSeconds })}
        maxSize={AI_INPUT_LIMITS.audioBytes}
        file={file}
        onFile={choose}
      />
      <LanguageSelect
        label={t('spokenLanguage')}
        none={t('detectAutomatically')}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
      />
      {error !== null && <FailedState what={t('failed.speech_to_text')} problem={toDisplayableProblem(error)} />}
      <Group>
        <Button disabled={file === null} loading={isSending} onClick={() => file !== null && void send(file)}>
          {t('transcribe')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Records a spoken answer, if the browser supports it. */
function Recorder({ onFile }: { onFile: (file: File) => void }) {
  const { microphone, start, stop } = useMicrophone(AI_INPUT_LIMITS.audioSeconds, (sound) => onFile(fileOf(sound)));
  if (whyRecordingUnavailable() !== null) return null;
  const isRecording = microphone.state === 'recording';
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={
            isRecording ? <IconPlayerStop size={16} aria-hidden /> : <IconMicrophone size={16} aria-hidden />
          }
          loading={microphone.state === 'asking'}
          onClick={isRecording ? stop : () => void start()}
        >
          {isRecording ? t('stopRecording') : t('recordMicrophone')}
        </Button>
        {isRecording && (
          <Text>{t('secondsOf', { seconds: Math.floor(microphone.seconds), most: AI_INPUT_LIMITS.audioSeconds })}</Text>
        )}
      </Group>
      <VisuallyHidden component="output">{isRecording ? t('recording') : ''}</VisuallyHidden>
      {microphone.state === 'failed' && (
        <Alert color="yellow" role="alert" title={t('noMicrophone')}>
          {t('orChooseRecording', { problem: microphone.problem ?? '' })}
        </Alert>
      )}
    </>
  );
}

function fileOf({ blob }: RecordedSound): File {
  const [type = ''] = blob.type.split(';');
  return new File([blob], `${t('recording')}.${type.split('/')[1] ?? 'webm'}`, { type });
}
