import { useEffect, useState } from 'react';
import { JUST_NOW } from './clock.ts';

/** Returns the current time, updated once the save at `savedAt` no longer counts as just now. */
export function useNow(savedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (savedAt === null) return;
    const passing = setTimeout(() => setNow(Date.now()), Math.max(0, savedAt + JUST_NOW - Date.now()));
    return () => clearTimeout(passing);
  }, [savedAt]);
  return now;
}
