/** Explains why the microphone doesn't work and the remedy. Typing is always possible. */
export function microphoneProblem(error: unknown): string {
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
