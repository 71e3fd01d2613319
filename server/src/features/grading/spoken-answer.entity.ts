import { defineEntity, p } from '@mikro-orm/core';
import type { Provider } from '@training/shared/provider-keys/provider-keys';
import type { GradeKind, GradedCriterion, TrainerReason } from '@training/shared/grading/grading';

/** What belongs to an answer to a spoken question besides; of one that was carried over, to the one that was given. */
export const SpokenAnswerEntity = defineEntity({
  name: 'SpokenAnswer',
  tableName: 'spoken_answers',
  properties: {
    workspaceId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    /** Null where it was typed. */
    recordingId: p.uuid().nullable(),
    /** BCP 47, as its speaker said. */
    language: p.text().nullable(),
    /** As it was heard. */
    transcript: p.text().nullable(),
    heardLanguage: p.text().nullable(),
    seconds: p.double().nullable(),
    /** 0 to 1. */
    speechConfidence: p.double().nullable(),
    /** What its speaker made of the transcript. */
    corrected: p.text().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    /** Until when the next step is waited for. */
    waitsUntil: p.datetime(3).nullable(),
    trainerReason: p.text().$type<TrainerReason>().nullable(),
    failureCode: p.text().nullable(),
    failureDetail: p.text().nullable(),
  },
});

/** Given once and never changed. */
export const GradeEntity = defineEntity({
  name: 'Grade',
  tableName: 'grades',
  properties: {
    workspaceId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    number: p.integer().primary(),
    kind: p.text().$type<GradeKind>(),
    /** Not what a model proposes and a trainer is to decide. */
    counts: p.boolean(),
    /** 0 to 1. */
    score: p.decimal('number').precision(5).scale(4),
    criteria: p.json<GradedCriterion[]>().nullable(),
    /** 0 to 1, of a model. */
    confidence: p.decimal('number').precision(5).scale(4).nullable(),
    /** By which model and which instructions; of a model. */
    provider: p.text().$type<Provider>().nullable(),
    model: p.text().nullable(),
    prompt: p.text().nullable(),
    /** Model of the second look, if there was one. */
    checkedProvider: p.text().$type<Provider>().nullable(),
    checkedModel: p.text().nullable(),
    /**
     * What was compared with the threshold: the lower of its confidence and that of the speech. Null where a trainer
     * decides however sure it is, and of people's.
     */
    compared: p.decimal('number').precision(5).scale(4).nullable(),
    /** BCP 47, and whether it was typed: of the answer that a model graded, null of people's grades. */
    language: p.text().nullable(),
    typed: p.boolean().nullable(),
    byId: p.uuid().nullable(),
    byName: p.text(),
    comment: p.text().nullable(),
    at: p.datetime(3),
  },
});

/** The first of an answer, and others after its grade was lowered again; one of them at most is open. */
export const AppealEntity = defineEntity({
  name: 'Appeal',
  tableName: 'appeals',
  properties: {
    workspaceId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    number: p.integer().primary().default(1),
    words: p.text(),
    at: p.datetime(3),
    /** From then on super admins decide too. */
    decideBy: p.datetime(3),
    decidedAt: p.datetime(3).nullable(),
    decidedById: p.uuid().nullable(),
    decidedByName: p.text().nullable(),
  },
});
