import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '@training/shared/permissions';

/**
 * Number of people by department, role and state; maintained by a trigger, so that a page's total needs no counting.
 */
export const UserCountEntity = defineEntity({
  name: 'UserCount',
  tableName: 'user_counts',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Id of the department; the nil UUID means none. */
    departmentId: p.uuid().primary(),
    role: p.text().primary().$type<Role>(),
    isActive: p.boolean().primary(),
    people: p.integer(),
  },
});
