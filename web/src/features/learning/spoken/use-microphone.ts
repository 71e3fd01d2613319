import { useCallback, useEffect, useRef, useState } from 'react';
import { stopMediaTracks, recordSound, type RecordedSound } from './record.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

export type MicrophoneState =
  | { state: 'idle' | 'asking' }
  | { state: 'failed'; problem: string }
  | { state: 'recording'; seconds: number; level: number };

/** Records from the microphone for at most `longest` seconds; stops if the page is left. */
export function useMicrophone(longest: number, onRecorded: (sound: RecordedSound) => void) {
  const [microphone, setMicrophone] = useState<MicrophoneState>({ state: 'idle' });
  const recording = useRef<ReturnType<typeof recordSound> | null>(null);
  // Identifies the permission request, which may have been cancelled before the user responds.
  const request = useRef(0);

  const cancel = useCallback(() => {
    request.current += 1;
    recording.current?.cancel();
    recording.current = null;
    setMicrophone({ state: 'idle' });
  }, []);
  useEffect(() => cancel, [cancel]);

  const finish = (sound: RecordedSound) => {
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
      if (request.current !== asked) return stopMediaTracks(media);
      recording.current = recordSound(media, longest, {
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
      return t('microphoneBlocked');
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t('noMicrophone');
    case 'NotReadableError':
    case 'AbortError':
      return t('microphoneInUse');
    case 'NotSupportedError':
      return t('cantRecordSound');
    default:
      return t('microphoneDoesntWork');
  }
}

/** Explains why recording is unavailable; null if it is available. */
export function whyRecordingUnavailable(): string | null {
  if (!window.isSecureContext) return t('recordingNeedsHttps');
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined') return t('cantRecordSound');
  return null;
}
