import { useCallback, useEffect, useRef, useState } from 'react';
import {
  dropRecording,
  saveRecording,
  type RecordingPlace,
  unsentRecording,
} from '../../../lib/autosave/unsent-recordings.ts';
import type { Sound } from './record.ts';
import { type Microphone, useMicrophone } from './use-microphone.ts';
import { GRADING } from '@training/shared/grading/grading-limits';

export type Recording = Sound & { url: string };

export type Recorder = Microphone | { state: 'recorded'; recording: Recording };

/**
 * Records from the microphone, up to the maximum length of an answer. Recordings survive a reload. `place` must stay
 * the same object while the question is shown.
 */
export function useRecorder(place: RecordingPlace) {
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
