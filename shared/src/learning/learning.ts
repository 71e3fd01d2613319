import { z } from 'zod';
import { contractMessage } from '#contract';
import { AttestationDetails } from '../attested/attested.ts';
import { CertificationStatus } from '../analytics/analytics.ts';
import { EnrollmentRef } from '../assignments/assignments.ts';
import { Attempt, AttemptSummary, OwnQuizAnswer } from './attempts.ts';
import { Flashcard, PassScore, SolutionVisibility, QuestionWithoutSolution } from '../courses/courses.ts';
import { Language } from '../i18n/languages.ts';
import { ModuleRef } from '../reviews/reviews.ts';
import { Count, Id, NullableRatio, Timestamp, textSchema, LocalDay } from '../primitives.ts';

/** A person's status in a cycle. `waiting`: nothing is left to do, and an answer isn't graded yet. */
export const CycleStatus = z.enum(['not_started', 'in_progress', 'waiting', 'completed']);
export type CycleStatus = z.infer<typeof CycleStatus>;

/** The reason why a person must complete a module: an assignment that covers them. */
export const AssignmentReason = z.strictObject({
  assignment_id: Id,
  audience: z.enum(['user', 'department', 'role']),
  audience_name: z.string().describe('The person’s, department’s or role’s name.'),
  by: z.string().describe('Who assigned it.'),
  since: Timestamp.describe('When the assignment was made, whenever it came to cover the person.'),
  covers_since: Timestamp.describe('When it came to cover the person in this cycle.'),
});
export type AssignmentReason = z.infer<typeof AssignmentReason>;

const course = z.strictObject({ id: Id, title: z.string(), emoji: z.string() });

const certificate = {
  certification: CertificationStatus.nullable().describe('null where neither the module nor a certificate has an end.'),
  expires_at: Timestamp.nullable().describe('When the newest certificate expires, also one of an earlier cycle.'),
};

/** The caller's own cycle of a module. */
export const MyCycle = z.strictObject({
  enrollment_id: Id,
  cycle: z.int().min(1),
  source: z.enum(['assignment', 'library']).describe('`library`: one’s own choice, owed to nobody.'),
  status: CycleStatus,
  progress: z.number().min(0).max(1).describe('Below 1 until it is completed.'),
  attempts: Count.describe('Those that have a score.'),
  to_check: Count.describe('Spoken answers whose transcript waits for the person’s confirmation.'),
  best_score: NullableRatio,
  assigned_at: Timestamp,
  due_at: Timestamp.nullable().describe('The end of `due_on`.'),
  due_on: LocalDay.nullable(),
  overdue: z.boolean(),
  started_at: Timestamp.nullable(),
  last_activity_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  score: NullableRatio.describe('Of the attempt that passed; null until it is completed.'),
  attested: AttestationDetails.nullable().describe('How it is completed, if not here. It can still be completed here.'),
});
export type MyCycle = z.infer<typeof MyCycle>;

/** A module that was assigned, or started from the library. */
export const MyModule = MyCycle.extend({
  module_id: Id,
  title: z.string(),
  course,
  validity_days: z.int().nullable(),
  ...certificate,
  renewal: z.boolean().describe('The person has completed it before, in an earlier cycle.'),
  paused: z
    .boolean()
    .describe('The module is not published at the moment: it is not owed, and goes on once it is published again.'),
  why: z.array(AssignmentReason).describe('Empty for what came from the library; at most 20.'),
});
export type MyModule = z.infer<typeof MyModule>;

/** A completed cycle, current or not. */
export const MyCompletedCycle = z.strictObject({
  enrollment_id: Id,
  module_id: Id,
  title: z.string(),
  course,
  cycle: z.int().min(1),
  revision: z.int().nullable().describe('What was studied; null for what was completed before that was kept.'),
  completed_at: Timestamp,
  passed_at: Timestamp.nullable().describe('When the attempt ended that passed; null if it has not been stored.'),
  score: NullableRatio,
  attested: AttestationDetails.nullable().describe('Where it was completed, if not here.'),
  attempts: Count,
  expires_at: Timestamp.nullable().describe('Of this certificate; null: it counts for ever.'),
  expires_on: LocalDay.nullable().describe('Its last day.'),
});
export type MyCompletedCycle = z.infer<typeof MyCompletedCycle>;

/**
 * `withdrawn`: no assignment covers the person any more. `waived`: they were excused. `replaced`: superseded by a later
 * cycle.
 */
export const UncompletedCycleEndReason = z.enum(['withdrawn', 'waived', 'replaced']);
export type UncompletedCycleEndReason = z.infer<typeof UncompletedCycleEndReason>;

/**
 * A cycle that ended without completion: one that was started, or that a move to another department took away unstarted
 * in the past 30 days.
 */
export const MyEndedCycle = z.strictObject({
  enrollment_id: Id,
  module_id: Id,
  title: z.string(),
  course,
  cycle: z.int().min(1),
  end: UncompletedCycleEndReason,
  begun: z.boolean().describe('False if a move took it away before it was started.'),
  withdrawn_at: Timestamp.nullable().describe('When the last assignment ceased to cover the person.'),
  left_department: z
    .string()
    .nullable()
    .describe('The department that the person left, if that ended the assignment for them.'),
  department: z.string().nullable().describe('The person’s present department.'),
  attempts: Count,
  best_score: NullableRatio,
  last_activity_at: Timestamp,
});
export type MyEndedCycle = z.infer<typeof MyEndedCycle>;

/** The content of the learner's first page. Lists are capped; the totals give the full counts. */
export const MyTrainingOverview = z.strictObject({
  at: Timestamp,
  time_zone: z.string().describe('In which days begin and end.'),
  owed: z.array(MyModule).describe('Unfinished assignments, what is due first; paused ones last. At most 200.'),
  owed_total: Count,
  begun: z.array(MyModule).describe('Unfinished cycles from the library, the latest activity first. At most 50.'),
  begun_total: Count,
  results: z.array(MyCompletedCycle).describe('The newest first. At most 100.'),
  results_total: Count,
  ended: z.array(MyEndedCycle).describe('The latest activity first. At most 100.'),
  ended_total: Count,
});
export type MyTrainingOverview = z.infer<typeof MyTrainingOverview>;

export const ListLibrary = z.strictObject({
  search: z.string().trim().max(200).optional().describe('Found in titles of modules and courses.'),
  limit: z.int().min(1).max(50).default(20).describe('At most so many courses.'),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListLibrary = z.infer<typeof ListLibrary>;

export const LibraryModule = z.strictObject({
  module_id: Id,
  title: z.string(),
  cards: Count,
  questions: Count,
  validity_days: z.int().nullable(),
  ...certificate,
  mine: MyCycle.nullable().describe('The person’s current cycle, if they have one.'),
});
export type LibraryModule = z.infer<typeof LibraryModule>;

/** Published modules, paged by course. A course whose own title matches the search shows all of its modules. */
export const LibraryCoursePage = z.strictObject({
  courses: z.array(course.extend({ department: z.string().nullable(), modules: z.array(LibraryModule) })),
  total: Count.describe('How many courses there are to page through.'),
});
export type LibraryCoursePage = z.infer<typeof LibraryCoursePage>;

const changedItems = z.strictObject({ changed: z.array(Id), added: z.array(Id), removed: z.array(Id) });

/** The live revision, if it is newer than the one being studied. */
export const NewerRevision = z.strictObject({
  revision: z.int(),
  published_at: Timestamp,
  finish_by: Timestamp.describe('Until then the older one may be finished: 30 days after it was replaced.'),
  outdated: z.boolean().describe('That time is over: it goes on with the newer one only.'),
  title: z.string(),
  cards: changedItems.describe('From the revision that is studied to the newer one.'),
  questions: changedItems,
});
export type NewerRevision = z.infer<typeof NewerRevision>;

export const OwnModuleFeedback = z.strictObject({
  rating: z.int().min(1).max(5).nullable(),
  comment: z.string().nullable(),
  at: Timestamp,
});
export type OwnModuleFeedback = z.infer<typeof OwnModuleFeedback>;

/** `language`: one of the module's; by default the person's own, else the one that it is written in. */
export const OpenModuleForStudy = ModuleRef.extend({ language: Language.optional() });
export type OpenModuleForStudy = z.infer<typeof OpenModuleForStudy>;

/** Everything that the player needs. Solutions are included only for answered questions. */
export const ModuleForStudy = z.strictObject({
  module_id: Id,
  course,
  time_zone: z.string(),
  cycle: MyCycle.extend({ why: z.array(AssignmentReason) })
    .nullable()
    .describe('null: nothing has been begun or assigned; `learning.start` begins.'),
  revision: z.strictObject({
    id: Id.describe('What is shown: the pinned revision, or the live one before the start.'),
    number: z.int(),
    title: z.string(),
    published_at: Timestamp,
    pass_score: PassScore,
    validity_days: z.int().nullable(),
  }),
  language: Language.describe('The language that it is shown in.'),
  languages: z.array(Language).describe('The one that it is written in, then those that it is translated into.'),
  untranslated: z
    .array(Id)
    .describe('Cards and questions shown in the source language: their translation isn’t approved yet.'),
  cards: z.array(Flashcard.omit({ source: true }).extend({ seen: z.boolean() })),
  questions_asked: Count.describe('By an attempt.'),
  questions: z
    .array(QuestionWithoutSolution)
    .describe('Those of the attempt that is under way. Until one begins there are none: nobody prepares for a draw.'),
  attempts_allowed: Count.describe('In this cycle.'),
  attempts_left: Count.describe('How many more can be begun, unless one is under way or passed.'),
  show_solutions: SolutionVisibility,
  attempt: Attempt.nullable().describe('The unfinished one, else the last that has a score.'),
  attempts: z.array(AttemptSummary).describe('Of this cycle, the newest first; at most 50.'),
  newer: NewerRevision.nullable(),
  ...certificate,
  feedback: OwnModuleFeedback.nullable().describe('What the person said of it in this cycle.'),
});
export type ModuleForStudy = z.infer<typeof ModuleForStudy>;

/** A cycle of the caller with its activity. */
export const CycleWithActivity = z.strictObject({
  enrollment_id: Id,
  cycle: z.int().min(1),
  is_current: z.boolean(),
  end: UncompletedCycleEndReason.nullable().describe('null for one that is completed, or can be gone on with.'),
  assigned_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  attempts: z.array(AttemptSummary).describe('The newest first; at most 50.'),
});
export type CycleWithActivity = z.infer<typeof CycleWithActivity>;

/** The caller's whole history with a module, even if it can't be studied now. */
export const MyModuleHistory = z.strictObject({
  module_id: Id,
  title: z.string(),
  course,
  time_zone: z.string(),
  cycles: z.array(CycleWithActivity).describe('Those that were started, the newest first; at most 50.'),
});
export type MyModuleHistory = z.infer<typeof MyModuleHistory>;

/** Progress in a cycle after a change. */
export const CycleProgress = z.strictObject({
  enrollment_id: Id,
  status: CycleStatus,
  progress: z.number().min(0).max(1),
  cards_seen: Count,
  cards: Count,
  completed_at: Timestamp.nullable(),
  score: NullableRatio,
  expires_at: Timestamp.nullable().describe('Of the certificate of this cycle.'),
});
export type CycleProgress = z.infer<typeof CycleProgress>;

/** Progress in a cycle after cards were reported as seen. */
export const RecordedSeenCards = CycleProgress.extend({
  uncounted: z.array(Id).describe('Cards that do not count yet: they are not on screen, or not for a second.'),
});
export type RecordedSeenCards = z.infer<typeof RecordedSeenCards>;

/** `language`: of the questions, as in `OpenModuleForStudy`. */
export const BeginAttempt = EnrollmentRef.extend({ language: Language.optional() });
export type BeginAttempt = z.infer<typeof BeginAttempt>;

/** Moves to the revision shown as `newer`; 409 `stale_revision` if a different one is live by now. */
export const UpgradeCycleToNewerRevision = z.strictObject({ enrollment_id: Id, revision: z.int().min(1) });
export type UpgradeCycleToNewerRevision = z.infer<typeof UpgradeCycleToNewerRevision>;

export const AnsweredQuestion = z.strictObject({
  answer: OwnQuizAnswer,
  attempt: AttemptSummary,
  cycle: CycleProgress,
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

/** Sets the feedback of a cycle, replacing earlier feedback. */
export const GiveFeedback = z
  .strictObject({
    enrollment_id: Id,
    rating: z.int().min(1).max(5).nullable(),
    comment: textSchema(1, 2_000).nullable(),
  })
  .refine(({ rating, comment }) => rating !== null || comment !== null, {
    error: () => contractMessage('ratingOrComment'),
  });
export type GiveFeedback = z.infer<typeof GiveFeedback>;
