import { defineEntity, p } from '@mikro-orm/core';

/** An assignment that is being applied, in batches (rules/assignments 6). */
export const AssignmentRunEntity = defineEntity({
  name: 'AssignmentRun',
  tableName: 'assignment_runs',
  properties: {
    workspaceId: p.uuid().primary(),
    assignmentId: p.uuid().primary(),
    /** That of the assignment which is applied. */
    version: p.integer(),
    /** Also to those who are there already, not only to who joins. */
    explicit: p.boolean(),
    /** Everybody up to this id is done. */
    through: p.uuid(),
    done: p.integer().default(0),
    total: p.integer(),
    assigned: p.integer().default(0),
    touchedAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** What is looked after in a workspace by the night, and when its time zone changes. */
export const AssignmentMaintenanceEntity = defineEntity({
  name: 'AssignmentMaintenance',
  tableName: 'assignment_maintenance',
  properties: {
    workspaceId: p.uuid().primary(),
    /** The last local day whose night has been seen to, as YYYY-MM-DD. */
    night: p.date().nullable(),
    /** Due dates are being looked through; up to this enrollment they are right. */
    datesThrough: p.uuid().nullable(),
  },
});
