import { locale } from './language.ts';
import { translatorOf } from './translator.ts';
import { memoizeOnce } from '../memoize-once.ts';

const t = translatorOf('frame');

const exact = memoizeOnce(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }));
const day = memoizeOnce(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }));
const monthOfYear = memoizeOnce(
  () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const dayInUtc = memoizeOnce(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }));
const relative = memoizeOnce(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** Units in descending order, each with its length in seconds. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats a time to the second, in the reader's time zone. */
export function formatTimeToTheSecond(timestamp: string): string {
  return exact().format(new Date(timestamp));
}

/** Returns "12 Mar 2026", in the reader's time zone. */
export function formatDayOfTimestamp(timestamp: string): string {
  return day().format(new Date(timestamp));
}

/** Returns the day so many days from today in the reader's time zone, as YYYY-MM-DD for a date field. */
export function addDaysToToday(days: number, now = new Date()): string {
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${then.getFullYear()}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())}`;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Returns the last day before a deadline: something due at midnight is due on the previous day. */
export function formatLastDayBefore(end: string): string {
  return formatDayOfTimestamp(new Date(Date.parse(end) - 1).toISOString());
}

/** Returns "November 2026" for "2026-11". */
export function formatMonth(month: string): string {
  return monthOfYear().format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns "1 December", in UTC. */
export function formatUtcDay(timestamp: string): string {
  return dayInUtc().format(new Date(timestamp));
}

/** Returns "in 12 seconds", "in 5 minutes", "in 3 hours"; "now" once the time has passed. */
export function formatTimeUntil(timestamp: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(timestamp) - now) / 1000));
  if (seconds <= 90) return relative().format(seconds, 'second');
  if (seconds <= 90 * 60) return relative().format(Math.ceil(seconds / 60), 'minute');
  if (seconds <= 36 * 3600) return relative().format(Math.ceil(seconds / 3600), 'hour');
  return relative().format(Math.ceil(seconds / 86_400), 'day');
}

/** Returns "5 minutes ago" or "yesterday"; a date after 30 days. */
export function formatRelativeTime(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Math.abs(seconds) >= 30 * 86_400) return day().format(new Date(timestamp));
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative().format(Math.trunc(seconds / length), unit);
  }
  return t('justNow');
}
