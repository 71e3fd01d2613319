import { Alert, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { AI_LIMITS } from '@training/shared/ai-sources';
import { canRecord, useRecorder } from './use-recorder.ts';

/** Records a spoken answer, where the browser can. */
export function Recorder({ onFile }: { onFile: (file: File) => void }) {
  const { phase, seconds, start, stop } = useRecorder(onFile);
  if (!canRecord) return null;
  const isRecording = phase === 'recording';
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={
            isRecording ? <IconPlayerStop size={16} aria-hidden /> : <IconMicrophone size={16} aria-hidden />
          }
          loading={phase === 'asking'}
          onClick={isRecording ? stop : () => void start()}
        >
          {isRecording ? 'Stop recording' : 'Record with the microphone'}
        </Button>
        {isRecording && (
          <Text>
            {seconds} of {AI_LIMITS.audioSeconds} seconds
          </Text>
        )}
      </Group>
      <VisuallyHidden component="output">{isRecording ? 'Recording' : ''}</VisuallyHidden>
      {phase === 'refused' && (
        <Alert color="yellow" role="alert" title="No microphone">
          Allow the microphone for this page, or choose a recording instead.
        </Alert>
      )}
    </>
  );
}
