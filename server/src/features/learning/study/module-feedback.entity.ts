import { defineEntity, p } from '@mikro-orm/core';

/** Feedback of a learner on a module, one per cycle; changed in place. */
export const ModuleFeedbackEntity = defineEntity({
  name: 'ModuleFeedback',
  tableName: 'module_feedback',
  properties: {
    workspaceId: p.uuid().primary(),
    enrollmentId: p.uuid().primary(),
    moduleId: p.uuid(),
    /** The revision studied at that time. */
    revisionId: p.uuid(),
    /** 1 to 5. */
    rating: p.integer().nullable(),
    comment: p.text().nullable(),
    givenAt: p.datetime(3),
  },
});
