import type { Role } from '@training/shared/permissions';
import { Id } from '@training/shared/primitives';
import { findManager } from '../users/managers/named-manager.ts';
import { upsert, type Upserted } from '../users/upsert-user.ts';
import type { Upsert } from '../users/who-is-meant.ts';
import { checkBrake } from './brake.ts';
import type { Sync } from './connection.ts';
import { FIND_DEPARTMENT, type ScimPerson } from './people-statements.ts';
import { ScimGroupEntity, ScimGroupMemberEntity, ScimPersonEntity } from './scim.entity.ts';
import { emailOf, fullNameOf, type ScimUser } from './scim-user.ts';

/** Facts needed to decide, without a write. */
type Reading = Pick<Sync, 'ctx' | 'connection'>;

/** Returns the groups that someone is in, by name. */
async function groupsOf({ ctx: { transaction }, connection }: Reading, personId: string) {
  const of = { connectionId: connection.id };
  const memberships = await transaction.find(ScimGroupMemberEntity, { ...of, personId }, { disableIdentityMap: true });
  if (memberships.length === 0) return [];
  const groups = { ...of, id: { $in: memberships.map(({ groupId }) => groupId) } };
  return transaction.find(ScimGroupEntity, groups, { disableIdentityMap: true, orderBy: { name: 'asc' } });
}

/** Roles from the one with the most rights. Someone in several groups gets the first. */
const RANKED: readonly Role[] = ['super_admin', 'content_manager', 'auditor', 'trainer', 'learner'];

/** A person before a change; `applied`: what the user was last made by. */
type Before = Pick<ScimPerson, 'id' | 'here' | 'roleGiven' | 'departmentGiven' | 'endedAt'> & {
  applied: ScimUser | null;
};

export const beforeOf = (person: ScimPerson): Before => ({
  ...person,
  applied: person.appliedAt === null ? null : person.sent,
});

type Wanted = { input: Upsert; roleGiven: Role | null; departmentGiven: string | null };

/**
 * Returns the manager that someone is to get, null if the provider took theirs away. One who isn't there or is inactive
 * changes nothing.
 */
async function managerOf(
  { ctx: { transaction }, connection: { workspaceId } }: Reading,
  user: ScimUser,
  applied: ScimUser | null,
): Promise<Upsert['manager']> {
  if (user.manager === undefined) return applied?.manager === undefined ? undefined : null;
  const id = Id.safeParse(user.manager).data;
  const found = id && (await findManager(transaction, workspaceId, { id }));
  return found && found.is_active ? { id } : undefined;
}

/** Returns the upsert that makes the user as the provider wants (rules/scim 4 to 7). */
export async function wantedOf(
  sync: Reading,
  { id, here, applied, roleGiven, departmentGiven }: Before,
  user: ScimUser,
): Promise<Wanted> {
  const groups = await groupsOf(sync, id);
  const role = RANKED.find((each) => groups.some((group) => group.role === each)) ?? null;
  const named =
    user.department &&
    (await FIND_DEPARTMENT.first(sync.ctx.transaction, {
      workspaceId: sync.connection.workspaceId,
      name: user.department,
    }));
  const departmentId =
    groups.find(({ departmentId }) => departmentId !== null)?.departmentId ?? (named ? named.id : null);
  const manager = await managerOf(sync, user, applied);
  const email = emailOf(user);
  const number = numberOf(user, applied, here);
  const lostRole = role === null && roleGiven !== null && here?.role === roleGiven ? 'learner' : undefined;
  const isLeft = departmentId === null && departmentGiven !== null && here?.department_id === departmentGiven;
  const input: Upsert = {
    by: here ? 'id' : 'new',
    id,
    full_name: fullNameOf(user),
    preview: false,
    email: email ?? (here ? undefined : null),
    ...(number !== undefined && { external_id: number }),
    role: role ?? lostRole,
    department_id: departmentId ?? (isLeft ? null : undefined),
    manager,
    deactivate: deactivates(user, applied, here),
  };
  return { input, roleGiven: role, departmentGiven: departmentId };
}

/** Returns the HR system's number that someone is to get; undefined if theirs stays. */
function numberOf(user: ScimUser, applied: ScimUser | null, here: Before['here']): string | undefined {
  if (user.employeeNumber !== undefined || user.externalId === undefined) return user.employeeNumber;
  const isOurs = here && here.external_id !== null && here.external_id !== applied?.externalId;
  return isOurs ? undefined : user.externalId;
}

/** Someone who was deactivated here is brought back by a provider only once it has deactivated them, too. */
function deactivates({ active }: ScimUser, applied: ScimUser | null, here: Before['here']): boolean | undefined {
  if (!here || active === undefined || active === here.is_active) return undefined;
  return active ? (applied?.active === true ? undefined : false) : true;
}

/**
 * Makes the user as the provider wants, in the provider's transaction, and stores what it sent. In a rehearsal it only
 * stores it (rules/scim 11).
 * @throws BrakeReached; errors of `upsert`
 */
export async function applyPerson(sync: Sync, before: Before, user: ScimUser, isDeleted = false): Promise<void> {
  const { ctx, left } = sync;
  const now = ctx.now.toISOString();
  const deletedAt = isDeleted ? now : null;
  if (sync.connection.state === 'rehearsal') {
    const unchanged = { appliedAt: null, roleGiven: null, departmentGiven: null, endedAt: null };
    return storePerson(sync, before.id, user, { isPending: true, ...unchanged, deletedAt });
  }
  const { input, roleGiven, departmentGiven } = await wantedOf(sync, before, user);
  await checkBrake(sync, before.here, input);
  const { result, changes, user: upserted } = await applied(sync, input, before.here === null && user.active === false);
  if (result === 'deactivated' || changes.role?.[0] === 'super_admin') left.userIds.push(upserted.id);
  const [formerEmail] = changes.email ?? [];
  if (typeof formerEmail === 'string') left.formerEmails.push(formerEmail);
  await storePerson(sync, before.id, user, {
    isPending: false,
    appliedAt: now,
    roleGiven,
    departmentGiven,
    endedAt: result === 'deactivated' ? now : upserted.is_active ? null : before.endedAt,
    deletedAt,
  });
}

/** Someone new can be inactive from the start. */
async function applied({ ctx }: Sync, input: Upsert, isInactive: boolean): Promise<Upserted> {
  const created = await upsert(ctx, input);
  return isInactive ? upsert(ctx, { by: 'id', id: created.user.id, deactivate: true, preview: false }) : created;
}

type State = Pick<ScimPerson, 'isPending' | 'appliedAt' | 'roleGiven' | 'departmentGiven' | 'endedAt'> & {
  deletedAt: string | null;
};

/** Stores a person as the provider wants them. */
export async function storePerson({ ctx, connection }: Sync, id: string, user: ScimUser, state: State): Promise<void> {
  const { appliedAt, endedAt, deletedAt, ...rest } = state;
  await ctx.transaction.upsert(
    ScimPersonEntity,
    {
      workspaceId: connection.workspaceId,
      connectionId: connection.id,
      id,
      userNameKey: user.userName.toLowerCase(),
      externalId: user.externalId ?? null,
      email: emailOf(user),
      resource: user,
      appliedAt,
      endedAt,
      deletedAt,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      ...rest,
    },
    { onConflictExcludeFields: ['createdAt'] },
  );
}
