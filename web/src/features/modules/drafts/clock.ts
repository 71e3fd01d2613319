import { useEffect, useState } from 'react';

/** Formats a time of today in the reader's locale: "10:32", "7:18 PM". */
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Milliseconds during which a save counts as just now. */
const JUST_NOW = 60_000;

/** Returns "Saved", followed by the time if it wasn't just now. */
export function savedInWords(at: number, now: number): string {
  return now - at < JUST_NOW ? 'Saved' : `Saved at ${clock.format(at)}`;
}

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
