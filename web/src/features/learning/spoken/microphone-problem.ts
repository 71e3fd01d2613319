/** What keeps a microphone from working, and what to do about it. Typing is always possible. */
export function microphoneProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'This page may not use the microphone. Allow it in the browser’s settings for this site, then try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone was found. Connect one, then try again.';
    case 'NotReadableError':
    case 'AbortError':
      return 'The microphone is in use by another program. Close that, then try again.';
    case 'NotSupportedError':
      return 'This browser cannot record sound.';
    default:
      return 'The microphone does not work here.';
  }
}

/** Why recording is not even offered; null where it is. */
export function whyNoRecording(): string | null {
  if (!window.isSecureContext) return 'Recording needs a secure address (https).';
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined')
    return 'This browser cannot record sound.';
  return null;
}
