import type { MyCycle, MyModule } from '@training/shared/learning/learning';
import { formatDay } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('learning');

const DAY = 86_400_000;

/** Returns "Due tomorrow" or "Overdue, was due 12 Mar 2026", its last day; null without a due date. */
export function dueInWords({ due_on, overdue }: Pick<MyModule, 'due_on' | 'overdue'>, today: string): string | null {
  if (due_on === null) return null;
  if (overdue) return t('overdueSince', { day: formatDay(due_on) });
  const days = Math.round((Date.parse(due_on) - Date.parse(today)) / DAY);
  if (days <= 0) return t('dueToday');
  if (days === 1) return t('dueTomorrow');
  return days <= 14 ? t('dueInDays', { days }) : t('dueOn', { day: formatDay(due_on) });
}

/** Returns whose turn it is in a cycle with the status `waiting`. */
export function waitingCycleInWords({ to_check }: Pick<MyCycle, 'to_check'>): string {
  return to_check > 0 ? t('yourTurn') : t('beingGraded');
}
