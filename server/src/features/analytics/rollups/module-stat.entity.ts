import { defineEntity, p } from '@mikro-orm/core';

/** Counts of a module's cycles by state; scores are separate for unfinished and completed cycles. */
const counts = {
  notStarted: p.integer(),
  inProgress: p.integer(),
  completed: p.integer(),
  attested: p.integer().default(0),
  overdue: p.integer(),
  openTried: p.integer(),
  openPassed: p.integer(),
  openScored: p.integer(),
  openPoints: p.bigint(),
  doneTried: p.integer(),
  donePassed: p.integer(),
  doneScored: p.integer(),
  donePoints: p.bigint(),
  certCurrent: p.integer(),
  certDueSoon: p.integer(),
  certExpired: p.integer(),
};
const ofModule = {
  medianSeconds: p.double().nullable(),
  /** The sorted middle durations, and the total number of durations. */
  middleSeconds: p
    .array((seconds: string) => Number(seconds))
    .columnType('double precision[]')
    .nullable(),
  medianOf: p.integer().nullable(),
  lastCompletedAt: p.datetime(3).nullable(),
  nextExpiryAt: p.datetime(3).nullable(),
};

/** Stored counts of a module, for active and for inactive people. */
export const ModuleStatEntity = defineEntity({
  name: 'ModuleStat',
  tableName: 'module_stats',
  properties: {
    workspaceId: p.uuid().primary(),
    isActive: p.boolean().primary(),
    moduleId: p.uuid().primary(),
    ...counts,
    ...ofModule,
  },
});

/** Stored counts of a module by department; the nil UUID means no department. */
export const DepartmentModuleStatEntity = defineEntity({
  name: 'DepartmentModuleStat',
  tableName: 'department_module_stats',
  properties: {
    workspaceId: p.uuid().primary(),
    isActive: p.boolean().primary(),
    departmentId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    ...counts,
    ...ofModule,
  },
});

/** A difference that isn't in the stored counts yet. */
export const ModuleStatChangeEntity = defineEntity({
  name: 'ModuleStatChange',
  tableName: 'module_stat_changes',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    isActive: p.boolean(),
    departmentId: p.uuid(),
    moduleId: p.uuid(),
    ...counts,
    completions: p.boolean(),
    certificates: p.boolean(),
    /** Added values, set if the change only adds them. */
    addedSeconds: p.double().nullable(),
    addedCompletion: p.datetime(3).nullable(),
    addedExpiry: p.datetime(3).nullable(),
    at: p.datetime(3),
  },
});

/** Time up to which changes by the clock have been recorded, and how often the stored counts were written. */
export const ModuleStatClockEntity = defineEntity({
  name: 'ModuleStatClock',
  tableName: 'module_stat_clocks',
  properties: { workspaceId: p.uuid().primary(), recordedUntil: p.datetime(3), revision: p.bigint().default(0) },
});
