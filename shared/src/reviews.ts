import { z } from 'zod';
import {
  Flashcard,
  MaxAttempts,
  ModuleStatus,
  Question,
  SectionKind,
  SectionState,
  ShowSolutions,
  Workflow,
} from './courses.ts';
import { Count, Id, Timestamp, text } from './primitives.ts';

export const NameModule = z.strictObject({ module_id: Id });
export type NameModule = z.infer<typeof NameModule>;

const Reason = text(1, 2_000).describe('Kept in the audit log and shown to the author.');

/** A transition that has to be explained: unpublish, archive, restore. */
export const ModuleWithReason = z.strictObject({ module_id: Id, reason: Reason });
export type ModuleWithReason = z.infer<typeof ModuleWithReason>;

/** A super admin has to say why; the author need not. */
export const WithdrawModule = z.strictObject({ module_id: Id, reason: Reason.optional() });
export type WithdrawModule = z.infer<typeof WithdrawModule>;

/**
 * What the reviewer saw: deciding on anything else is 409 `stale_revision`. `content_hash` is the hash of the section's
 * content. `round` stands for title, validity and pass score, because each submission begins another round.
 */
const decision = {
  module_id: Id,
  section: SectionKind,
  round: z.int().min(1),
  content_hash: z.string().regex(/^[0-9a-f]{64}$/, 'Must be a content hash'),
};

/** Turns the whole submission down: that of `round`, or it is 409 `stale_revision`. */
export const RejectModule = z.strictObject({ module_id: Id, round: decision.round, reason: Reason });
export type RejectModule = z.infer<typeof RejectModule>;

export const ApproveSection = z.strictObject(decision);
export type ApproveSection = z.infer<typeof ApproveSection>;

/** Sends one section back: it alone unlocks. The comment may be about one card or question. */
export const QuerySection = z.strictObject({ ...decision, comment: Reason, item_id: Id.optional() });
export type QuerySection = z.infer<typeof QuerySection>;

/**
 * Soft: shows who is looking. Taking over somebody else's claim has to be said (`take_over`), or it is 409
 * `already_claimed`; one's own work is 403 `self_review`.
 */
export const ClaimReview = z.strictObject({ module_id: Id, take_over: z.boolean().default(false) });
export type ClaimReview = z.infer<typeof ClaimReview>;

/**
 * Hands a claim to another reviewer, who may decide on the module: whoever has it does, or a super admin; anybody where
 * nobody has it.
 */
export const ReassignReview = z.strictObject({ module_id: Id, to: Id });
export type ReassignReview = z.infer<typeof ReassignReview>;

/** Who may decide on a module, by name. */
export const Reviewers = z.strictObject({
  reviewers: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      email: z.string().nullable().describe('What tells them apart from another reviewer of that name; else null.'),
    }),
  ),
});
export type Reviewers = z.infer<typeof Reviewers>;

export const AddComment = z.strictObject({
  module_id: Id,
  section: SectionKind,
  item_id: Id.optional().describe('The card or question that it is about; the section when absent.'),
  body: text(1, 5_000),
});
export type AddComment = z.infer<typeof AddComment>;

export const ResolveComment = z.strictObject({ id: Id, resolved: z.boolean() });
export type ResolveComment = z.infer<typeof ResolveComment>;

/** Carried across rounds until it is resolved. */
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

export const Verdict = z.enum(['approved', 'queried', 'rejected', 'withdrawn', 'published']);
export type Verdict = z.infer<typeof Verdict>;

/** One submission and what became of it. */
export const ReviewRound = z.strictObject({
  id: Id,
  round: z.int(),
  submitted_by: z.string(),
  submitted_at: Timestamp,
  decisions: z.array(
    z.strictObject({
      section: SectionKind.nullable().describe('Null where it was about the whole module.'),
      verdict: Verdict,
      by: z.string(),
      at: Timestamp,
      reason: z.string().nullable(),
    }),
  ),
});
export type ReviewRound = z.infer<typeof ReviewRound>;

/** A module's content at some moment, to compare with. */
export const ContentSnapshot = z.strictObject({
  round: z.int().nullable(),
  at: Timestamp,
  title: z.string(),
  validity_days: z.int().nullable(),
  pass_score: z.number(),
  max_attempts: MaxAttempts,
  show_solutions: ShowSolutions,
  flashcards: z.array(Flashcard),
  quiz: z.array(Question),
});
export type ContentSnapshot = z.infer<typeof ContentSnapshot>;

/** What the page of a review compares the submitted content with. */
export const ReviewComparison = z.strictObject({
  approved: ContentSnapshot.nullable().describe(
    'What was last approved, of each section; title, validity and pass score are those of the later of the two approvals. Null where nothing ever was.',
  ),
  seen: ContentSnapshot.nullable().describe(
    'What this reviewer saw in an earlier round; null where they did not look.',
  ),
  rounds: z.array(ReviewRound).describe('The newest first.'),
});
export type ReviewComparison = z.infer<typeof ReviewComparison>;

/** What a section of a module under review can be. */
const SectionUnderReview = SectionState.exclude(['editable']);

export const QueueRow = z.strictObject({
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
export type QueueRow = z.infer<typeof QueueRow>;

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
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListReviews = z.infer<typeof ListReviews>;

/** What has waited longest comes first. */
export const ReviewQueue = z.strictObject({ modules: z.array(QueueRow), total: Count });
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** What a reviewer goes on with after a module. */
export const NextReview = z.strictObject({
  next: z
    .strictObject({ module_id: Id, title: z.string() })
    .nullable()
    .describe('What follows it in the queue, after the last one the first again; null where nothing else waits.'),
  waiting: Count.describe('How many others wait that the caller may decide on and nobody else has claimed.'),
});
export type NextReview = z.infer<typeof NextReview>;

/** Where a module stands after a transition. */
export const ModuleState = z.strictObject({
  module_id: Id,
  status: ModuleStatus,
  workflow: Workflow.nullable(),
  round: z.int(),
});
export type ModuleState = z.infer<typeof ModuleState>;
