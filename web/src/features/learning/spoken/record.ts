/** Media types in order of preference. Safari plays only the second; Chromium can record both. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4'];
const BITS_PER_SECOND = 32_000;
/** Milliseconds per chunk: everything before a failure is preserved. */
const PIECE = 1_000;
const TICK = 100;
/** The level below which a recording counts as silent, from 0 to 1. */
const SILENCE = 0.01;

export interface RecordedSound {
  blob: Blob;
  seconds: number;
  isSilent: boolean;
}

interface Told {
  /** Called with the seconds so far, and the current level from 0 to 1. */
  onLevel: (seconds: number, level: number) => void;
  onRecorded: (sound: RecordedSound) => void;
  onFailed: (error: unknown) => void;
}

/** Records until stopped, for at most `longest` seconds. Cancelling calls no callback. */
export function recordSound(media: MediaStream, longest: number, { onLevel, onRecorded, onFailed }: Told) {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(media, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  const pieces: Blob[] = [];
  // A chunked recording doesn't contain its length, so it is measured here.
  const startedAt = performance.now();
  const seconds = () => Math.min((performance.now() - startedAt) / 1000, longest);
  let loudest = 0;
  let isCancelled = false;
  const meter = measure(media);
  const ticking = setInterval(() => {
    const level = meter.level();
    loudest = Math.max(loudest, level);
    // Whoever speaks is there, though they touch nothing (lib/lock-when-left.ts).
    window.dispatchEvent(new Event('input'));
    onLevel(seconds(), level);
    if (seconds() >= longest) stop();
  }, TICK);
  const release = () => {
    clearInterval(ticking);
    meter.close();
    stopMediaTracks(media);
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
    onRecorded({ blob, seconds: length, isSilent: loudest < SILENCE });
  });
  recorder.start(PIECE);
  return {
    stop,
    cancel() {
      isCancelled = true;
      stop();
    },
  };
}

export function stopMediaTracks(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop();
}

/** Returns a function that measures the current level, from 0 to 1. */
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
