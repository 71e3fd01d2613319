import type { EntityManager } from '@mikro-orm/postgresql';
import { permissionReachOf, Role } from '@training/shared/permissions';
import { z } from 'zod';
import type { Actor, Workspace } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';

const Creator = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  departmentId: z.uuid().nullable(),
  isInDepartment: z.boolean(),
});

const CREATOR = defineStatement({
  name: 'creator-of-generated',
  scope: 'tenant',
  row: Creator,
  sql: `
select u.id, u.full_name as name, coalesce(u.email, '') as email, u.role, u.department_id as "departmentId",
  u.is_active and u.department_id is not distinct from c.department_id as "isInDepartment"
from users u
join modules m on m.workspace_id = :workspaceId and m.id = :moduleId
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where u.workspace_id = :workspaceId and u.id = :createdBy`,
});

type Started = { workspace: Workspace; createdBy: string; moduleId: string };

/** Returns the user who started a job, and whether they may still author in the module's department. */
export async function findJobCreator(
  em: EntityManager,
  { workspace, createdBy, moduleId }: Started,
): Promise<{ actor: Actor; mayWrite: boolean }> {
  const { isInDepartment, ...person } = await CREATOR.one(em, { workspaceId: workspace.id, createdBy, moduleId });
  const actor: Actor = { kind: 'user', ...person };
  return { actor, mayWrite: isInDepartment && permissionReachOf(person.role, 'content:author') !== undefined };
}
