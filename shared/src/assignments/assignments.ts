import { z } from 'zod';
import { contractMessage } from '#contract';
import { ModuleStatus } from '../courses/courses.ts';
import { Role } from '../permissions.ts';
import { Count, Id, PageLimit, PageOffset, NullableRatio, Timestamp, textSchema } from '../primitives.ts';
import { LearnerAssignmentStatus } from '../statuses.ts';

/** Every role except auditors, who don't study (rules/assignments 1). */
export const AssignableRole = Role.exclude(['auditor']);
export type AssignableRole = z.infer<typeof AssignableRole>;

/** The people that an assignment applies to. */
export const AssignmentAudience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), user_id: Id }),
  z.strictObject({ kind: z.literal('department'), department_id: Id }),
  z.strictObject({ kind: z.literal('role'), role: AssignableRole }),
]);
export type AssignmentAudience = z.infer<typeof AssignmentAudience>;

const rule = {
  to: AssignmentAudience,
  due_on: z.iso
    .date()
    .nullable()
    .default(null)
    .describe('The last day, in the workspace’s time zone; today or later, at most ten years ahead.'),
  due_days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .default(null)
    .describe('In place of `due_on`: so many days after each person is assigned.'),
  joiners: z.boolean().default(true).describe('Also for who joins the department or gets the role later.'),
  window_days: z
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Time before a certificate expires at which the next cycle opens.'),
};

const created = {
  module_id: Id,
  ...rule,
  again: z.boolean().default(false).describe('Also for who holds a completion that counts: they do it again.'),
};

const changed = { id: Id, version: Count.describe('What was looked at; another one is refused.'), ...rule };

export const conflictingDueDatesIssue = { path: ['due_days'], error: () => contractMessage('oneDue') };
export const hasAtMostOneDueDate = ({ due_on, due_days }: { due_on: string | null; due_days: number | null }) =>
  due_on === null || due_days === null;

export const CreateAssignment = z.strictObject(created).refine(hasAtMostOneDueDate, conflictingDueDatesIssue);
export type CreateAssignment = z.infer<typeof CreateAssignment>;

/** Replaces everything that can change. The module and the recurrence can't. */
export const UpdateAssignment = z.strictObject(changed).refine(hasAtMostOneDueDate, conflictingDueDatesIssue);
export type UpdateAssignment = z.infer<typeof UpdateAssignment>;

export const EndAssignment = z.strictObject({ id: Id, reason: textSchema(1, 2000).optional() });
export type EndAssignment = z.infer<typeof EndAssignment>;

export const AssignmentRef = z.strictObject({ id: Id });
export type AssignmentRef = z.infer<typeof AssignmentRef>;

/** The effect of an assignment on one person (rules/assignments 4). */
export const AssignmentEffectOnPerson = z
  .enum(['new', 'joined', 'renewed', 'kept', 'completed', 'waived', 'inactive', 'paused', 'lost', 'released'])
  .describe(
    '`new` and `renewed` open a cycle, `joined` covers one that is open already, `kept` stays as it is; `completed` and ' +
      '`waived` have nothing to do; `inactive` gets it, and `paused` goes on with it, once reactivated; `lost` has what is ' +
      'unfinished taken back; `released` is covered no more, and nothing is taken back.',
  );
export type AssignmentEffectOnPerson = z.infer<typeof AssignmentEffectOnPerson>;

const page = { limit: PageLimit.default(25), offset: PageOffset.default(0) };
const shown = { outcome: AssignmentEffectOnPerson.optional().describe('Lists only these people.'), ...page };

/** Previews a change without making it. */
export const PreviewAssignmentChange = z.discriminatedUnion('change', [
  z
    .strictObject({ change: z.literal('create'), ...created, ...shown })
    .refine(hasAtMostOneDueDate, conflictingDueDatesIssue),
  z
    .strictObject({ change: z.literal('update'), ...changed, ...shown })
    .refine(hasAtMostOneDueDate, conflictingDueDatesIssue),
  z.strictObject({ change: z.literal('end'), id: Id, ...shown }),
]);
export type PreviewAssignmentChange = z.infer<typeof PreviewAssignmentChange>;

export const AssignmentPreview = z.strictObject({
  counts: z.partialRecord(AssignmentEffectOnPerson, Count),
  weeks: z
    .array(
      z.strictObject({
        from: z.iso.date().describe('The Monday.'),
        due: Count.describe('How many become due by this.'),
        already: Count.describe('How many other modules the same people owe by then, in that week.'),
      }),
    )
    .describe('The load of each week in which something becomes due.'),
  people: z.array(
    z.strictObject({
      user_id: Id,
      full_name: z.string(),
      department: z.string().nullable(),
      outcome: AssignmentEffectOnPerson,
      due_on: z.iso.date().nullable(),
    }),
  ),
  total: Count.describe('How many people are listed, on all pages.'),
});
export type AssignmentPreview = z.infer<typeof AssignmentPreview>;

export const Assignment = z.strictObject({
  id: Id,
  module: z.strictObject({ id: Id, title: z.string(), status: ModuleStatus, course_id: Id }),
  to: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), user_id: Id, name: z.string() }),
    z.strictObject({ kind: z.literal('department'), department_id: Id, name: z.string() }),
    z.strictObject({ kind: z.literal('role'), role: AssignableRole }),
  ]),
  due_on: z.iso.date().nullable(),
  due_days: z.int().nullable(),
  joiners: z.boolean(),
  again: z.boolean(),
  window_days: z.int(),
  version: Count,
  created_at: Timestamp,
  created_by_name: z.string(),
  ended_at: Timestamp.nullable(),
  ended_by_name: z.string().nullable(),
  path: z
    .strictObject({ id: Id, title: z.string() })
    .nullable()
    .describe('The path that it is a part of: it is changed and ended only with the path’s assignment.'),
  may_change: z.boolean().describe('Whether who asks may change, end or waive: trainers within their department only.'),
  applying: z
    .strictObject({ done: Count, total: Count, failing: z.array(z.strictObject({ user_id: Id, name: z.string() })) })
    .nullable()
    .describe(
      'While it is being applied: to how many people of how many, and up to 20 of those who failed and are tried ' +
        'again each minute.',
    ),
  counts: z
    .strictObject({ people: Count, completed: Count, open: Count, overdue: Count, paused: Count, waived: Count })
    .describe(
      'Of active people whom the caller may see; `overdue` are among the `open`. What is unfinished is `paused` while ' +
        'the module is not published.',
    ),
});
export type Assignment = z.infer<typeof Assignment>;

export const AssignmentOrder = z.enum(['created', 'module', 'completed', 'overdue']);
export type AssignmentOrder = z.infer<typeof AssignmentOrder>;

export const ListAssignments = z.strictObject({
  module_id: Id.optional(),
  department_id: Id.optional().describe('Those for this department.'),
  user_id: Id.optional().describe('Those that cover this person.'),
  state: z.enum(['standing', 'ended']).default('standing'),
  order: AssignmentOrder.default('created').describe(
    '`completed` is the share of people, `overdue` their number. Assignments that concern no one come last.',
  ),
  descending: z.boolean().default(true),
  limit: z.int().min(1).max(100).default(25),
  offset: PageOffset.default(0),
});
export type ListAssignments = z.infer<typeof ListAssignments>;

export const AssignmentPage = z.strictObject({ assignments: z.array(Assignment), total: Count });
export type AssignmentPage = z.infer<typeof AssignmentPage>;

/** Lists the learners of an assignment: overdue ones first, then by due date. */
export const ListAssignedPeople = z.strictObject({
  id: Id.describe('The assignment.'),
  status: LearnerAssignmentStatus.optional(),
  search: z.string().trim().max(200).optional().describe('Part of a name or an e-mail, in any case.'),
  ...page,
});
export type ListAssignedPeople = z.infer<typeof ListAssignedPeople>;

export const AssignedPerson = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  email: z.string().nullable(),
  department: z.string().nullable(),
  cycle: z.int(),
  status: LearnerAssignmentStatus.describe(
    '`overdue`, and `paused` while the module is not published, whether it has been started or not.',
  ),
  progress: z.number(),
  attempts_used: Count,
  attempts_allowed: Count,
  out_of_attempts: z.boolean().describe('All attempts are used, and the quiz is not passed.'),
  assigned_at: Timestamp,
  due_on: z.iso.date().nullable(),
  due_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  lapsed_at: Timestamp.nullable().describe(
    'Since when the person has no certificate of the module that counts; null where they have one, or never had one.',
  ),
  waived: z.strictObject({ at: Timestamp, by_name: z.string(), reason: z.string() }).nullable(),
});
export type AssignedPerson = z.infer<typeof AssignedPerson>;

export const AssignedPeoplePage = z.strictObject({ people: z.array(AssignedPerson), total: Count });
export type AssignedPeoplePage = z.infer<typeof AssignedPeoplePage>;

export const WaiveEnrollment = z.strictObject({ enrollment_id: Id, reason: textSchema(1, 2000) });
export type WaiveEnrollment = z.infer<typeof WaiveEnrollment>;

/** Grants a person extra quiz attempts in their current cycle, on top of those of the module. */
export const GrantExtraAttempts = z.strictObject({
  enrollment_id: Id,
  attempts: z.int().min(1).max(20),
  reason: textSchema(1, 2000).describe('Kept in the audit log, and told to the person.'),
});
export type GrantExtraAttempts = z.infer<typeof GrantExtraAttempts>;

export const AttemptsAfterGrant = z.strictObject({ enrollment_id: Id, attempts_allowed: Count, attempts_left: Count });
export type AttemptsAfterGrant = z.infer<typeof AttemptsAfterGrant>;

export const ListPeopleOutOfAttempts = z.strictObject(page);
export type ListPeopleOutOfAttempts = z.infer<typeof ListPeopleOutOfAttempts>;

/** A person who has used all attempts at a quiz without passing it. */
export const PersonOutOfAttempts = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  department: z.string().nullable(),
  module_id: Id,
  module: z.string(),
  course: z.string(),
  attempts_allowed: Count,
  best_score: NullableRatio,
  last_activity_at: Timestamp.nullable(),
});
export type PersonOutOfAttempts = z.infer<typeof PersonOutOfAttempts>;

export const PeopleOutOfAttemptsPage = z.strictObject({ people: z.array(PersonOutOfAttempts), total: Count });
export type PeopleOutOfAttemptsPage = z.infer<typeof PeopleOutOfAttemptsPage>;

export const EnrollmentRef = z.strictObject({ enrollment_id: Id });
export type EnrollmentRef = z.infer<typeof EnrollmentRef>;

/** Searches the choices of a form; returns the first few matches. */
export const SearchAssignmentChoices = z.strictObject({ search: z.string().trim().max(200).default('') });
export type SearchAssignmentChoices = z.infer<typeof SearchAssignmentChoices>;

export const AssignableModule = z.strictObject({ id: Id, title: z.string(), course_id: Id, course: z.string() });
export type AssignableModule = z.infer<typeof AssignableModule>;

export const AssignablePerson = z.strictObject({
  id: Id,
  full_name: z.string(),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
});
export type AssignablePerson = z.infer<typeof AssignablePerson>;
