import type { Assignment } from '@training/shared/assignments/assignments';
import { formatDay } from '../../lib/i18n/in-words.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Returns the audience, such as "Warehouse (department)". */
export function audienceInWords({ to }: Pick<Assignment, 'to'>): string {
  switch (to.kind) {
    case 'user':
      return to.name;
    case 'department':
      return t('everyoneIn', { department: to.name });
    case 'role':
      return t('everyoneWithRole', { role: roleNameOf(to.role) });
  }
}

export function dueRuleInWords({ due_on, due_days }: Pick<Assignment, 'due_on' | 'due_days'>): string {
  if (due_on !== null) return formatDay(due_on);
  if (due_days !== null) return t('daysAfter', { count: due_days });
  return t('noDueDate');
}
