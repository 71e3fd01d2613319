import { useCallback, useEffect, useRef, useState } from 'react';
import { microphoneProblem } from './microphone-problem.ts';
import { close, record, type Sound } from './record.ts';

export type Microphone =
  | { state: 'idle' | 'asking' }
  | { state: 'failed'; problem: string }
  | { state: 'recording'; seconds: number; level: number };

/** Records from the microphone for at most `longest` seconds; stops if the page is left. */
export function useMicrophone(longest: number, onRecorded: (sound: Sound) => void) {
  const [microphone, setMicrophone] = useState<Microphone>({ state: 'idle' });
  const recording = useRef<ReturnType<typeof record> | null>(null);
  // Identifies the permission request, which may have been cancelled before the user responds.
  const request = useRef(0);

  const cancel = useCallback(() => {
    request.current += 1;
    recording.current?.cancel();
    recording.current = null;
    setMicrophone({ state: 'idle' });
  }, []);
  useEffect(() => cancel, [cancel]);

  const finish = (sound: Sound) => {
    recording.current = null;
    setMicrophone({ state: 'idle' });
    onRecorded(sound);
  };
  const start = async () => {
    cancel();
    const asked = request.current;
    const fail = (error: unknown) => setMicrophone({ state: 'failed', problem: microphoneProblem(error) });
    setMicrophone({ state: 'asking' });
    try {
      const media = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
      });
      if (request.current !== asked) return close(media);
      recording.current = record(media, longest, {
        onLevel: (seconds, level) => setMicrophone({ state: 'recording', seconds, level }),
        onFailed: fail,
        onRecorded: finish,
      });
    } catch (error) {
      if (request.current === asked) fail(error);
    }
  };
  return { microphone, start, stop: () => recording.current?.stop(), cancel };
}
