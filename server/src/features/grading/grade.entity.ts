import { defineEntity, p } from '@mikro-orm/core';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { GradeOrigin, GradedCriterion } from '@training/shared/grading/grading';

/** A grade; never changed. */
export const GradeEntity = defineEntity({
  name: 'Grade',
  tableName: 'grades',
  properties: {
    workspaceId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    number: p.integer().primary(),
    kind: p.text().$type<GradeOrigin>(),
    /** False for a model's proposal on which a trainer decides. */
    counts: p.boolean(),
    /** 0 to 1. */
    score: p.decimal('number').precision(5).scale(4),
    criteria: p.json<GradedCriterion[]>().nullable(),
    /** 0 to 1, of a model. */
    confidence: p.decimal('number').precision(5).scale(4).nullable(),
    /** The model and the version of its instructions; null for people's grades. */
    provider: p.text().$type<AiProvider>().nullable(),
    model: p.text().nullable(),
    prompt: p.text().nullable(),
    /** Model of the second look, if there was one. */
    checkedProvider: p.text().$type<AiProvider>().nullable(),
    checkedModel: p.text().nullable(),
    /**
     * The value compared with the threshold: the lower of the model's confidence and that of the speech recognition.
     * Null if a trainer decides at any confidence, and for people's grades.
     */
    compared: p.decimal('number').precision(5).scale(4).nullable(),
    /** Language (BCP 47) and input of the graded answer; null for people's grades. */
    language: p.text().nullable(),
    typed: p.boolean().nullable(),
    byId: p.uuid().nullable(),
    byName: p.text(),
    comment: p.text().nullable(),
    at: p.datetime(3),
  },
});

/** An appeal. An answer has another one only after its grade was lowered again; at most one is open. */
export const AppealEntity = defineEntity({
  name: 'Appeal',
  tableName: 'appeals',
  properties: {
    workspaceId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    number: p.integer().primary().default(1),
    words: p.text(),
    at: p.datetime(3),
    /** The time from which super admins may decide, too. */
    decideBy: p.datetime(3),
    decidedAt: p.datetime(3).nullable(),
    decidedById: p.uuid().nullable(),
    decidedByName: p.text().nullable(),
  },
});
