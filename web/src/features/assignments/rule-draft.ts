import type { Assignment } from '@training/shared/assignments/assignments';

/** An assignment's audience and due date, as edited in the form. */
export type RuleDraft = {
  kind: 'user' | 'department' | 'role';
  person: string | null;
  department: string | null;
  role: string | null;
  due: 'none' | 'day' | 'days';
  day: string;
  days: number | string;
  joiners: boolean;
  window: number | string;
};

/** Returns the defaults, which fit most assignments. */
export const newRule = (department: string | null): RuleDraft => ({
  kind: 'department',
  person: null,
  department,
  role: 'learner',
  due: 'days',
  day: '',
  days: 30,
  joiners: true,
  window: 30,
});

export function draftOf({ to, due_on, due_days, joiners, window_days }: Assignment): RuleDraft {
  return {
    ...newRule(to.kind === 'department' ? to.department_id : null),
    kind: to.kind,
    ...(to.kind === 'user' && { person: to.user_id }),
    ...(to.kind === 'role' && { role: to.role }),
    due: due_on !== null ? 'day' : due_days !== null ? 'days' : 'none',
    day: due_on ?? '',
    days: due_days ?? 30,
    // An assignment to one person has no such setting. Enabled by default if it is changed to a department.
    joiners: to.kind === 'user' || joiners,
    window: window_days,
  };
}

/** Returns the rule in the contract's format, possibly still incomplete. */
export function ruleOf({ kind, person, department, role, due, day, days, joiners, window }: RuleDraft) {
  const to = { user: { kind, user_id: person }, department: { kind, department_id: department }, role: { kind, role } };
  return {
    to: to[kind],
    due_on: due === 'day' ? day : null,
    due_days: due === 'days' ? days : null,
    joiners: kind !== 'user' && joiners,
    window_days: window,
  };
}
