import { useRef } from 'react';

/**
 * Returns a click handler that ignores clicks while `work` is running. The second click of a double click arrives
 * before the button can be disabled.
 * @param work Must display its own errors.
 */
export function useOneAtATimeHandler(work: () => Promise<unknown>): () => void {
  const isUnderWay = useRef(false);
  const run = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await Promise.allSettled([work()]);
    isUnderWay.current = false;
  };
  return () => void run();
}
