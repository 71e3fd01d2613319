import { defineEntity, p, type InferEntity, type Opt } from '@mikro-orm/core';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import type { ModuleSettings } from '../courses/modules/working-copy.ts';

/** A snapshot of a submission. */
export const ReviewRoundEntity = defineEntity({
  name: 'ReviewRound',
  tableName: 'review_rounds',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    cycle: p.integer(),
    round: p.integer(),
    title: p.text(),
    flashcards: p.json<Flashcard[]>(),
    quiz: p.json<Question[]>(),
    flashcardsHash: p.text().generated('(content_hash(flashcards)) stored').$type<Opt<string>>(),
    quizHash: p.text().generated('(content_hash(quiz)) stored').$type<Opt<string>>(),
    submittedBy: p.uuid().nullable(),
    submittedByName: p.text(),
    submittedAt: p.datetime(3),
    settings: p.json<Omit<ModuleSettings, 'title'>>(),
  },
});

/** A decision about a module or one of its sections. */
export const ReviewDecisionEntity = defineEntity({
  name: 'ReviewDecision',
  tableName: 'review_decisions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    /** Null for decisions outside of a review. */
    roundId: p.uuid().nullable(),
    section: p.text().$type<SectionKind>().nullable(),
    verdict: p.text(),
    /** Hash of the content seen. */
    contentHash: p.text().nullable(),
    reason: p.text().nullable(),
    byId: p.uuid().nullable(),
    byName: p.text(),
    at: p.datetime(3),
  },
});

/** A comment on a section or one of its items. */
export const ReviewCommentEntity = defineEntity({
  name: 'ReviewComment',
  tableName: 'review_comments',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    section: p.text().$type<SectionKind>(),
    itemId: p.uuid().nullable(),
    round: p.integer(),
    kind: p.text().$type<'comment' | 'query'>(),
    body: p.text(),
    authorId: p.uuid(),
    authorName: p.text(),
    /** True if the author was a reviewer at the time. */
    authorReviews: p.boolean(),
    at: p.datetime(3),
    resolvedAt: p.datetime(3).nullable(),
    resolvedByName: p.text().nullable(),
  },
});

export type CommentRow = InferEntity<typeof ReviewCommentEntity>;

/** Records that a reviewer has seen a round. */
export const ReviewViewEntity = defineEntity({
  name: 'ReviewView',
  tableName: 'review_views',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    reviewerId: p.uuid().primary(),
    /** The round that the reviewer saw. */
    round: p.integer().primary(),
    seenAt: p.datetime(3),
  },
});
