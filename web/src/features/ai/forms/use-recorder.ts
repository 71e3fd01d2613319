import { AI_LIMITS } from '@training/shared/ai-sources';
import { useEffect, useRef, useState } from 'react';

type Phase = 'idle' | 'asking' | 'recording' | 'refused';

/** Whether this browser can record at all; on plain http it gives no microphone, except on localhost. */
export const canRecord = typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;

/** Records the microphone until it is stopped, at the latest after what is taken at most; then answers the file. */
export function useRecorder(onFile: (file: File) => void) {
  const [phase, setPhase] = useState<Phase>('idle');
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder>(null);
  const isGone = useRef(false);

  const stop = () => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop();
    };
  }, []);
  useEffect(() => {
    if (phase !== 'recording') return;
    const began = Date.now();
    const timer = setInterval(() => {
      const passed = (Date.now() - began) / 1000;
      setSeconds(Math.floor(passed));
      // A moment early, for the end of the file is written after this.
      if (passed >= AI_LIMITS.audioSeconds - 1) stop();
    }, 250);
    return () => clearInterval(timer);
  }, [phase]);

  const start = async () => {
    setPhase('asking');
    setSeconds(0);
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
    if (stream === null) return setPhase('refused');
    const release = () => stream.getTracks().forEach((track) => track.stop());
    if (isGone.current) return release();
    const parts: Blob[] = [];
    const next = new MediaRecorder(stream);
    next.ondataavailable = ({ data }) => parts.push(data);
    next.onstop = () => {
      release();
      if (isGone.current) return;
      setPhase('idle');
      const [type = ''] = next.mimeType.split(';');
      onFile(new File(parts, `Recording.${type.split('/')[1] ?? 'webm'}`, { type }));
    };
    recorder.current = next;
    next.start();
    return setPhase('recording');
  };
  return { phase, seconds, start, stop };
}
