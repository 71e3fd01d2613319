import type { LearnerSignInEvidence } from '@training/shared/evidence/presence';
import type { Question } from '@training/shared/courses/courses';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** An attempt at the quiz of one revision. */
export const AttemptEntity = defineEntity({
  name: 'Attempt',
  tableName: 'attempts',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    enrollmentId: p.uuid(),
    number: p.integer(),
    revisionId: p.uuid(),
    /** 0 to 1. */
    passScore: p.decimal('number').precision(5).scale(4),
    state: p.text().$type<'open' | 'waiting' | 'passed' | 'failed' | 'superseded'>(),
    startedAt: p.datetime(3),
    lastAnswerAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** Seed of the order of questions and options; null keeps the written order. */
    draw: p.text().nullable(),
    /** The questions that it asks; null for all of its revision. */
    drawn: p.array().columnType('uuid[]').nullable(),
    /** 0 to 1. */
    score: p.decimal('number').precision(5).scale(4).nullable(),
  },
});

export type AttemptRow = InferEntity<typeof AttemptEntity>;

/** The one answer to a question of an attempt. */
export const AnswerEntity = defineEntity({
  name: 'Answer',
  tableName: 'answers',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    attemptId: p.uuid(),
    questionId: p.uuid(),
    itemHash: p.text(),
    kind: p.text().$type<Question['kind']>(),
    response: p.json<unknown>(),
    givenAt: p.datetime(3),
    state: p.text().$type<'graded' | 'transcribing' | 'grading' | 'trainer'>(),
    /** Current score, 0 to 1; null until it is graded. */
    score: p.decimal('number').precision(5).scale(4).nullable(),
    carriedFrom: p.uuid().nullable(),
    /** Language in which the question was shown; null if that wasn't recorded. */
    language: p.text().nullable(),
    /** Hash of the approved translation that was shown; null for the source. */
    textsHash: p.text().nullable(),
    /** Evidence of the person's presence; null if it wasn't recorded. */
    presence: p.json<LearnerSignInEvidence>().nullable(),
  },
});
