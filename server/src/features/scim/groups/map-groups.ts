import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MapScimGroups, ScimConnectionRef, ScimMappingPreview, ScimGroupList } from '@training/shared/scim/scim';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../../core/transaction.ts';
import { DepartmentEntity } from '../../departments/department.entity.ts';
import { recordEvent } from '../../events/record-event.ts';
import { WorkspaceEntity } from '../../workspaces/workspace.entity.ts';
import { grantsOfGroups, findMappedGroupsOfConnection, type MappedGroups } from '../apply-person.ts';
import { ScimConnectionEntity, ScimGroupEntity, type ScimGroupRow } from '../scim.entity.ts';
import { scimConnectionNotFoundError, previewFirstPeople } from '../switch-connection.ts';
import { doesGroupGrantRoleOrDepartment } from './groups.ts';
import { countMembersByGroup, markPeoplePending, findMemberIdsByGroup } from './members.ts';

/** Returns the groups of a connection: those that give something in their order, then the others by name. */
export async function listGroupMapping(ctx: Context, { id }: ScimConnectionRef): Promise<ScimGroupList> {
  const em = createWorkspaceEntityManager(ctx);
  const order = { orderBy: { position: 'asc nulls last', name: 1 } } as const;
  const groups = await em.find(ScimGroupEntity, { connectionId: id }, order);
  const counts = await countMembersByGroup(ctx.db.pool, { workspaceId: ctx.workspace.id, id });
  const { apiMayAssignSuperAdmin } = await em.findOneOrFail(WorkspaceEntity, { id: ctx.workspace.id });
  return {
    may_give_super_admin: apiMayAssignSuperAdmin,
    groups: groups.map(({ id: groupId, name, role, departmentId }) => ({
      id: groupId,
      name,
      members: counts.get(groupId) ?? 0,
      role: role ?? null,
      department_id: departmentId ?? null,
    })),
  };
}

/** Returns whom a mapping would change, and how, before it is saved (rules/scim 16). @throws as `saveGroupMapping` */
export async function previewGroupMapping(ctx: Context, input: MapScimGroups): Promise<ScimMappingPreview> {
  const em = createWorkspaceEntityManager(ctx);
  const connection = await em.findOne(ScimConnectionEntity, { id: input.id });
  if (!connection) throw scimConnectionNotFoundError(input.id);
  const { changed, next } = await readMapping(em, ctx, input);
  return { people: await previewFirstPeople(ctx, input.id, changed, next), total: changed.length };
}

/**
 * Sets which groups give which role or department. Groups that aren't named give nothing. Members are then changed
 * after it (rules/scim 16).
 * @throws AppError `scim_connection_not_found`, `department_not_found`, `role_not_assignable`, `invalid_request`
 */
export async function saveGroupMapping(ctx: Context, input: MapScimGroups): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const connection = await em.findOne(
      ScimConnectionEntity,
      { id: input.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!connection) throw scimConnectionNotFoundError(input.id);
    const { all, changed, next } = await readMapping(em, ctx, input);
    const places = new Map(next.map((each, position) => [each.id, { ...each, position }]));
    for (const { id, role, departmentId, position } of all) {
      const { id: _, ...set } = places.get(id) ?? { id, role: null, departmentId: null, position: null };
      if (set.role === role && set.departmentId === departmentId && set.position === position) continue;
      await em.nativeUpdate(ScimGroupEntity, { connectionId: input.id, id }, set);
    }
    const { id, name } = connection;
    const groups = next.map((each) => all.find((group) => group.id === each.id)!.name);
    const subject = { kind: 'scim_connection', id, name } as const;
    await recordEvent(em, ctx, { action: 'scim.mapped', subject, changes: { groups } });
    await markPeoplePending(em, { workspaceId: ctx.workspace.id, id }, changed);
  });
}

/** Returns what the input makes of the groups, and whom this gives another role or department. */
async function readMapping(em: EntityManager, ctx: Context, { id, groups }: MapScimGroups) {
  const all = await em.find(ScimGroupEntity, { connectionId: id }, { disableIdentityMap: true });
  const next = groups.map((group) => ({ id: group.id, role: group.role, departmentId: group.department_id }));
  await assertAllowed(em, ctx, all, next);
  const now: MappedGroups = await findMappedGroupsOfConnection(em, id);
  const mapped = next.filter(doesGroupGrantRoleOrDepartment);
  const ids = [...new Set([...now, ...mapped].map((group) => group.id))];
  const members = await findMemberIdsByGroup(em, { workspaceId: ctx.workspace.id, id }, ids);
  const groupsOf = new Map<string, Set<string>>();
  for (const [groupId, people] of members) {
    for (const person of people) groupsOf.set(person, (groupsOf.get(person) ?? new Set()).add(groupId));
  }
  const changed = [...groupsOf].flatMap(([person, of]) => {
    const [before, after] = [grantsOfGroups(now, of), grantsOfGroups(mapped, of)];
    return before.role === after.role && before.departmentId === after.departmentId ? [] : [person];
  });
  return { all, changed: changed.toSorted(), next: mapped };
}

async function assertAllowed(em: EntityManager, ctx: Context, all: ScimGroupRow[], next: MappedGroups): Promise<void> {
  const unknown = next.find(({ id }) => all.every((group) => group.id !== id));
  if (unknown || new Set(next.map(({ id }) => id)).size < next.length) {
    throw new AppError('invalid_request', 'The provider’s groups have changed meanwhile. Reload the page.');
  }
  const departmentIds = [...new Set(next.flatMap(({ departmentId }) => departmentId ?? []))];
  const known = await em.find(DepartmentEntity, { id: { $in: departmentIds } });
  const missing = departmentIds.find((id) => known.every((department) => department.id !== id));
  if (missing) throw new AppError('department_not_found', `There is no department ${missing} in this workspace.`);
  if (next.every(({ role }) => role !== 'super_admin')) return;
  const { apiMayAssignSuperAdmin } = await em.findOneOrFail(WorkspaceEntity, { id: ctx.workspace.id });
  if (apiMayAssignSuperAdmin) return;
  const words = 'This workspace doesn’t let API tokens create super admins, so no group can make its members some.';
  throw new AppError('role_not_assignable', words);
}
