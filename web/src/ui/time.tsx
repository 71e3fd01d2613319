import { exactTime, relativeTime, timeUntil } from '../lib/i18n/dates.ts';

/** Shows a time as "5 minutes ago", with the exact time in the tooltip. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at)}
    </time>
  );
}

/** Shows a future time as "in 40 seconds", with the exact time in the tooltip. */
export function TimeUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {timeUntil(at)}
    </time>
  );
}
