import type { MyCycle, MyModule } from '@training/shared/learning/learning';
import { dayInWords } from '../../lib/i18n/in-words.ts';

const DAY = 86_400_000;

/** Returns "Due tomorrow" or "Overdue, was due 12 Mar 2026", its last day; null without a due date. */
export function dueInWords({ due_on, overdue }: Pick<MyModule, 'due_on' | 'overdue'>, today: string): string | null {
  if (due_on === null) return null;
  if (overdue) return `Overdue, was due ${dayInWords(due_on)}`;
  const days = Math.round((Date.parse(due_on) - Date.parse(today)) / DAY);
  if (days <= 0) return 'Due today';
  if (days === 1) return 'Due tomorrow';
  return days <= 14 ? `Due in ${days} days` : `Due on ${dayInWords(due_on)}`;
}

/** Returns whose turn it is in a cycle with the status `waiting`. */
export function waitingInWords({ to_check }: Pick<MyCycle, 'to_check'>): string {
  return to_check > 0 ? 'Your turn' : 'Being graded';
}
