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
    /** From the library: owed to nobody, and counted once it is completed. */
    source: p.text().$type<'assignment' | 'library'>().default('assignment'),
    /** The last day in the workspace's time zone, as YYYY-MM-DD; `dueAt` is its end. */
    dueOn: p.date().nullable(),
    /** What is studied, from the start on. */
    revisionId: p.uuid().nullable(),
    /** Of the revision that is studied. */
    cardsSeen: p.integer().default(0),
    /** 0 to 1: of the attempt that passed, at completion. */
    finalScore: p.decimal('number').precision(5).scale(4).nullable(),
    /** Which passed when the cycle was completed, whatever became of its grades since. */
    passedAttemptId: p.uuid().nullable(),
    /** Closed without completion: owed no more, and counted nowhere. */
    waivedAt: p.datetime(3).nullable(),
    waivedByName: p.text().nullable(),
    waivedReason: p.text().nullable(),
    /** Taken back unfinished; never current. */
    withdrawnAt: p.datetime(3).nullable(),
    /** Attempts beside those of the module's settings: opened by trainers, or used before there was a limit. */
    moreAttempts: p.integer().default(0),
    /** No other attempt can be begun, and none is under way or passed. */
    outOfAttempts: p.boolean().default(false),
    /** What is shown at the moment, and since when (rules/learning 8). */
    cardOnScreen: p.uuid().nullable(),
    cardShownAt: p.datetime(3).nullable(),
    // What follows is kept by triggers of the database, for analytics (rules/analytics 11).
    /** Of the person; of current cycles only. */
    departmentId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    counted: p.boolean().default(false),
    passed: p.boolean().default(false),
    finalPoints: p.integer().nullable(),
    /** The newest certificate of any of its cycles. */
    certifiedUntil: p.datetime(3).nullable(),
    /** As last noted, like `certificate`. */
    overdue: p.boolean().default(false),
    certificate: p.text().$type<'none' | 'current' | 'due_soon' | 'expired'>().default('none'),
    lateAt: p.datetime(3).nullable(),
    lapsesAt: p.datetime(3).nullable(),
    /** What other systems have been told of the certificate, once each. */
    certificateTold: p.text().$type<'due_soon' | 'expired'>().nullable(),
  },
});
export type EnrollmentRow = InferEntity<typeof EnrollmentEntity>;
