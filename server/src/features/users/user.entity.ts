import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '@training/shared/permissions';

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    fullName: p.text(),
    role: p.text().$type<Role>(),
    departmentId: p.uuid().nullable(),
    isActive: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type UserRow = InferEntity<typeof UserEntity>;
