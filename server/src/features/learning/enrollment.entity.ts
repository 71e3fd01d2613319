import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * One cycle of a person with a module: assigned, started, completed. A new assignment or an expiry opens the next one.
 */
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
    /** `library`: started by the person; nobody is owed it, and it counts once completed. */
    source: p.text().$type<'assignment' | 'library'>().default('assignment'),
    /** The last day in the workspace's time zone, as YYYY-MM-DD; `dueAt` is its end. */
    dueOn: p.date().nullable(),
    /** The day to which this person's due date was extended; an earlier day of assignments doesn't count. */
    extendedOn: p.date().nullable(),
    /** The revision studied, from the start on. */
    revisionId: p.uuid().nullable(),
    /** Number of seen cards of the studied revision. */
    cardsSeen: p.integer().default(0),
    /** Score of the passed attempt at completion, 0 to 1. */
    finalScore: p.decimal('number').precision(5).scale(4).nullable(),
    /** The attempt that passed at completion, whatever its grades are now. */
    passedAttemptId: p.uuid().nullable(),
    /** The attested completion that counts in this cycle, until it is completed here (rules/attested 3). */
    attestedId: p.uuid().nullable(),
    /** Excused without completion: no longer owed, and never counted. */
    waivedAt: p.datetime(3).nullable(),
    waivedByName: p.text().nullable(),
    waivedReason: p.text().nullable(),
    /** Withdrawn unfinished; never current. */
    withdrawnAt: p.datetime(3).nullable(),
    /** Attempts in addition to the module's limit: granted by trainers, or used before there was a limit. */
    moreAttempts: p.integer().default(0),
    /** True if no attempt is left, in progress or passed. */
    outOfAttempts: p.boolean().default(false),
    /** The card on screen, and since when (rules/learning 8). */
    cardOnScreen: p.uuid().nullable(),
    cardShownAt: p.datetime(3).nullable(),
    // Database triggers maintain the columns below, for analytics (rules/analytics 11).
    /** Department of the person; only for current cycles. */
    departmentId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    counted: p.boolean().default(false),
    passed: p.boolean().default(false),
    finalPoints: p.integer().nullable(),
    /** The newest certificate of any of its cycles. */
    certifiedUntil: p.datetime(3).nullable(),
    /** Value last recorded, like `certificate`. */
    overdue: p.boolean().default(false),
    certificate: p.text().$type<'none' | 'current' | 'due_soon' | 'expired'>().default('none'),
    lateAt: p.datetime(3).nullable(),
    lapsesAt: p.datetime(3).nullable(),
    /** The last expiry event recorded for the certificate; each is recorded once. */
    certificateTold: p.text().$type<'due_soon' | 'expired'>().nullable(),
  },
});
export type EnrollmentRow = InferEntity<typeof EnrollmentEntity>;
