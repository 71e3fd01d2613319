import { z } from 'zod';
import { contractMessage } from '#contract';
import { GradedCriterion, GradeOrigin } from '../grading/grading.ts';
import { StoredAnswerContent, AttemptTopicScores } from '../learning/attempts.ts';
import { TranslatableTexts } from '../translations/item-texts.ts';
import { LearnerSignInEvidence } from './presence.ts';
import { Count, Id, NullableRatio, Timestamp, LocalDay } from '../primitives.ts';

/** The approver of a section of the revision, with the hash of its content. */
const Approval = z.strictObject({
  section: z.enum(['flashcards', 'quiz']),
  by: z.string(),
  at: Timestamp,
  content_hash: z.string(),
});

const Appeal = z.strictObject({
  words: z.string(),
  at: Timestamp,
  decided_at: Timestamp.nullable(),
  decided_by: z.string().nullable(),
});

/** The grading history of a spoken answer: every transcript and every grade. */
const Oral = z.strictObject({
  typed: z.boolean(),
  heard: z.string().nullable().describe('The transcript as it was heard.'),
  corrected: z.string().nullable().describe('What its speaker made of it.'),
  speech_confidence: z.number().nullable(),
  seconds: z.number().nullable(),
  grades: z.array(
    z.strictObject({
      number: z.int(),
      kind: GradeOrigin,
      counts: z.boolean(),
      score: z.number(),
      criteria: z.array(GradedCriterion).nullable(),
      confidence: z.number().nullable(),
      by: z.string(),
      comment: z.string().nullable(),
      at: Timestamp,
    }),
  ),
  appeal: Appeal.nullable().describe('The newest.'),
  earlier_appeals: z.array(Appeal).default([]).describe('In order; not in evidence of before there could be any.'),
});

const EvidenceAnswer = z.strictObject({
  question_id: Id,
  content_hash: z.string().describe('SHA-256 of the question as it was asked.'),
  question: z.unknown().describe('As it was asked, with what is right; null where the revision lacks it.'),
  topic: z.string().nullable().default(null).describe('That of the question; not part of its hash.'),
  response: StoredAnswerContent,
  given_at: Timestamp,
  score: NullableRatio,
  carried: z.boolean().describe('Given in an attempt at an earlier revision, and unchanged since.'),
  oral: Oral.nullable().describe('Of a spoken question only.'),
  language: z.string().nullable().default(null).describe('In which it was asked; null where that was not recorded.'),
  translation: TranslatableTexts.nullable()
    .default(null)
    .describe('The approved texts in which it was asked; null for the source language.'),
  presence: LearnerSignInEvidence.nullable().default(null).describe('null where that was not recorded.'),
});

/** Everything that proves a completion: the content, its approvals, the answers and their grades. */
export const CompletionEvidenceDocument = z.strictObject({
  version: z.literal(1),
  generated_at: Timestamp,
  time_zone: z.string(),
  workspace: z.strictObject({ id: Id, slug: z.string(), name: z.string() }),
  person: z.strictObject({
    id: Id,
    full_name: z.string(),
    email: z.string().nullable(),
    department: z.string().nullable(),
  }),
  module: z.strictObject({ id: Id, title: z.string(), course: z.string() }),
  revision: z
    .strictObject({
      id: Id,
      number: z.int(),
      title: z.string(),
      published_at: Timestamp,
      published_by: z.string(),
      flashcards_hash: z.string(),
      quiz_hash: z.string(),
      pass_score: z.number().nullable(),
      validity_days: z.int().nullable(),
      approvals: z.array(Approval),
    })
    .nullable()
    .describe('null for what was completed before revisions were kept.'),
  completion: z.strictObject({
    enrollment_id: Id,
    cycle: z.int(),
    source: z.enum(['assignment', 'library']),
    assigned_at: Timestamp,
    due_on: LocalDay.nullable(),
    started_at: Timestamp.nullable(),
    completed_at: Timestamp,
    expires_at: Timestamp.nullable(),
    expires_on: LocalDay.nullable().describe('The last day in the workspace’s time zone.'),
    score: NullableRatio,
    attempts: Count,
    cards_seen: Count,
  }),
  attempt: z
    .strictObject({
      id: Id,
      number: z.int(),
      started_at: Timestamp,
      ended_at: Timestamp.nullable(),
      pass_score: z.number(),
      score: NullableRatio,
      answers: z.array(EvidenceAnswer),
      drawn_from: Count.nullable()
        .default(null)
        .describe('How many its questions were drawn from; null: it asked all.'),
      topics: AttemptTopicScores.default([]).describe('Topics with a pass score of their own.'),
    })
    .nullable()
    .describe('The one that passed; its score is the one that counts now.'),
});
export type CompletionEvidenceDocument = z.infer<typeof CompletionEvidenceDocument>;

/** The scope of an evidence pack; the whole workspace if there is no filter. At most one of module and person. */
export const EvidencePackScope = z
  .strictObject({
    module_id: Id.optional(),
    user_id: Id.optional(),
    from: LocalDay.optional().describe('Completions from this day on, in the workspace’s time zone.'),
    to: LocalDay.optional().describe('Completions to this day, itself included.'),
  })
  .refine(({ module_id, user_id }) => !(module_id && user_id), { error: () => contractMessage('moduleOrPerson') })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: () => contractMessage('notBeforeFrom'),
  });
export type EvidencePackScope = z.infer<typeof EvidencePackScope>;

/** The maximum number of certificates in one pack. */
export const MAX_CERTIFICATES_PER_EVIDENCE_PACK = 5_000;
