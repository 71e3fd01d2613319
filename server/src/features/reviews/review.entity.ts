import { defineEntity, p, type Opt } from '@mikro-orm/core';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import type { ModuleSettings } from '../modules/working-copy.ts';

/** A submission, as it was. */
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

/** What was decided about a module or one of its sections. */
export const ReviewDecisionEntity = defineEntity({
  name: 'ReviewDecision',
  tableName: 'review_decisions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    /** Null for what is decided outside of any review. */
    roundId: p.uuid().nullable(),
    section: p.text().$type<SectionKind>().nullable(),
    verdict: p.text(),
    /** The hash of the content that was seen. */
    contentHash: p.text().nullable(),
    reason: p.text().nullable(),
    byId: p.uuid().nullable(),
    byName: p.text(),
    at: p.datetime(3),
  },
});

/** What was said about a section, or one item of it. */
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
    /** Whether the author reviewed then. */
    authorReviews: p.boolean(),
    at: p.datetime(3),
    resolvedAt: p.datetime(3).nullable(),
    resolvedByName: p.text().nullable(),
  },
});

/** Which round a reviewer has seen. */
export const ReviewViewEntity = defineEntity({
  name: 'ReviewView',
  tableName: 'review_views',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    reviewerId: p.uuid().primary(),
    /** The round that the reviewer has looked at. */
    round: p.integer().primary(),
    seenAt: p.datetime(3),
  },
});
