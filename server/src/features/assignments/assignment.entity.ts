import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '@training/shared/permissions';

/** An assignment that is being applied, in batches (rules/assignments 6). */
export const AssignmentRunEntity = defineEntity({
  name: 'AssignmentRun',
  tableName: 'assignment_runs',
  properties: {
    workspaceId: p.uuid().primary(),
    assignmentId: p.uuid().primary(),
    /** Version of the assignment that is applied. */
    version: p.integer(),
    /** True if it also applies to existing people, not only to those who join. */
    explicit: p.boolean(),
    /** Last user id that is done. */
    through: p.uuid(),
    done: p.integer().default(0),
    total: p.integer(),
    assigned: p.integer().default(0),
    /** People whom it couldn't assign. They are tried again once all others are done. */
    failed: p.array().columnType('uuid[]').default([]),
    touchedAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** Progress of a workspace's nightly tasks, and of moving due dates after a change of time zone. */
export const AssignmentMaintenanceEntity = defineEntity({
  name: 'AssignmentMaintenance',
  tableName: 'assignment_maintenance',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Last local day whose night is done, as YYYY-MM-DD. */
    night: p.date().nullable(),
    /** Last enrollment whose due date was moved; null if no move is in progress. */
    datesThrough: p.uuid().nullable(),
  },
});

/** A standing rule: who is assigned a module now and in future (rules/learning). */
export const AssignmentEntity = defineEntity({
  name: 'Assignment',
  tableName: 'assignments',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    moduleId: p.uuid(),
    audience: p.text().$type<'user' | 'department' | 'role'>(),
    userId: p.uuid().nullable(),
    departmentId: p.uuid().nullable(),
    role: p.text().$type<Exclude<Role, 'auditor'>>().nullable(),
    /** The last day in the workspace's time zone, as YYYY-MM-DD. */
    dueOn: p.date().nullable(),
    /** Days after each person is assigned. */
    dueDays: p.integer().nullable(),
    joiners: p.boolean(),
    again: p.boolean(),
    windowDays: p.integer(),
    version: p.integer().default(1),
    createdAt: p.datetime(3),
    createdBy: p.uuid().nullable(),
    createdByName: p.text(),
    endedAt: p.datetime(3).nullable(),
    endedByName: p.text().nullable(),
    /** The caller's id of the request that made it, with others; a repeated request finds it. */
    requestId: p.uuid().nullable(),
  },
});

/** An assignment that covers a cycle of a person. */
export const AssignmentEnrollmentEntity = defineEntity({
  name: 'AssignmentEnrollment',
  tableName: 'assignment_enrollments',
  properties: {
    workspaceId: p.uuid().primary(),
    enrollmentId: p.uuid().primary(),
    assignmentId: p.uuid().primary(),
    addedAt: p.datetime(3),
    removedAt: p.datetime(3).nullable(),
    /** Last day according to this assignment; the earliest of all assignments of the cycle counts. */
    dueOn: p.date().nullable(),
    /** True if it is due on the day on which the previous certificate expires. */
    renewal: p.boolean().default(false),
    /** True if the person had started the cycle on their own before. */
    tookOver: p.boolean().default(false),
  },
});
