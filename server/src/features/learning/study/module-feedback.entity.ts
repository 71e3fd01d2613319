import { defineEntity, p } from '@mikro-orm/core';

/** What a learner says of a module in a cycle; changed in place. */
export const ModuleFeedbackEntity = defineEntity({
  name: 'ModuleFeedback',
  tableName: 'module_feedback',
  properties: {
    workspaceId: p.uuid().primary(),
    enrollmentId: p.uuid().primary(),
    moduleId: p.uuid(),
    /** What was studied when it was said. */
    revisionId: p.uuid(),
    /** 1 to 5. */
    rating: p.integer().nullable(),
    comment: p.text().nullable(),
    givenAt: p.datetime(3),
  },
});
