const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "12 Mar 2026", for a local day such as 2026-03-12. */
export function dayInWords(localDay: string): string {
  return day.format(new Date(`${localDay}T00:00:00Z`));
}

/** The local day of a moment in a time zone, as YYYY-MM-DD. */
export function localDayOf(timestamp: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(timestamp));
}

/** "85 %". */
export const percent = (share: number) => `${Math.round(share * 100)} %`;
