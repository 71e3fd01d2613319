import { useEffect, useState } from 'react';
import { JUST_NOW } from './clock.ts';

/** The time, as far as it matters to what was saved at `savedAt`: it goes on once that was not just now any more. */
export function useNow(savedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (savedAt === null) return;
    const passing = setTimeout(() => setNow(Date.now()), Math.max(0, savedAt + JUST_NOW - Date.now()));
    return () => clearTimeout(passing);
  }, [savedAt]);
  return now;
}
