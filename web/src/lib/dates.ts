const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const monthOfYear = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayInUtc = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Units from the largest down, each with its length in seconds. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** To the second, in the reader's time zone. */
export function exactTime(timestamp: string): string {
  return exact.format(new Date(timestamp));
}

/** "12 Mar 2026", in the reader's time zone. */
export function dayOfMoment(timestamp: string): string {
  return day.format(new Date(timestamp));
}

/** The last day before a moment at which something ends: what is due at midnight is due on the day before. */
export function lastDayBefore(end: string): string {
  return dayOfMoment(new Date(Date.parse(end) - 1).toISOString());
}

/** "November 2026", for "2026-11". */
export function inMonths(month: string): string {
  return monthOfYear.format(new Date(`${month}-01T00:00:00Z`));
}

/** "1 December", whatever the reader's time zone. */
export function utcDay(timestamp: string): string {
  return dayInUtc.format(new Date(timestamp));
}

/** "in 12 seconds", "in 5 minutes", "in 3 hours"; "now" once it has come. */
export function timeUntil(timestamp: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(timestamp) - now) / 1000));
  if (seconds <= 90) return relative.format(seconds, 'second');
  if (seconds <= 90 * 60) return relative.format(Math.ceil(seconds / 60), 'minute');
  if (seconds <= 36 * 3600) return relative.format(Math.ceil(seconds / 3600), 'hour');
  return relative.format(Math.ceil(seconds / 86_400), 'day');
}

/** "5 minutes ago", "yesterday"; a date from 30 days on. */
export function relativeTime(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Math.abs(seconds) >= 30 * 86_400) return day.format(new Date(timestamp));
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}
