import { defineEntity, p } from '@mikro-orm/core';

/** How many cycles of a module are how; of scores those of unfinished cycles and of completed ones apart. */
const counts = {
  notStarted: p.integer(),
  inProgress: p.integer(),
  completed: p.integer(),
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
  /** The durations in the middle, in their order, and of how many they are. */
  middleSeconds: p
    .array((seconds: string) => Number(seconds))
    .columnType('double precision[]')
    .nullable(),
  medianOf: p.integer().nullable(),
  lastCompletedAt: p.datetime(3).nullable(),
  nextExpiryAt: p.datetime(3).nullable(),
};

/** What is kept of a module, for the active and for the inactive. */
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

/** The same of the people of one department; the nil uuid stands for none. */
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

/** A difference that is in neither of them yet. */
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
    /** What is only added, where that is all that it changes. */
    addedSeconds: p.double().nullable(),
    addedCompletion: p.datetime(3).nullable(),
    addedExpiry: p.datetime(3).nullable(),
    at: p.datetime(3),
  },
});

/** Until which moment what the clock changes has been noted. */
export const ModuleStatClockEntity = defineEntity({
  name: 'ModuleStatClock',
  tableName: 'module_stat_clocks',
  properties: { workspaceId: p.uuid().primary(), notedUntil: p.datetime(3) },
});
