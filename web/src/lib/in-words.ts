import type { MyModule } from '@training/shared/learning';

const DAY = 86_400_000;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "12 Mar 2026", for a local day such as 2026-03-12. */
export function dayInWords(localDay: string): string {
  return day.format(new Date(`${localDay}T00:00:00Z`));
}

/** The local day of a moment in a time zone, as YYYY-MM-DD. */
export function localDayOf(timestamp: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(timestamp));
}

/** "Due tomorrow", "Overdue since 12 Mar 2026"; null where nothing is due. */
export function dueInWords({ due_on, overdue }: Pick<MyModule, 'due_on' | 'overdue'>, today: string): string | null {
  if (due_on === null) return null;
  if (overdue) return `Overdue since ${dayInWords(due_on)}`;
  const days = Math.round((Date.parse(due_on) - Date.parse(today)) / DAY);
  if (days <= 0) return 'Due today';
  if (days === 1) return 'Due tomorrow';
  return days <= 14 ? `Due in ${days} days` : `Due on ${dayInWords(due_on)}`;
}

/** "85 %". */
export const percent = (share: number) => `${Math.round(share * 100)} %`;
