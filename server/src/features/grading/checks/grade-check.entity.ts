import { defineEntity, p } from '@mikro-orm/core';

/** A counting grade of a model that was drawn for a check, and the grade of a person who didn't see it. */
export const GradeCheckEntity = defineEntity({
  name: 'GradeCheck',
  tableName: 'grade_checks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    answerId: p.uuid(),
    /** Of the grade. */
    number: p.integer(),
    chosenAt: p.datetime(3),
    checkedAt: p.datetime(3).nullable(),
    checkedById: p.uuid().nullable(),
    checkedByName: p.text().nullable(),
    /** 0 to 1. */
    score: p.decimal('number').precision(5).scale(4).nullable(),
    /** The result of each criterion; null if only a score was given. */
    met: p.json<boolean[]>().nullable(),
  },
});
