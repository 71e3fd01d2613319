import { useRef } from 'react';

/**
 * What a click starts, unless it is under way: the second of two clicks in a moment comes before the button is off.
 * @param work Shows by itself what goes wrong.
 */
export function useOneAtATime(work: () => Promise<unknown>): () => void {
  const isUnderWay = useRef(false);
  const run = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await Promise.allSettled([work()]);
    isUnderWay.current = false;
  };
  return () => void run();
}
