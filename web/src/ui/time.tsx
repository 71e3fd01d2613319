import { formatTimeToTheSecond, formatRelativeTime, formatTimeUntil } from '../lib/i18n/dates.ts';

/** Shows a time as "5 minutes ago", with the exact time in the tooltip. */
export function TimeAgo({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTimeToTheSecond(at)}>
      {formatRelativeTime(at)}
    </time>
  );
}

/** Shows a future time as "in 40 seconds", with the exact time in the tooltip. */
export function TimeUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTimeToTheSecond(at)}>
      {formatTimeUntil(at)}
    </time>
  );
}
