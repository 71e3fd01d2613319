import { z } from 'zod';
import { contractMessage } from '#contract';
import { ERRORS_BY_CODE } from '../errors.ts';
import { keysOf } from '../keys-of.ts';
import { Count, Id, PageLimit, PageOffset, textSchema, Timestamp } from '../primitives.ts';
import {
  AssignmentPreview,
  AssignmentAudience,
  CreateAssignment,
  hasAtMostOneDueDate,
  conflictingDueDatesIssue,
  AssignmentEffectOnPerson,
} from './assignments.ts';

/** The maximum number of trainings that one call reminds of or changes. */
const MOST_TRAININGS = 100;

/** A person is reminded of a module at most once in this many hours (rules/notifications 10). */
export const MIN_HOURS_BETWEEN_REMINDERS = 24;

const named = { enrollment_ids: z.array(Id).min(1).max(MOST_TRAININGS) };

/** Reminds people of what they owe, or of a certificate that expires. */
export const RemindOfTrainings = z.strictObject(named);
export type RemindOfTrainings = z.infer<typeof RemindOfTrainings>;

/**
 * A change of several people's trainings. `excuse`: they no longer owe them. `extend`: they are due later.
 */
export const TrainingChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('excuse'), reason: textSchema(1, 2000) }),
  z.strictObject({
    kind: z.literal('extend'),
    due_on: z.iso.date().describe('The new last day, in the workspace’s time zone; later than now, today or later.'),
  }),
]);
export type TrainingChange = z.infer<typeof TrainingChange>;

/** Applies one change to each training independently. A refusal of one doesn’t affect the others. */
export const ChangeTrainings = z.strictObject({ ...named, change: TrainingChange });
export type ChangeTrainings = z.infer<typeof ChangeTrainings>;

/** The outcome for one training. */
const TrainingOutcome = z.strictObject({
  enrollment_id: Id,
  full_name: z.string().describe('Empty where there is no such training.'),
  module: z.string(),
  refused: z
    .strictObject({ code: z.enum(keysOf(ERRORS_BY_CODE)), detail: z.string() })
    .nullable()
    .describe('Why nothing was done; null: it was done.'),
});
type TrainingOutcome = z.infer<typeof TrainingOutcome>;

export const TrainingChangeOutcomes = z.strictObject({ outcomes: z.array(TrainingOutcome) });
export type TrainingChangeOutcomes = z.infer<typeof TrainingChangeOutcomes>;

/** The newest reminder of a training. */
export const LastTrainingReminder = z.strictObject({ at: Timestamp, by_name: z.string() });
export type LastTrainingReminder = z.infer<typeof LastTrainingReminder>;

/** The maximum number of modules or of courses in one call. */
const MOST_MODULES = 50;
/** The maximum number of departments, roles and people in one call: as many as the trainings that one changes. */
const MOST_AUDIENCES = MOST_TRAININGS;
/** The maximum number of assignments that one call creates: modules times audiences. */
export const MAX_ASSIGNMENTS_PER_CALL = 200;
/** The maximum number of trainings that the assignments of one call may concern: people times modules. */
export const MAX_TRAININGS_PER_ASSIGN_CALL = 50_000;

const { due_on, due_days, joiners, window_days, again } = CreateAssignment.shape;

const several = {
  module_ids: z.array(Id).max(MOST_MODULES).default([]),
  course_ids: z.array(Id).max(MOST_MODULES).default([]).describe('All published modules of these courses.'),
  to: z.array(AssignmentAudience).min(1).max(MOST_AUDIENCES),
  due_on,
  due_days,
  joiners,
  window_days,
  again,
};

const oneModule = { path: ['module_ids'], error: () => contractMessage('oneModule') };
const hasModule = (given: { module_ids: string[]; course_ids: string[] }) =>
  given.module_ids.length + given.course_ids.length > 0;

/** Assigns each module to each audience; each pair becomes an assignment of its own. */
export const CreateSeveralAssignments = z
  .strictObject({
    ...several,
    request_id: Id.optional().describe(
      'Chosen by the caller. A repeated request with the same one makes nothing twice: it answers the assignments made, and makes the rest.',
    ),
  })
  .refine(hasAtMostOneDueDate, conflictingDueDatesIssue)
  .refine(hasModule, oneModule);
export type CreateSeveralAssignments = z.infer<typeof CreateSeveralAssignments>;

export const PreviewSeveralAssignments = z
  .strictObject({
    ...several,
    outcome: AssignmentEffectOnPerson.optional().describe('Lists only these trainings.'),
    limit: PageLimit.default(25),
    offset: PageOffset.default(0),
  })
  .refine(hasAtMostOneDueDate, conflictingDueDatesIssue)
  .refine(hasModule, oneModule);
export type PreviewSeveralAssignments = z.infer<typeof PreviewSeveralAssignments>;

const pair = {
  module_id: Id,
  module: z.string().describe('Its title; empty where there is no such module.'),
  to: AssignmentAudience,
};

const PairRefusal = z.strictObject({ code: z.enum(keysOf(ERRORS_BY_CODE)), detail: z.string() });

/** The outcome for one module and one audience. */
export const SeveralAssignmentsOutcomes = z.strictObject({
  outcomes: z.array(
    z.strictObject({
      ...pair,
      assignment_id: Id.nullable(),
      refused: PairRefusal.nullable().describe('Why nothing was assigned; null: it was assigned.'),
    }),
  ),
});
export type SeveralAssignmentsOutcomes = z.infer<typeof SeveralAssignmentsOutcomes>;

export const SeveralAssignmentsPreview = z.strictObject({
  assignments: Count.describe('How many assignments would be created.'),
  counts: AssignmentPreview.shape.counts.describe(
    'How many trainings have each outcome: a person and a module count once.',
  ),
  weeks: AssignmentPreview.shape.weeks,
  trainings: z.array(
    z.strictObject({
      user_id: Id,
      full_name: z.string(),
      department: z.string().nullable(),
      module_id: Id,
      module: z.string(),
      outcome: AssignmentEffectOnPerson,
      due_on: z.iso.date().nullable(),
      through: z.array(AssignmentAudience).describe('Why: each audience that the person is in.'),
    }),
  ),
  total: Count.describe('How many trainings are listed, on all pages.'),
  refused: z.array(z.strictObject({ ...pair, refused: PairRefusal })).describe('What would not be assigned, and why.'),
});
export type SeveralAssignmentsPreview = z.infer<typeof SeveralAssignmentsPreview>;
