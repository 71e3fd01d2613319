import type { Assignment, LearnerStatus, Outcome } from '@training/shared/assignments';
import { dayInWords } from '../../lib/in-words.ts';
import { ROLE_NAMES } from '../../lib/roles.ts';

/** "Warehouse (department)". */
export function audienceInWords({ to }: Pick<Assignment, 'to'>): string {
  switch (to.kind) {
    case 'user':
      return to.name;
    case 'department':
      return `Everybody in ${to.name}`;
    case 'role':
      return `Everybody with the role ${ROLE_NAMES[to.role]}`;
  }
}

export function dueRuleInWords({ due_on, due_days }: Pick<Assignment, 'due_on' | 'due_days'>): string {
  if (due_on !== null) return dayInWords(due_on);
  if (due_days !== null) return due_days === 1 ? 'A day after it is assigned' : `${due_days} days after it is assigned`;
  return 'No due date';
}

export const STATUS_WORDS: Record<LearnerStatus, string> = {
  overdue: 'Overdue',
  not_started: 'Not started',
  in_progress: 'In progress',
  completed: 'Completed',
  waived: 'Waived',
};

/** What becomes of people, in the order in which it matters to whoever assigns. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  new: 'get it',
  renewed: 'do it again',
  joined: 'have it already, and are covered by this too',
  kept: 'stay as they are',
  completed: 'have completed it, and have nothing to do',
  waived: 'were excused, and have nothing to do',
  inactive: 'are inactive, and get it once they are back',
  paused: 'are inactive, and go on with it once they are back',
  lost: 'lose it, unfinished',
  released: 'are covered no more, and keep what they have',
};
