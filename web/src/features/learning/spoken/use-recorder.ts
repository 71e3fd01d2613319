import { GRADING } from '@training/shared/grading';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  dropRecording,
  keepRecording,
  type RecordingPlace,
  unsentRecording,
} from '../../../lib/kept/unsent-recordings.ts';
import { microphoneProblem } from './microphone-problem.ts';

/** In the order in which they are wanted: Safari plays only the second, and Chromium records either. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4'];
const BITS_PER_SECOND = 32_000;
/** A recording is handed over in pieces of so many milliseconds: what was said before a failure is there. */
const PIECE = 1_000;
const TICK = 100;
/** Below this, from 0 to 1, nothing is heard. */
const SILENCE = 0.01;

export type Recording = { blob: Blob; url: string; seconds: number; isSilent: boolean };

export type Recorder =
  | { state: 'idle' | 'asking' }
  | { state: 'failed'; problem: string }
  | { state: 'recording'; seconds: number; level: number }
  | { state: 'recorded'; recording: Recording };

/**
 * Records from the microphone, for as long as an answer may take. What was recorded outlives a reload: `place` is the
 * same for as long as the question is shown.
 */
export function useRecorder(place: RecordingPlace) {
  const [recorder, setRecorder] = useState<Recorder>({ state: 'idle' });
  const session = useRef<{ stop: () => void; cancel: () => void } | null>(null);
  const url = useRef<string | null>(null);

  const release = useCallback(() => {
    session.current?.cancel();
    session.current = null;
    if (url.current !== null) URL.revokeObjectURL(url.current);
    url.current = null;
    setRecorder({ state: 'idle' });
  }, []);
  // Nobody records on a page that has been left.
  useEffect(() => release, [release]);
  const show = useCallback((recording: Recording) => {
    url.current = recording.url;
    setRecorder({ state: 'recorded', recording });
  }, []);
  useEffect(() => {
    let isShown = true;
    void unsentRecording(place).then((unsent) => {
      const isFree = isShown && session.current === null && url.current === null;
      if (unsent !== null && isFree) show({ ...unsent, url: URL.createObjectURL(unsent.blob) });
    });
    return () => {
      isShown = false;
    };
  }, [place, show]);

  const discard = useCallback(() => {
    release();
    void dropRecording(place);
  }, [release, place]);

  const start = useCallback(async () => {
    discard();
    setRecorder({ state: 'asking' });
    try {
      const media = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
      });
      session.current = record(media, {
        onLevel: (seconds, level) => setRecorder({ state: 'recording', seconds, level }),
        onFailed: (error) => setRecorder({ state: 'failed', problem: microphoneProblem(error) }),
        onRecorded: (recording) => {
          show(recording);
          void keepRecording(place, recording);
        },
      });
    } catch (error) {
      setRecorder({ state: 'failed', problem: microphoneProblem(error) });
    }
  }, [discard, show, place]);

  const stop = useCallback(() => session.current?.stop(), []);
  return { recorder, start, stop, discard };
}

interface Told {
  onLevel: (seconds: number, level: number) => void;
  onRecorded: (recording: Recording) => void;
  onFailed: (error: unknown) => void;
}

function record(media: MediaStream, { onLevel, onRecorded, onFailed }: Told) {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(media, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  const pieces: Blob[] = [];
  // A recording in pieces does not know its own length: it is timed here.
  const startedAt = performance.now();
  const seconds = () => Math.min((performance.now() - startedAt) / 1000, GRADING.recordingSeconds);
  let loudest = 0;
  let isCancelled = false;
  const meter = measure(media);
  const ticking = setInterval(() => {
    const level = meter.level();
    loudest = Math.max(loudest, level);
    onLevel(seconds(), level);
    if (seconds() >= GRADING.recordingSeconds) stop();
  }, TICK);
  const release = () => {
    clearInterval(ticking);
    meter.close();
    for (const track of media.getTracks()) track.stop();
  };
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  let length = 0;
  recorder.addEventListener('dataavailable', ({ data }) => {
    length = seconds();
    pieces.push(data);
  });
  recorder.addEventListener('error', (event) => {
    release();
    isCancelled = true;
    onFailed('error' in event ? event.error : event);
  });
  recorder.addEventListener('stop', () => {
    release();
    if (isCancelled) return;
    const blob = new Blob(pieces, { type: recorder.mimeType });
    onRecorded({ blob, url: URL.createObjectURL(blob), seconds: length, isSilent: loudest < SILENCE });
  });
  recorder.start(PIECE);
  return {
    stop,
    cancel() {
      isCancelled = true;
      stop();
      release();
    },
  };
}

/** How loud it is at the moment, from 0 to 1. */
function measure(media: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(media).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close().catch(() => undefined),
  };
}
