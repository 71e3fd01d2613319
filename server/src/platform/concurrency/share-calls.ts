/**
 * Makes concurrent callers share calls: one runs at a time, and each caller gets the result of a call that began after
 * theirs.
 */
export function shareNextCall<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    if (next) return next;
    const begin = () => {
      next = undefined;
      return ask();
    };
    next = running.then(begin, begin);
    running = next;
    return next;
  };
}
