import { useCallback, useEffect, useRef, useState } from 'react';
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

/** Explains why the microphone doesn't work and the remedy. Typing is always possible. */
function microphoneProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'The microphone is blocked. Allow it for this site in your browser’s settings, then try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone was found. Connect one, then try again.';
    case 'NotReadableError':
    case 'AbortError':
      return 'Another program is using the microphone. Close it, then try again.';
    case 'NotSupportedError':
      return 'This browser can’t record sound.';
    default:
      return 'The microphone doesn’t work here.';
  }
}

/** Explains why recording is unavailable; null if it is available. */
export function whyNoRecording(): string | null {
  if (!window.isSecureContext) return 'Recording needs a secure address (https).';
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined')
    return 'This browser can’t record sound.';
  return null;
}
