import { z } from 'zod';
import { AiJobState } from '../ai/ai-jobs.ts';
import { AuditEvent } from '../audit/audit.ts';
import { SectionKind } from '../courses/courses.ts';
import { Count, Id, Timestamp, LocalDay } from '../primitives.ts';
import { AiCapability, KeyTestOutcome, AiProvider } from '../provider-keys/provider-keys.ts';

/** Menu pages that show a count of items waiting for the user. */
export const MenuPageWithCount = z.enum(['training', 'courses', 'recommended', 'reviews', 'grading', 'settings']);
export type MenuPageWithCount = z.infer<typeof MenuPageWithCount>;

/** Counts stop here; the console shows “99+”. */
export const MAX_MENU_COUNT = 100;

/** The maximum number of rows of a list on the first page. The linked page has the rest. */
export const MAX_OVERVIEW_LIST_ROWS = 5;

const Counted = z.int().min(0).max(MAX_MENU_COUNT).describe('100 stands for any number from 100 on.');

/** The number of waiting items per page that the role works on, and whether the menu has My team. */
export const MenuCounts = z.strictObject({
  training: Counted.optional(),
  courses: Counted.optional(),
  recommended: Counted.optional(),
  reviews: Counted.optional(),
  grading: Counted.optional(),
  settings: Counted.optional(),
  manages: z.boolean().describe('Whether the person is someone’s manager.'),
});
export type MenuCounts = z.infer<typeof MenuCounts>;

const listOf = <Line extends z.ZodType>(line: Line) =>
  z.strictObject({ total: Counted, lines: z.array(line).max(MAX_OVERVIEW_LIST_ROWS) });

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

export const FailingProviderKey = z.strictObject({
  capability: AiCapability,
  provider: AiProvider,
  since: Timestamp,
  outcome: KeyTestOutcome.nullable(),
  parked_jobs: Count,
});
export type FailingProviderKey = z.infer<typeof FailingProviderKey>;

export const UnusedApiToken = z.strictObject({ id: Id, name: z.string(), last_used_at: Timestamp.nullable() });
export type UnusedApiToken = z.infer<typeof UnusedApiToken>;

/** Problems that only a super admin can fix. */
export const SuperAdminAttentionItems = z.strictObject({
  failing_keys: z.array(FailingProviderKey),
  reviews: listOf(WaitingReview).describe('The one that has waited longest.'),
  unused_tokens: listOf(UnusedApiToken).describe('Active, and not used for 90 days.'),
});
export type SuperAdminAttentionItems = z.infer<typeof SuperAdminAttentionItems>;

/** A person who is late with a module, or whose certificate expires soon. */
export const PersonOverdueOrExpiring = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  module: z.string(),
  list: z.enum(['overdue', 'expiring']),
  day: LocalDay.describe('When it was due, or the last day of the certificate.'),
});
export type PersonOverdueOrExpiring = z.infer<typeof PersonOverdueOrExpiring>;

/** The steps to set up a workspace, in order. */
export const WorkspaceSetUpStep = z.enum(['ai', 'people', 'course', 'token', 'channel', 'time_zone']);
export type WorkspaceSetUpStep = z.infer<typeof WorkspaceSetUpStep>;

export const WorkspaceSetUpChecklist = z.array(z.strictObject({ step: WorkspaceSetUpStep, done: z.boolean() }));
export type WorkspaceSetUpChecklist = z.infer<typeof WorkspaceSetUpChecklist>;

/** An open query of a reviewer about a section that was sent back. */
export const UnresolvedReviewQuery = z.strictObject({
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
export type UnresolvedReviewQuery = z.infer<typeof UnresolvedReviewQuery>;

export const OwnModuleDraft = z.strictObject({
  module_id: Id,
  course_id: Id,
  title: z.string(),
  course: z.string(),
  rejected: z.boolean(),
  changed_at: Timestamp,
});
export type OwnModuleDraft = z.infer<typeof OwnModuleDraft>;

export const UnfinishedAiJob = z.strictObject({
  id: Id,
  title: z.string(),
  state: AiJobState.extract(['queued', 'running', 'parked']),
  created_at: Timestamp,
});
export type UnfinishedAiJob = z.infer<typeof UnfinishedAiJob>;

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
    attention: SuperAdminAttentionItems,
    behind: z.array(PersonOverdueOrExpiring),
    set_up: WorkspaceSetUpChecklist.nullable().describe('Null once it is complete, or put away by whoever asks.'),
    ...standing,
  }),
  z.strictObject({
    role: z.literal('trainer'),
    queries: listOf(UnresolvedReviewQuery),
    drafts: listOf(OwnModuleDraft),
    jobs: listOf(UnfinishedAiJob),
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
export const DismissOrRestoreSetUpChecklist = z.strictObject({ away: z.boolean() });
export type DismissOrRestoreSetUpChecklist = z.infer<typeof DismissOrRestoreSetUpChecklist>;
