import { defineEntity, p } from '@mikro-orm/core';
import type { TrainerGradingReason } from '@training/shared/grading/grading';

/** Further columns of an answer to a spoken question. Carried-over answers share the row of the original answer. */
export const SpokenAnswerEntity = defineEntity({
  name: 'SpokenAnswer',
  tableName: 'spoken_answers',
  properties: {
    workspaceId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    /** Null if it was typed. */
    recordingId: p.uuid().nullable(),
    /** BCP 47 tag that the speaker chose. */
    language: p.text().nullable(),
    /** The recognized text. */
    transcript: p.text().nullable(),
    heardLanguage: p.text().nullable(),
    seconds: p.double().nullable(),
    /** 0 to 1. */
    speechConfidence: p.double().nullable(),
    /** The transcript as its speaker corrected it. */
    corrected: p.text().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    /** The time at which the answer is escalated if the next step hasn't come. */
    waitsUntil: p.datetime(3).nullable(),
    trainerReason: p.text().$type<TrainerGradingReason>().nullable(),
    failureCode: p.text().nullable(),
    failureDetail: p.text().nullable(),
  },
});
