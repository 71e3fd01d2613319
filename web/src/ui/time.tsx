import { exactTime, relativeTime, timeUntil } from '../lib/dates.ts';

/** A moment as "5 minutes ago"; the exact time in the tooltip. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at)}
    </time>
  );
}

/** A moment that is to come, as "in 40 seconds"; the exact time in the tooltip. */
export function TimeUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {timeUntil(at)}
    </time>
  );
}
