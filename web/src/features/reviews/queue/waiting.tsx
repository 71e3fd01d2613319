import { useEffect, useState } from 'react';
import { exactTime } from '../../../lib/dates.ts';

const MINUTE = 60_000;

/** Shows a waiting time: "3 days", "1 hour". Updates every minute. */
export function Waiting({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={since} title={exactTime(since)}>
      {durationWords(now - Date.parse(since))}
    </time>
  );
}

/** Units from the largest down, each with its length in milliseconds. */
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

function durationWords(duration: number): string {
  for (const [unit, length] of UNITS) {
    if (duration >= length) {
      const words = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' });
      return words.format(Math.trunc(duration / length));
    }
  }
  return 'less than a minute';
}
