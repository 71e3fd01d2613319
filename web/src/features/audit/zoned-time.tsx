import { localDayOf } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');

/** Cached formatters: creating one is expensive, and a page shows a hundred times. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatter(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const found = made.get(name) ?? new Intl.DateTimeFormat(undefined, options);
  made.set(name, found);
  return found;
}

/** Formats a time to the second, with the time zone. */
export function formatExactTime(at: string, timeZone: string): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone } as const;
  return formatter(`exact ${timeZone}`, options).format(new Date(at));
}

/** Shows the hour and minute in the workspace's time zone, with the exact time in the tooltip. */
export function ZonedTime({
  at,
  timeZone,
  withSeconds = false,
}: {
  at: string;
  timeZone: string;
  withSeconds?: boolean;
}) {
  const timeStyle = withSeconds ? 'medium' : 'short';
  const format = formatter(`${timeStyle} ${timeZone}`, { timeStyle, hourCycle: 'h23', timeZone });
  return (
    <time dateTime={at} title={formatExactTime(at, timeZone)}>
      {format.format(new Date(at))}
    </time>
  );
}

const DAY = 86_400_000;

/** Returns "Today", "Yesterday" or "Friday, 20 November 2026" for a local day such as 2026-11-20. */
export function formatDayHeading(day: string, timeZone: string, now = Date.now()): string {
  if (day === localDayOf(new Date(now).toISOString(), timeZone)) return t('today');
  if (day === localDayOf(new Date(now - DAY).toISOString(), timeZone)) return t('yesterday');
  return formatter('day', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
