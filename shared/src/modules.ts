import { z } from 'zod';
import {
  Flashcard,
  MaxAttempts,
  ModuleStatus,
  PassScore,
  Question,
  SectionKind,
  SectionState,
  ShowSolutions,
  Workflow,
} from './courses.ts';
import { Id, Timestamp, label } from './primitives.ts';
import { ReviewComment } from './reviews.ts';
import { CONTENT_LIMITS } from './sections.ts';

/** Why something takes no edits: what a 423 carries, and what the editor shows. */
export const SectionLock = z.strictObject({
  section: SectionKind.nullable().describe('Null: title, validity and pass score.'),
  round: z.int(),
  since: Timestamp,
  by: z.string().nullable().describe('Whoever submitted or approved it.'),
});
export type SectionLock = z.infer<typeof SectionLock>;

const section = {
  state: SectionState,
  version: z.int().describe('An edit names the version that it began from.'),
  content_hash: z.string().describe('SHA-256 of the content; a decision names what was seen by it.'),
  state_since: Timestamp,
  state_by: z.string().nullable(),
  saved_by: z
    .strictObject({ id: Id.nullable(), name: z.string() })
    .nullable()
    .describe('Who has written what stands there; without an id where no person did.'),
};

/** What an AI job made for a section that was locked or full when it was done; it can be added once that is open. */
export const SectionProposal = z.strictObject({
  id: Id,
  section: SectionKind,
  items: z.int().describe('How many cards or questions.'),
  job_id: Id.nullable().describe('The job that made them; null of old ones.'),
  created_at: Timestamp,
});
export type SectionProposal = z.infer<typeof SectionProposal>;

/** What was decided about a module as a whole, other than its publication. */
export const ModuleOutcome = z.strictObject({
  kind: z.enum(['rejected', 'withdrawn', 'unpublished', 'archived', 'restored']),
  by: z.string(),
  at: Timestamp,
  reason: z.string().nullable().describe('Null where none was asked for: authors withdraw without one.'),
});
export type ModuleOutcome = z.infer<typeof ModuleOutcome>;

/** A module as its authors and reviewers read it: the working copy where one is open, else what is live. */
export const ModuleDetail = z.strictObject({
  id: Id,
  title: z.string(),
  status: ModuleStatus,
  workflow: Workflow.nullable().describe('Where the working copy stands; null while there is none.'),
  round: z.int().describe('How often it has been submitted.'),
  validity_days: z.int().nullable(),
  pass_score: PassScore,
  max_attempts: MaxAttempts,
  show_solutions: ShowSolutions,
  settings_version: z.int().describe('A change of title or settings names the version that it began from.'),
  course: z.strictObject({
    id: Id,
    title: z.string(),
    emoji: z.string(),
    department_id: Id.nullable(),
    department: z.string().nullable(),
  }),
  flashcards: z.strictObject({ ...section, cards: z.array(Flashcard) }),
  quiz: z.strictObject({ ...section, questions: z.array(Question) }),
  submitted: z.strictObject({ by: z.string(), at: Timestamp }).nullable(),
  claimed_by: z.strictObject({ id: Id, name: z.string(), at: Timestamp }).nullable(),
  live: z
    .strictObject({ number: z.int(), title: z.string(), published_at: Timestamp })
    .nullable()
    .describe('The approved revision that learners see, also while a working copy is revised.'),
  source: z
    .strictObject({ suggestion_id: Id, title: z.string(), name: z.string(), url: z.string().nullable() })
    .nullable()
    .describe('The suggestion that the draft was made of.'),
  outcomes: z
    .array(ModuleOutcome)
    .describe('Since it was last submitted, published or revised: the last of each kind, the newest first.'),
  comments: z.array(ReviewComment),
  proposals: z.array(SectionProposal),
  unanswered: z
    .array(SectionKind)
    .describe('Queried sections that were neither changed nor answered since: resubmitting is 409 `nothing_changed`.'),
  generating: z.array(SectionKind).describe('The sections that an AI job is making something for.'),
  mine: z
    .boolean()
    .describe('The caller made it or has ever written in it, and so may neither claim its review nor decide on it.'),
});
export type ModuleDetail = z.infer<typeof ModuleDetail>;

export const NameProposal = z.strictObject({ id: Id });
export type NameProposal = z.infer<typeof NameProposal>;

/** A question as somebody who is asked it sees it: without what is right. */
export const AskedQuestion = z.strictObject({
  id: Id,
  kind: z.enum(['single_choice', 'multiple_choice', 'short_text', 'spoken']),
  prompt: z.string(),
  options: z.array(z.string()).describe('Empty where there is nothing to choose from.'),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** What learners see: the live revision and never a working copy. */
export const LiveModule = z.strictObject({
  id: Id,
  title: z.string(),
  revision: z.int(),
  published_at: Timestamp,
  flashcards: z.array(Flashcard.omit({ source: true })),
  questions: z.array(AskedQuestion),
});
export type LiveModule = z.infer<typeof LiveModule>;

export const CreateModule = z.strictObject({ course_id: Id, title: label(200) });
export type CreateModule = z.infer<typeof CreateModule>;

/**
 * What is not part of a section. Locked during review as the sections are: what is approved is what is published. What
 * is absent stays as it is. Another version there than the one that the change began from is 409 `stale_version`.
 */
export const UpdateModule = z.strictObject({
  id: Id,
  settings_version: z.int().min(1).describe('That of `modules.get`.'),
  title: label(200).optional(),
  validity_days: z.int().min(1).max(36_500).nullable().optional().describe('Null: a completion counts for ever.'),
  pass_score: PassScore.optional(),
  max_attempts: MaxAttempts.optional().describe('In a cycle of a learner; a trainer can open more.'),
  show_solutions: ShowSolutions.optional(),
});
export type UpdateModule = z.infer<typeof UpdateModule>;

/** All modules of the course in their new order. One that was added or moved meanwhile makes it 409 `stale_version`. */
export const OrderModules = z.strictObject({
  course_id: Id,
  from: z.array(Id).max(CONTENT_LIMITS.modules).describe('The order that was shown.'),
  to: z.array(Id).max(CONTENT_LIMITS.modules),
});
export type OrderModules = z.infer<typeof OrderModules>;
