import { z } from 'zod';
import { AiJobState } from '../ai/ai-jobs.ts';
import { AuditEvent } from '../audit/audit.ts';
import { SectionKind } from '../courses/courses.ts';
import { Count, Id, Timestamp, LocalDay } from '../primitives.ts';
import { Capability, KeyOutcome, Provider } from '../provider-keys/provider-keys.ts';

/** Menu pages that show a count of items waiting for the user. */
export const CountedPage = z.enum(['training', 'courses', 'recommended', 'reviews', 'grading', 'settings']);
export type CountedPage = z.infer<typeof CountedPage>;

/** Counts stop here; the console shows “99+”. */
export const MOST_COUNTED = 100;

/** The maximum number of rows of a list on the first page. The linked page has the rest. */
export const MOST_OVERVIEW_ROWS = 5;

const Counted = z.int().min(0).max(MOST_COUNTED).describe('100 stands for any number from 100 on.');

/** The number of waiting items per page that the role works on, and whether the menu has My team. */
export const OverviewCounts = z.strictObject({
  training: Counted.optional(),
  courses: Counted.optional(),
  recommended: Counted.optional(),
  reviews: Counted.optional(),
  grading: Counted.optional(),
  settings: Counted.optional(),
  manages: z.boolean().describe('Whether the person is someone’s manager.'),
});
export type OverviewCounts = z.infer<typeof OverviewCounts>;

const listOf = <Line extends z.ZodType>(line: Line) =>
  z.strictObject({ total: Counted, lines: z.array(line).max(MOST_OVERVIEW_ROWS) });

/** Training figures of active people, as analytics counts them; for trainers, of their department only. */
export const TrainingFigures = z.strictObject({
  assigned: Count,
  completed: Count,
  in_progress: Count,
  not_started: Count,
  overdue: Count.describe('Unfinished past their day; some have begun, some have not.'),
  due_soon: Count.describe('Certificates that run out within 30 days.'),
});
export type TrainingFigures = z.infer<typeof TrainingFigures>;

export const WaitingReview = z.strictObject({
  module_id: Id,
  title: z.string(),
  round: z.int(),
  department: z.string().nullable(),
  submitted_by: z.string(),
  submitted_at: Timestamp,
  claimed_by: z.string().nullable(),
});
export type WaitingReview = z.infer<typeof WaitingReview>;

export const FailingKey = z.strictObject({
  capability: Capability,
  provider: Provider,
  since: Timestamp,
  outcome: KeyOutcome.nullable(),
  parked_jobs: Count,
});
export type FailingKey = z.infer<typeof FailingKey>;

export const UnusedToken = z.strictObject({ id: Id, name: z.string(), last_used_at: Timestamp.nullable() });
export type UnusedToken = z.infer<typeof UnusedToken>;

/** Problems that only a super admin can fix. */
export const AttentionItems = z.strictObject({
  failing_keys: z.array(FailingKey),
  reviews: listOf(WaitingReview).describe('The one that has waited longest.'),
  unused_tokens: listOf(UnusedToken).describe('Active, and not used for 90 days.'),
});
export type AttentionItems = z.infer<typeof AttentionItems>;

/** A person who is late with a module, or whose certificate expires soon. */
export const PersonBehind = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  module: z.string(),
  list: z.enum(['overdue', 'expiring']),
  day: LocalDay.describe('When it was due, or the last day of the certificate.'),
});
export type PersonBehind = z.infer<typeof PersonBehind>;

/** The steps to set up a workspace, in order. */
export const SetUpStep = z.enum(['ai', 'people', 'course', 'token', 'channel', 'time_zone']);
export type SetUpStep = z.infer<typeof SetUpStep>;

export const SetUp = z.array(z.strictObject({ step: SetUpStep, done: z.boolean() }));
export type SetUp = z.infer<typeof SetUp>;

/** An open query of a reviewer about a section that was sent back. */
export const OpenQuery = z.strictObject({
  comment_id: Id,
  module_id: Id,
  course_id: Id,
  title: z.string(),
  section: SectionKind,
  item_id: Id.nullable(),
  body: z.string().describe('At most its first 300 characters.'),
  by: z.string(),
  at: Timestamp,
});
export type OpenQuery = z.infer<typeof OpenQuery>;

export const OwnDraft = z.strictObject({
  module_id: Id,
  course_id: Id,
  title: z.string(),
  course: z.string(),
  rejected: z.boolean(),
  changed_at: Timestamp,
});
export type OwnDraft = z.infer<typeof OwnDraft>;

export const WaitingJob = z.strictObject({
  id: Id,
  title: z.string(),
  state: AiJobState.extract(['queued', 'running', 'parked']),
  created_at: Timestamp,
});
export type WaitingJob = z.infer<typeof WaitingJob>;

export const NewSuggestion = z.strictObject({
  id: Id,
  title: z.string(),
  source_name: z.string(),
  created_at: Timestamp,
});
export type NewSuggestion = z.infer<typeof NewSuggestion>;

const standing = { standing: TrainingFigures };

/** The caller's waiting items: at most three short lists, and the training figures. */
export const Overview = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('super_admin'),
    attention: AttentionItems,
    behind: z.array(PersonBehind),
    set_up: SetUp.nullable().describe('Null once it is complete, or put away by whoever asks.'),
    ...standing,
  }),
  z.strictObject({
    role: z.literal('trainer'),
    queries: listOf(OpenQuery),
    drafts: listOf(OwnDraft),
    jobs: listOf(WaitingJob),
    suggestions: listOf(NewSuggestion),
    ...standing,
  }),
  z.strictObject({ role: z.literal('content_manager'), reviews: listOf(WaitingReview), ...standing }),
  z.strictObject({ role: z.literal('auditor'), changes: z.array(AuditEvent), ...standing }),
  z.strictObject({ role: z.literal('learner') }).describe('Their first page is My training.'),
]);
export type Overview = z.infer<typeof Overview>;
export type OverviewOfRole<R extends Overview['role']> = Extract<Overview, { role: R }>;

/** Dismisses the set-up list, or restores it. */
export const DismissSetUp = z.strictObject({ away: z.boolean() });
export type DismissSetUp = z.infer<typeof DismissSetUp>;
