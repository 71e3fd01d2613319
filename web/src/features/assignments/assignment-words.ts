import type { Assignment, Outcome } from '@training/shared/assignments/assignments';
import { dayInWords } from '../../lib/in-words.ts';
import { roleName } from '../../lib/roles.ts';
import type { LearnerStatus } from '@training/shared/statuses';

/** Returns the audience, such as "Warehouse (department)". */
export function audienceInWords({ to }: Pick<Assignment, 'to'>): string {
  switch (to.kind) {
    case 'user':
      return to.name;
    case 'department':
      return `Everyone in ${to.name}`;
    case 'role':
      return `Everyone with the role ${roleName(to.role)}`;
  }
}

export function dueRuleInWords({ due_on, due_days }: Pick<Assignment, 'due_on' | 'due_days'>): string {
  if (due_on !== null) return dayInWords(due_on);
  if (due_days !== null) return due_days === 1 ? '1 day after assignment' : `${due_days} days after assignment`;
  return 'No due date';
}

export const STATUS_WORDS: Record<LearnerStatus, string> = {
  overdue: 'Overdue',
  not_started: 'Not started',
  in_progress: 'In progress',
  paused: 'Paused, not published',
  completed: 'Completed',
  waived: 'Excused',
};

/** Labels of the outcomes, the most important first. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  new: 'newly assigned',
  renewed: 'assigned again',
  joined: 'already assigned; also covered by this',
  kept: 'unchanged',
  completed: 'already completed; nothing to do',
  waived: 'excused; nothing to do',
  inactive: 'inactive, assigned when reactivated',
  paused: 'inactive, paused until reactivated',
  lost: 'removed unfinished',
  released: 'no longer covered; keep their progress',
};
