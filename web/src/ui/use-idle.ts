import { useEffect, useState } from 'react';

/** Returns true once the page has been idle since it was rendered. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari doesn't support idle callbacks.
    if (!('requestIdleCallback' in window)) return;
    const asked = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
