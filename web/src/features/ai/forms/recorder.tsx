import { Alert, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { whyNoRecording } from '../../learning/spoken/microphone-problem.ts';
import type { Sound } from '../../learning/spoken/record.ts';
import { useMicrophone } from '../../learning/spoken/use-microphone.ts';

/** Records a spoken answer, if the browser supports it. */
export function Recorder({ onFile }: { onFile: (file: File) => void }) {
  const { microphone, start, stop } = useMicrophone(AI_LIMITS.audioSeconds, (sound) => onFile(fileOf(sound)));
  if (whyNoRecording() !== null) return null;
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
          {isRecording ? 'Stop recording' : 'Record with the microphone'}
        </Button>
        {isRecording && (
          <Text>
            {Math.floor(microphone.seconds)} of {AI_LIMITS.audioSeconds} seconds
          </Text>
        )}
      </Group>
      <VisuallyHidden component="output">{isRecording ? 'Recording' : ''}</VisuallyHidden>
      {microphone.state === 'failed' && (
        <Alert color="yellow" role="alert" title="No microphone">
          {microphone.problem} Or choose a recording.
        </Alert>
      )}
    </>
  );
}

function fileOf({ blob }: Sound): File {
  const [type = ''] = blob.type.split(';');
  return new File([blob], `Recording.${type.split('/')[1] ?? 'webm'}`, { type });
}
