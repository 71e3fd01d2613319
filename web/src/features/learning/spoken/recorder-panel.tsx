import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { GRADING } from '@training/shared/grading/grading-limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type RecordingPlace,
  dropRecording,
  saveRecording,
  unsentRecording,
} from '../../../lib/autosave/unsent-recordings.ts';
import classes from '../learning.module.css';
import { Note } from '../../../ui/note.tsx';
import type { Sound } from './record.ts';
import { type Microphone, useMicrophone } from './use-microphone.ts';

interface RecorderPanelProps {
  /** The storage key of the recording until it is sent. */
  place: RecordingPlace;
  isSending: boolean;
  onSend: (recording: Recording) => void;
}

/** Records an answer, plays it back, and submits it on request. */
export function RecorderPanel({ place, isSending, onSend }: RecorderPanelProps) {
  const { recorder, start, stop, discard } = useRecorder(place);
  switch (recorder.state) {
    case 'recording':
      return (
        <Stack gap="xs" align="stretch">
          <Group justify="space-between">
            <Text fw={600}>Recording</Text>
            <Text role="timer">
              {clock(recorder.seconds)} of {clock(GRADING.recordingSeconds)}
            </Text>
          </Group>
          <meter className={classes.meter} min={0} max={1} value={recorder.level} aria-label="Loudness" />
          <Button size="md" mr="auto" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={stop}>
            Stop
          </Button>
        </Stack>
      );
    case 'recorded': {
      const { recording } = recorder;
      return (
        <Stack gap="xs" align="stretch">
          <Text size="sm">Listen to it, then send it. You can’t record again after that.</Text>
          {/* A new recording has no captions yet: its transcript comes with the answer. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <audio className={classes.recording} controls src={recording.url} aria-label="Your recording" />
          {recording.isSilent && (
            <Note color="yellow">
              We can’t hear anything. Check your microphone and record again, or type your answer.
            </Note>
          )}
          <Group gap="sm">
            <Button size="md" loading={isSending} onClick={() => onSend(recording)}>
              Send recording
            </Button>
            <Button size="md" variant="default" disabled={isSending} onClick={discard}>
              Record again
            </Button>
          </Group>
        </Stack>
      );
    }
    default:
      return (
        <Stack gap="xs" align="flex-start">
          {recorder.state === 'failed' && (
            <Alert color="yellow" role="alert">
              {recorder.problem} Or type your answer.
            </Alert>
          )}
          <Button
            size="md"
            leftSection={<IconMicrophone size={18} aria-hidden />}
            loading={recorder.state === 'asking'}
            onClick={() => void start()}
          >
            Record answer
          </Button>
          <Text size="sm" c="dimmed">
            Up to {GRADING.recordingSeconds} seconds. You can listen before you send it.
          </Text>
        </Stack>
      );
  }
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

type Recording = Sound & { url: string };

type Recorder = Microphone | { state: 'recorded'; recording: Recording };

/**
 * Records from the microphone, up to the maximum length of an answer. Recordings survive a reload. `place` must stay
 * the same object while the question is shown.
 */
function useRecorder(place: RecordingPlace) {
  const [recording, setRecording] = useState<Recording | null>(null);
  const url = useRef<string | null>(null);
  const show = useCallback((sound: Sound) => {
    url.current = URL.createObjectURL(sound.blob);
    setRecording({ ...sound, url: url.current });
  }, []);
  const hide = useCallback(() => {
    if (url.current !== null) URL.revokeObjectURL(url.current);
    url.current = null;
    setRecording(null);
  }, []);
  useEffect(() => hide, [hide]);
  const { microphone, start, stop } = useMicrophone(GRADING.recordingSeconds, (sound) => {
    show(sound);
    void saveRecording(place, sound);
  });

  // False after a recording was started or discarded: a stored one that loads later is outdated.
  const isFree = useRef(true);
  useEffect(() => {
    let isShown = true;
    isFree.current = true;
    void unsentRecording(place).then((unsent) => {
      if (isShown && isFree.current && unsent !== null) show(unsent);
    });
    return () => {
      isShown = false;
    };
  }, [place, show]);

  const discard = () => {
    isFree.current = false;
    hide();
    void dropRecording(place);
  };
  const recorder: Recorder = recording === null ? microphone : { state: 'recorded', recording };
  return {
    recorder,
    start: () => {
      discard();
      return start();
    },
    stop,
    discard,
  };
}
