import { z } from 'zod';
import { contractMessage } from '#contract';
import {
  AttemptSettings,
  Flashcard,
  ModuleStatus,
  Question,
  SectionKind,
  SectionState,
  WorkingCopyStatus,
} from '../courses/courses.ts';
import { Count, Id, Timestamp, textSchema } from '../primitives.ts';

export const ModuleRef = z.strictObject({ module_id: Id });
export type ModuleRef = z.infer<typeof ModuleRef>;

const Reason = textSchema(1, 2_000).describe('Kept in the audit log and shown to the author.');

/** A transition that requires a reason: unpublish, archive, restore. */
export const ModuleRefWithReason = z.strictObject({ module_id: Id, reason: Reason });
export type ModuleRefWithReason = z.infer<typeof ModuleRefWithReason>;

/** Withdraws a module. A super admin must give a reason; authors needn't. */
export const WithdrawModule = z.strictObject({ module_id: Id, reason: Reason.optional() });
export type WithdrawModule = z.infer<typeof WithdrawModule>;

/**
 * The content that the reviewer saw; 409 `stale_revision` if it has changed. `content_hash` is the hash of the
 * section's content. `round` covers title, validity and pass score, because each submission begins another round.
 */
const decision = {
  module_id: Id,
  section: SectionKind,
  round: z.int().min(1),
  content_hash: z.string().regex(/^[0-9a-f]{64}$/, { error: () => contractMessage('contentHash') }),
};

/** Rejects the whole submission of `round`; 409 `stale_revision` if it isn't the current one. */
export const RejectModule = z.strictObject({ module_id: Id, round: decision.round, reason: Reason });
export type RejectModule = z.infer<typeof RejectModule>;

export const ApproveSection = z.strictObject({
  ...decision,
  may_publish: z
    .boolean()
    .default(true)
    .describe('false: 409 `module_state` instead of a publication, because the reviewer hasn’t confirmed one.'),
});
export type ApproveSection = z.infer<typeof ApproveSection>;

/** Sends one section back and unlocks only that one. The comment may refer to one card or question. */
export const QuerySection = z.strictObject({ ...decision, comment: Reason, item_id: Id.optional() });
export type QuerySection = z.infer<typeof QuerySection>;

/**
 * Claims a review. A claim is advisory: it shows who is reviewing. Taking over another user's claim requires
 * `take_over`, else 409 `already_claimed`; a contributor's own work is 403 `self_review`.
 */
export const ClaimReview = z.strictObject({ module_id: Id, take_over: z.boolean().default(false) });
export type ClaimReview = z.infer<typeof ClaimReview>;

/**
 * Passes a claim to another reviewer who may decide on the module. Allowed for the claim's owner and super admins, and
 * for any reviewer if the review is unclaimed.
 */
export const ReassignReview = z.strictObject({ module_id: Id, to: Id });
export type ReassignReview = z.infer<typeof ReassignReview>;

/** The reviewers who may decide on a module, by name. */
export const EligibleReviewers = z.strictObject({
  reviewers: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      email: z
        .string()
        .nullable()
        .describe('The e-mail or external_id that tells them apart from another reviewer of that name; else null.'),
    }),
  ),
});
export type EligibleReviewers = z.infer<typeof EligibleReviewers>;

export const AddComment = z.strictObject({
  module_id: Id,
  section: SectionKind,
  item_id: Id.optional().describe('The card or question that it is about; the section when absent.'),
  body: textSchema(1, 5_000),
});
export type AddComment = z.infer<typeof AddComment>;

export const ResolveOrReopenComment = z.strictObject({ id: Id, resolved: z.boolean() });
export type ResolveOrReopenComment = z.infer<typeof ResolveOrReopenComment>;

/** A review comment. It stays open across rounds until it is resolved. */
export const ReviewComment = z.strictObject({
  id: Id,
  section: SectionKind,
  item_id: Id.nullable(),
  round: z.int(),
  kind: z.enum(['comment', 'query']),
  body: z.string(),
  author: z.strictObject({ id: Id, name: z.string(), reviewer: z.boolean() }),
  at: Timestamp,
  resolved: z.strictObject({ by: z.string(), at: Timestamp }).nullable(),
});
export type ReviewComment = z.infer<typeof ReviewComment>;

export const ReviewRoundVerdict = z.enum(['approved', 'queried', 'rejected', 'withdrawn', 'published']);
export type ReviewRoundVerdict = z.infer<typeof ReviewRoundVerdict>;

/** One submission and its outcome. */
export const ReviewRound = z.strictObject({
  id: Id,
  round: z.int(),
  submitted_by: z.string(),
  submitted_at: Timestamp,
  decisions: z.array(
    z.strictObject({
      section: SectionKind.nullable().describe('Null where it was about the whole module.'),
      verdict: ReviewRoundVerdict,
      by: z.string(),
      at: Timestamp,
      reason: z.string().nullable(),
    }),
  ),
});
export type ReviewRound = z.infer<typeof ReviewRound>;

/** A module's content at a point in time, for comparison. */
export const ModuleContentVersion = z.strictObject({
  round: z.int().nullable(),
  at: Timestamp,
  title: z.string(),
  validity_days: z.int().nullable(),
  pass_score: z.number(),
  ...AttemptSettings.shape,
  flashcards: z.array(Flashcard),
  quiz: z.array(Question),
});
export type ModuleContentVersion = z.infer<typeof ModuleContentVersion>;

/** The versions that the review page compares the submitted content with. */
export const ReviewComparisonVersions = z.strictObject({
  approved: ModuleContentVersion.nullable().describe(
    'What was last approved, of each section; title, validity and pass score are those of the later of the two approvals. Null where nothing ever was.',
  ),
  seen: ModuleContentVersion.nullable().describe(
    'What this reviewer saw in an earlier round; null where they did not look.',
  ),
  rounds: z.array(ReviewRound).describe('The newest 100, the newest first.'),
});
export type ReviewComparisonVersions = z.infer<typeof ReviewComparisonVersions>;

/** The states of a section of a module under review. */
const SectionUnderReview = SectionState.exclude(['editable']);

export const ReviewQueueRow = z.strictObject({
  module_id: Id,
  title: z.string(),
  status: ModuleStatus.describe('The public one: `published` where a working copy is reviewed.'),
  round: z.int(),
  course: z.strictObject({ id: Id, title: z.string(), emoji: z.string() }),
  department: z.string().nullable(),
  submitted_by: z.string(),
  submitted_at: Timestamp,
  claimed_by: z.strictObject({ id: Id, name: z.string(), at: Timestamp }).nullable(),
  sections: z.strictObject({ flashcards: SectionUnderReview, quiz: SectionUnderReview }),
  sent_back: z
    .strictObject({ by: z.string(), at: Timestamp })
    .nullable()
    .describe('Who queried a section of it last; null while none is queried.'),
  mine: z.boolean().describe('The caller wrote or edited it, and so may neither claim nor decide on it.'),
});
export type ReviewQueueRow = z.infer<typeof ReviewQueueRow>;

export const ReviewOrder = z.enum(['waiting', 'module', 'submitted_by']);
export type ReviewOrder = z.infer<typeof ReviewOrder>;

export const ListReviews = z.strictObject({
  state: z
    .enum(['waiting', 'sent_back'])
    .default('waiting')
    .describe(
      'What has a section to decide on, be the other one queried or not; or what was sent back: the modules with a queried section.',
    ),
  claim: z.enum(['all', 'unclaimed', 'mine']).default('all'),
  department_id: Id.optional(),
  waiting_days: z.int().min(0).max(365).optional().describe('Only what has waited for at least so many days.'),
  order: ReviewOrder.default('waiting').describe('`waiting` is the time since the submission.'),
  descending: z.boolean().default(true),
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListReviews = z.infer<typeof ListReviews>;

/** The longest waiting comes first, unless asked otherwise. */
export const ReviewQueue = z.strictObject({ modules: z.array(ReviewQueueRow), total: Count });
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** The next module to review. */
export const NextReview = z.strictObject({
  next: z
    .strictObject({ module_id: Id, title: z.string() })
    .nullable()
    .describe('What follows it in the queue, after the last one the first again; null where nothing else waits.'),
  waiting: Count.describe('How many others wait that the caller may decide on and nobody else has claimed.'),
});
export type NextReview = z.infer<typeof NextReview>;

/** The state of a module after a transition. */
export const ModuleState = z.strictObject({
  module_id: Id,
  status: ModuleStatus,
  workflow: WorkingCopyStatus.nullable(),
  round: z.int(),
});
export type ModuleState = z.infer<typeof ModuleState>;
