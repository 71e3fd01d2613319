import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const DepartmentEntity = defineEntity({
  name: 'Department',
  tableName: 'departments',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    createdAt: p.datetime(3),
  },
});
export type DepartmentRow = InferEntity<typeof DepartmentEntity>;
