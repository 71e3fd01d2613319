import { defineEntity, p } from '@mikro-orm/core';

/** A grade of a model that counts and was drawn for a check, and what a person gave without seeing it. */
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
    /** Of each criterion; null where a score was given as a whole. */
    met: p.json<boolean[]>().nullable(),
  },
});
