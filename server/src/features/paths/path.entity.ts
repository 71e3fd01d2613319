import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** An ordered set of modules that is assigned as one (rules/paths). */
export const PathEntity = defineEntity({
  name: 'Path',
  tableName: 'paths',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    title: p.text(),
    description: p.text(),
    /** The department whose trainers change it; null if only super admins do. */
    departmentId: p.uuid().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    updatedAt: p.datetime(3),
    archivedAt: p.datetime(3).nullable(),
    archivedByName: p.text().nullable(),
  },
});
export type PathRow = InferEntity<typeof PathEntity>;

export const PathStepEntity = defineEntity({
  name: 'PathStep',
  tableName: 'path_steps',
  properties: {
    workspaceId: p.uuid().primary(),
    pathId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    position: p.integer(),
    /** Modules, earlier in the path, that have to be done first. */
    requires: p.array().columnType('uuid[]'),
  },
});

/** An assignment of one module that belongs to the assignment `id` of a path. All of one `id` have the same terms. */
export const PathAssignmentModuleEntity = defineEntity({
  name: 'PathAssignment',
  tableName: 'path_assignments',
  properties: {
    workspaceId: p.uuid().primary(),
    assignmentId: p.uuid().primary(),
    id: p.uuid(),
    pathId: p.uuid(),
  },
});
