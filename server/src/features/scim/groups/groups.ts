import type { EntityManager } from '@mikro-orm/postgresql';
import { Id } from '@training/shared/primitives';
import type { Context } from '../../../core/context.ts';
import { ScimError } from '../../../core/scim-error.ts';
import type { ScimBaseAndVersion } from '../../../core/scim-operation.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import {
  getScimConnectionOfToken,
  inSyncTransaction,
  type ScimConnectionOfToken,
  type SyncTransaction,
} from '../connection.ts';
import { parseKeyedSearch, type KeyedSearch } from '../filter.ts';
import { scimPageOf, type ListQuery, type ScimPage } from '../scim-page.ts';
import { parsePatchOperations } from '../patch-user.ts';
import { readScimPeople } from '../people-statements.ts';
import { ScimGroupEntity, ScimGroupMemberEntity, type ScimGroupRow } from '../scim.entity.ts';
import { CORE_GROUP_SCHEMA } from '../scim-user.ts';
import { assertIfMatch, withResourceVersion } from '../versions.ts';
import { ROWS_PER_STATEMENT, countMembersByGroup, markPeoplePending, findMemberIdsByGroup } from './members.ts';
import {
  validateScimGroup,
  applyGroupPatch,
  parseScimGroup,
  MAX_MEMBERS_PER_SCIM_GROUP,
  type ScimGroupAttributes,
} from './patch-group.ts';

type Resource = ReturnType<typeof renderGroup>;

/** Most groups of a connection. */
const MOST_GROUPS = 500;

function renderGroup(
  { id, name, externalId, ...group }: ScimGroupRow,
  members: readonly string[] | null,
  base: string,
) {
  const resource = {
    schemas: [CORE_GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members && { members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })) }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  };
  return withResourceVersion(resource, [id, group.revision]);
}

/** @throws ScimError 404 */
async function findGroup(em: EntityManager, connection: ScimConnectionOfToken, id: string): Promise<ScimGroupRow> {
  const key = { connectionId: connection.id, id: Id.safeParse(id).data ?? newId() };
  const group = await em.findOne(ScimGroupEntity, key, { disableIdentityMap: true });
  if (group) return group;
  throw new ScimError(404, `There is no group ${id.slice(0, 100)}.`);
}

/** Returns a group as a resource, if wanted with its members. @throws ScimError 404 */
export async function getGroup(ctx: Context, id: string, base: string, hasMembers: boolean): Promise<Resource> {
  const connection = await getScimConnectionOfToken(ctx);
  const group = await findGroup(createWorkspaceEntityManager(ctx), connection, id);
  const members = hasMembers ? (await findMemberIdsByGroup(ctx.db.pool, connection, [id])).get(id) : undefined;
  return renderGroup(group, members ?? null, base);
}

/** Attributes that a list can be searched by. */
const KEYS = new Map([
  ['displayname', 'displayName'],
  ['externalid', 'externalId'],
  ['id', 'id'],
  ['members.value', 'members'],
] as const);

/**
 * Returns a page of groups, or those that a filter finds (rules/scim 15). A page ends early where its groups would have
 * too many members together.
 * @throws ScimError `invalidFilter`
 */
export async function listGroups(ctx: Context, query: ListQuery, base: string, hasMembers: boolean): Promise<ScimPage> {
  const connection = await getScimConnectionOfToken(ctx);
  const em = createWorkspaceEntityManager(ctx);
  const all = await em.find(ScimGroupEntity, { connectionId: connection.id }, { orderBy: { createdAt: 1, id: 1 } });
  let found: ScimGroupRow[] = all;
  if (query.filter !== undefined) {
    const { keyed, others } = parseKeyedSearch(query.filter, KEYS);
    for (const condition of keyed) found = await searched(em, connection, found, condition);
    found = found.filter((group) => others(renderGroup(group, null, base)));
  }
  const page = found.slice(query.offset, query.offset + query.limit);
  const shown = hasMembers ? within(page, await countMembersByGroup(ctx.db.pool, connection)) : page;
  const ids = hasMembers ? shown.map(({ id }) => id) : [];
  const members = await findMemberIdsByGroup(ctx.db.pool, connection, ids);
  return scimPageOf(
    query,
    found.length,
    shown.map((group) => renderGroup(group, members.get(group.id) ?? null, base)),
  );
}

type Condition = KeyedSearch<'displayName' | 'externalId' | 'id' | 'members'>['keyed'][number];

async function searched(
  em: EntityManager,
  { id: connectionId }: ScimConnectionOfToken,
  all: ScimGroupRow[],
  { key, value }: Condition,
): Promise<ScimGroupRow[]> {
  const lower = value.toLowerCase();
  if (key === 'displayName') return all.filter(({ name }) => name.toLowerCase() === lower);
  if (key === 'externalId') return all.filter(({ externalId }) => externalId === value);
  if (key === 'id') return all.filter(({ id }) => id === lower);
  const personId = Id.safeParse(value).data;
  const of = personId ? await em.find(ScimGroupMemberEntity, { connectionId, personId }) : [];
  const ids = new Set(of.map(({ groupId }) => groupId));
  return all.filter(({ id }) => ids.has(id));
}

/** Returns the first groups, at least one, whose members are shown together. */
function within(groups: ScimGroupRow[], counts: ReadonlyMap<string, number>): ScimGroupRow[] {
  let sum = 0;
  return groups.filter(({ id }, n) => (sum += counts.get(id) ?? 0) <= MAX_MEMBERS_PER_SCIM_GROUP || n === 0);
}

/** Adds a group. @throws ScimError `uniqueness`, `tooMany`, `invalidValue` */
export function createGroup(ctx: Context, body: unknown, { base }: ScimBaseAndVersion): Promise<Resource> {
  const draft = validateScimGroup(parseScimGroup(body));
  return inSyncTransaction(ctx, async (sync) => {
    const { transaction, workspace, now } = sync.ctx;
    await assertFree(sync, draft.displayName);
    if ((await transaction.count(ScimGroupEntity, { connectionId: sync.connection.id })) >= MOST_GROUPS) {
      throw new ScimError(400, `At most ${MOST_GROUPS} groups can be provisioned.`, { scimType: 'tooMany' });
    }
    const group = {
      workspaceId: workspace.id,
      connectionId: sync.connection.id,
      id: newId(),
      name: draft.displayName,
      externalId: draft.externalId ?? null,
      role: null,
      departmentId: null,
      position: null,
      revision: 0,
      createdAt: now,
      updatedAt: now,
    };
    await transaction.insert(ScimGroupEntity, group);
    await storeMembers(sync, group, [], draft.members);
    return renderGroup(group, [...draft.members], base);
  });
}

/** Replaces what the provider sent; without members there are none. @throws as `patchStoredGroup` */
export function replaceGroup(ctx: Context, id: string, body: unknown, place: ScimBaseAndVersion): Promise<Resource> {
  const draft = validateScimGroup(parseScimGroup(body));
  return change(ctx, id, place, () => draft);
}

/** Applies the operations of a PATCH request. @throws ScimError 404, 412, `uniqueness`, `tooMany`, `invalidValue` */
export function patchStoredGroup(
  ctx: Context,
  id: string,
  body: unknown,
  place: ScimBaseAndVersion,
): Promise<Resource> {
  const operations = parsePatchOperations(body);
  return change(ctx, id, place, (group) => validateScimGroup(applyGroupPatch(group, operations)));
}

function change(
  ctx: Context,
  id: string,
  { base, ifMatch }: ScimBaseAndVersion,
  next: (group: ScimGroupAttributes) => ScimGroupAttributes,
): Promise<Resource> {
  return inSyncTransaction(ctx, async (sync) => {
    const { transaction, now } = sync.ctx;
    const group = await findGroup(transaction, sync.connection, id);
    assertIfMatch(renderGroup(group, null, base), ifMatch);
    const before = (await findMemberIdsByGroup(transaction, sync.connection, [group.id])).get(group.id) ?? [];
    const { name, externalId } = group;
    const draft = next({ displayName: name, externalId: externalId ?? undefined, members: new Set(before) });
    if (draft.displayName.toLowerCase() !== name.toLowerCase()) await assertFree(sync, draft.displayName);
    const set = { name: draft.displayName, externalId: draft.externalId ?? null };
    const areMembersSame = !(await storeMembers(sync, group, before, draft.members));
    if (areMembersSame && set.name === name && set.externalId === externalId) return renderGroup(group, before, base);
    const changed = { ...group, ...set, revision: group.revision + 1, updatedAt: now };
    const { revision, updatedAt } = changed;
    await transaction.nativeUpdate(ScimGroupEntity, keyOf(sync, group), { ...set, revision, updatedAt });
    return renderGroup(changed, [...draft.members], base);
  });
}

const keyOf = ({ connection }: SyncTransaction, { id }: { id: string }) => ({ connectionId: connection.id, id });

/** Removes a group; its members lose what it gave (rules/scim 16). @throws ScimError 404, 412 */
export function deleteGroup(ctx: Context, id: string, { base, ifMatch }: ScimBaseAndVersion): Promise<void> {
  return inSyncTransaction(ctx, async (sync) => {
    const { transaction } = sync.ctx;
    const group = await findGroup(transaction, sync.connection, id);
    assertIfMatch(renderGroup(group, null, base), ifMatch);
    const members = (await findMemberIdsByGroup(transaction, sync.connection, [group.id])).get(group.id) ?? [];
    await transaction.nativeDelete(ScimGroupEntity, keyOf(sync, group));
    if (doesGroupGrantRoleOrDepartment(group)) await markPeoplePending(transaction, sync.connection, members);
  });
}

/** Returns true if members of the group get a role or a department from it. */
export const doesGroupGrantRoleOrDepartment = ({ role, departmentId }: Pick<ScimGroupRow, 'role' | 'departmentId'>) =>
  role !== null || departmentId !== null;

/** @throws ScimError `uniqueness` */
async function assertFree({ ctx: { transaction }, connection }: SyncTransaction, displayName: string): Promise<void> {
  const all = await transaction.find(ScimGroupEntity, { connectionId: connection.id }, { disableIdentityMap: true });
  if (all.every(({ name }) => name.toLowerCase() !== displayName.toLowerCase())) return;
  throw new ScimError(409, `There is a group “${displayName}” already.`, { scimType: 'uniqueness' });
}

/** Stores who joined and left, and has them changed. Returns false if nobody did. @throws ScimError `invalidValue` */
async function storeMembers(
  { ctx: { transaction }, connection }: SyncTransaction,
  group: ScimGroupRow,
  before: readonly string[],
  members: ReadonlySet<string>,
): Promise<boolean> {
  const former = new Set(before);
  const joined = [...members].filter((id) => !former.has(id));
  const left = before.filter((id) => !members.has(id));
  const ids = joined.filter((id) => Id.safeParse(id).success);
  const known = new Set((await readScimPeople(transaction, connection, ids)).map(({ id }) => id));
  const unknown = joined.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new ScimError(400, `members: there is no user ${unknown}.`, { scimType: 'invalidValue' });
  }
  const { workspaceId, id: connectionId } = connection;
  const of = { connectionId, groupId: group.id };
  for (let from = 0; from < joined.length; from += ROWS_PER_STATEMENT) {
    const rows = joined.slice(from, from + ROWS_PER_STATEMENT).map((personId) => ({ workspaceId, ...of, personId }));
    await transaction.insertMany(ScimGroupMemberEntity, rows);
  }
  for (let from = 0; from < left.length; from += ROWS_PER_STATEMENT) {
    await transaction.nativeDelete(ScimGroupMemberEntity, {
      ...of,
      personId: { $in: left.slice(from, from + ROWS_PER_STATEMENT) },
    });
  }
  const changed = [...joined, ...left];
  if (doesGroupGrantRoleOrDepartment(group)) await markPeoplePending(transaction, connection, changed);
  return changed.length > 0;
}
