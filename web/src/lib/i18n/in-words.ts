import { consoleTextDirection, locale } from './language.ts';
import { translatorOf } from './translator.ts';
import { memoizeOnce } from '../memoize-once.ts';

const t = translatorOf('frame');

const day = memoizeOnce(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** Returns "12 Mar 2026" for a local day such as 2026-03-12. */
export function formatDay(localDay: string): string {
  return day().format(new Date(`${localDay}T00:00:00Z`));
}

/** Returns the local day of a timestamp in a time zone, as YYYY-MM-DD. */
export function localDayOf(timestamp: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(timestamp));
}

/** Returns the last local day before an end in a time zone: what ends at midnight has the day before as its last. */
export function lastLocalDayBefore(end: string, timeZone: string): string {
  return localDayOf(new Date(Date.parse(end) - 1).toISOString(), timeZone);
}

/**
 * Joins facts with dots, without those that are missing. From right to left each keeps its own direction, so that a
 * date after a name in Latin letters isn't torn apart.
 */
export function joinWithDots(facts: readonly (string | null | false | undefined)[]): string {
  const isolated = (fact: string) => (consoleTextDirection === 'rtl' ? `\u2068${fact}\u2069` : fact);
  return facts.flatMap((fact) => (fact ? [isolated(fact)] : [])).join(' · ');
}

/** Formats a ratio as "85 %". */
export const formatPercent = (share: number) => t('percent', { percent: Math.round(share * 100) });

const languages = memoizeOnce(() => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }));

/** Returns "Portuguese" for `pt`; an invalid tag is returned unchanged. */
export function languageNameOfTag(tag: string): string {
  try {
    return languages().of(tag) ?? tag;
  } catch {
    return tag;
  }
}
