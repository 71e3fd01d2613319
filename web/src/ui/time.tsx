import { exactTime, relativeTime } from '../lib/dates.ts';

/** A moment as "5 minutes ago"; the exact time in the tooltip. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at)}
    </time>
  );
}
