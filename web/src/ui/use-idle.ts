import { useEffect, useState } from 'react';

/** Whether the page has had time to spare since it was drawn. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle time to give.
    if (!('requestIdleCallback' in window)) return;
    const asked = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
