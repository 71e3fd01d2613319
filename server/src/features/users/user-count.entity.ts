import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '@training/shared/permissions';

/**
 * How many people each department, role and state has; a trigger keeps it, so that a page answers its total without
 * counting.
 */
export const UserCountEntity = defineEntity({
  name: 'UserCount',
  tableName: 'user_counts',
  properties: {
    workspaceId: p.uuid().primary(),
    /** The nil uuid for people without a department. */
    departmentId: p.uuid().primary(),
    role: p.text().primary().$type<Role>(),
    isActive: p.boolean().primary(),
    people: p.integer(),
  },
});
