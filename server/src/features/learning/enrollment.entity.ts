import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One cycle of a person with a module: assigned, started, completed. A new assignment or an expiry opens the next. */
export const EnrollmentEntity = defineEntity({
  name: 'Enrollment',
  tableName: 'enrollments',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    moduleId: p.uuid(),
    cycle: p.integer().default(1),
    isCurrent: p.boolean().default(true),
    assignedAt: p.datetime(3),
    dueAt: p.datetime(3).nullable(),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
    lastActivityAt: p.datetime(3).nullable(),
    /** 0 to 1. */
    progress: p.decimal('number').precision(5).scale(4),
    attempts: p.integer().default(0),
    /** 0 to 1; null before the first attempt. */
    bestScore: p.decimal('number').precision(5).scale(4).nullable(),
  },
});
export type EnrollmentRow = InferEntity<typeof EnrollmentEntity>;
