import { defineEntity, p } from '@mikro-orm/core';

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
