import { useEffect, useState } from 'react';
import { timeUntil } from '../../../lib/dates.ts';

/** Counts down: "Next try in 12 seconds." */
export function NextTry({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return `Next try ${timeUntil(at, now)}.`;
}
