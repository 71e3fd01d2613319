import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@training/shared/permissions';
import { Id } from '@training/shared/primitives';
import type { Context } from '../../core/context.ts';
import { findManager } from '../users/managers/named-manager.ts';
import { AppError } from '../../core/errors.ts';
import { upsertPerson, type UpsertOutcome } from '../users/upsert-user.ts';
import type { UserUpsert } from '../users/match-user.ts';
import { assertBrakeNotReached } from './brake.ts';
import type { SyncTransaction } from './connection.ts';
import { FIND_DEPARTMENT_BY_NAME, readScimPeople, type ScimPerson } from './people-statements.ts';
import { ScimGroupEntity, ScimGroupMemberEntity, ScimPersonEntity, type ScimGroupRow } from './scim.entity.ts';
import { emailOf, fullNameOf, type ScimUser } from './scim-user.ts';

/** Groups that give something, the deciding one first. */
export type MappedGroups = Pick<ScimGroupRow, 'id' | 'role' | 'departmentId'>[];

/** Facts needed to decide, without a write; `mapping`: one that is tried instead of the stored one. */
type Reading = Pick<SyncTransaction, 'ctx' | 'connection'> & { mapping?: MappedGroups };

/** Returns the groups of a connection that give a role or department. */
export function findMappedGroupsOfConnection(em: EntityManager, connectionId: string): Promise<ScimGroupRow[]> {
  const some = { connectionId, $or: [{ role: { $ne: null } }, { departmentId: { $ne: null } }] };
  return em.find(ScimGroupEntity, some, { disableIdentityMap: true, orderBy: { position: 'asc nulls last', name: 1 } });
}

/**
 * Returns the role and the department that someone gets from their groups: of each, what the first group has that gives
 * one (rules/scim 16).
 */
export function grantsOfGroups(mapped: MappedGroups, groupIds: ReadonlySet<string>) {
  const own = mapped.filter(({ id }) => groupIds.has(id));
  return {
    role: own.find(({ role }) => role !== null)?.role ?? null,
    departmentId: own.find(({ departmentId }) => departmentId !== null)?.departmentId ?? null,
  };
}

async function givenTo({ ctx: { transaction }, connection, mapping }: Reading, people: string[]) {
  const mapped = mapping ?? (await findMappedGroupsOfConnection(transaction, connection.id));
  if (mapped.length === 0) return { role: null, departmentId: null };
  const of = { connectionId: connection.id, personId: { $in: people } };
  const memberships = await transaction.find(ScimGroupMemberEntity, of, { disableIdentityMap: true });
  return grantsOfGroups(mapped, new Set(memberships.map(({ groupId }) => groupId)));
}

/** A person before a change; `applied`: what the provider reads, null if that isn't what the user was made by. */
type Before = Pick<ScimPerson, 'id' | 'sent' | 'here' | 'baseline' | 'roleGiven' | 'departmentGiven' | 'endedAt'> & {
  applied: ScimUser | null;
};

/** Returns a person as they are before a sync changes them, with the attributes that the provider last read. */
export function currentStateForSyncOf(person: ScimPerson): Before {
  const { sent, appliedAt, baseline, user } = person;
  // Their number isn't the provider's externalId yet, which then wouldn't replace it.
  if (sent === null) return { ...person, applied: { ...user, externalId: undefined, active: undefined } };
  return { ...person, applied: appliedAt === null ? baseline : { ...user, active: sent.active } };
}

/** Returns what someone who waits is to be: what the provider sent, or as they are if only their groups changed. */
export const pendingScimUserOf = ({ appliedAt, sent, user }: ScimPerson): ScimUser =>
  appliedAt === null && sent ? sent : { ...user, active: undefined };

/** `awaitsManager`: their manager is a person of the connection who isn't there yet. */
type Wanted = { input: UserUpsert; roleGiven: Role | null; departmentGiven: string | null; awaitsManager: boolean };

/**
 * Returns the manager that someone is to get, null if the provider took theirs away. One who isn't there or is inactive
 * changes nothing.
 */
async function managerOf(
  { ctx: { transaction }, connection }: Reading,
  user: ScimUser,
  applied: ScimUser | null,
): Promise<Pick<Wanted, 'awaitsManager'> & { manager?: UserUpsert['manager'] }> {
  if (user.manager === applied?.manager) return { awaitsManager: false };
  if (user.manager === undefined) return { manager: null, awaitsManager: false };
  const id = Id.safeParse(user.manager).data;
  if (!id) return { awaitsManager: false };
  const found = await findManager(transaction, connection.workspaceId, { id });
  if (found) return { awaitsManager: false, ...(found.is_active && { manager: { id } }) };
  const [pending] = await readScimPeople(transaction, connection, [id]);
  return { awaitsManager: pending !== undefined };
}

/**
 * Returns the upsert that makes the user as the provider wants, with what changes only (rules/scim 4 to 7).
 * @param alsoOf Someone else whose groups count, too.
 */
export async function planWantedUpsert(
  sync: Reading,
  { id, sent, here, baseline, applied, roleGiven, departmentGiven }: Before,
  user: ScimUser,
  alsoOf = id,
): Promise<Wanted> {
  const { role, departmentId: fromGroups } = await givenTo(sync, [id, alsoOf]);
  const named =
    user.department &&
    (await FIND_DEPARTMENT_BY_NAME.first(sync.ctx.transaction, {
      workspaceId: sync.connection.workspaceId,
      name: user.department,
    }));
  const departmentId = fromGroups ?? (named ? named.id : null);
  const { manager, awaitsManager } = await managerOf(sync, user, applied);
  const isChanged = (of: (user: ScimUser) => unknown) => applied === null || here === null || of(user) !== of(applied);
  const email = isChanged(emailOf) ? emailOf(user) : null;
  const number = isChanged(sentNumberOf) ? numberOf(user, applied, here) : undefined;
  const lostRole = role === null && roleGiven !== null && here?.role === roleGiven ? 'learner' : undefined;
  const formerDepartment = sent === null && here ? here.department_id : departmentGiven;
  // What the console changed since stays, unless the provider changed it, too.
  const isAsRead = fromGroups === null && baseline !== null && sameName(user.department, baseline.department);
  const isLeft = departmentId === null && departmentGiven !== null && here?.department_id === departmentGiven;
  const input: UserUpsert = {
    by: here ? 'id' : 'new',
    id,
    full_name: isChanged(fullNameOf) ? fullNameOf(user) : undefined,
    preview: false,
    email: email ?? (here ? undefined : null),
    ...(number !== undefined && { external_id: number }),
    role: role === roleGiven ? undefined : (role ?? lostRole),
    department_id:
      isAsRead || departmentId === formerDepartment ? undefined : (departmentId ?? (isLeft ? null : undefined)),
    manager,
    deactivate: deactivates(user, applied, here),
  };
  return { input, roleGiven: role, departmentGiven: departmentId, awaitsManager };
}

const sameName = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();

const sentNumberOf = ({ employeeNumber, externalId }: ScimUser) => employeeNumber ?? externalId;

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
 * @throws BrakeReachedError; errors of `upsertPerson`
 */
export async function applyPerson(
  sync: SyncTransaction,
  before: Before,
  asked: ScimUser,
  isDeleted = false,
): Promise<void> {
  const { ctx, connection, left } = sync;
  const user = { ...asked, active: asked.active ?? before.sent?.active ?? before.here?.is_active };
  const now = ctx.now.toISOString();
  const deletedAt = isDeleted ? now : null;
  if (connection.state === 'rehearsal') {
    const { applied: read, here } = before;
    const baseline = read && { ...read, active: read.active ?? here?.is_active };
    const unchanged = { appliedAt: null, roleGiven: null, departmentGiven: null, endedAt: null };
    return storePerson(sync, before.id, user, { isPending: true, ...unchanged, baseline, deletedAt });
  }
  const { input, awaitsManager, ...given } = await planWantedUpsert(sync, before, asked);
  await assertBrakeNotReached(sync, before.here, input);
  const isAddedInactive = before.here === null && user.active === false;
  const { result, changes, user: upserted, isEndedOnly } = await applied(sync, input, isAddedInactive);
  if (result === 'deactivated' || changes.role) left.userIds.push(upserted.id);
  const [formerEmail] = changes.email ?? [];
  if (typeof formerEmail === 'string') left.formerEmails.push(formerEmail);
  const isUnapplied = awaitsManager || (isEndedOnly && before.applied === null);
  const kept = isEndedOnly && before.applied ? { ...before.applied, active: false } : user;
  await storePerson(sync, before.id, kept, {
    isPending: isUnapplied && !isDeleted,
    appliedAt: isUnapplied ? null : now,
    baseline: isUnapplied ? (isEndedOnly ? before.applied : { ...kept, manager: before.applied?.manager }) : null,
    roleGiven: isEndedOnly ? before.roleGiven : given.roleGiven,
    departmentGiven: isEndedOnly ? before.departmentGiven : given.departmentGiven,
    endedAt: upserted.is_active || connection.isAgreed ? null : before.here?.is_active ? now : before.endedAt,
    deletedAt,
  });
}

/** Someone new can be inactive from the start. */
async function applied(
  { ctx }: SyncTransaction,
  input: UserUpsert,
  isInactive: boolean,
): ReturnType<typeof upsertPersonOrOnlyDeactivate> {
  const created = await upsertPersonOrOnlyDeactivate(ctx, input);
  return isInactive ? { ...(await upsertPerson(ctx, onlyEnd(created.user.id))), isEndedOnly: false } : created;
}

const onlyEnd = (id: string | undefined): UserUpsert => ({ by: 'id', id, deactivate: true, preview: false });

/**
 * Upserts a person, but deactivates them even if other attributes are refused (rules/scim 4). @throws as `upsertPerson`
 */
export async function upsertPersonOrOnlyDeactivate(
  ctx: Context,
  input: UserUpsert,
): Promise<UpsertOutcome & { isEndedOnly: boolean }> {
  try {
    return { ...(await upsertPerson(ctx, input)), isEndedOnly: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.isFault || !input.deactivate) throw error;
    return { ...(await upsertPerson(ctx, { ...onlyEnd(input.id), preview: input.preview })), isEndedOnly: true };
  }
}

type State = Pick<ScimPerson, 'isPending' | 'appliedAt' | 'baseline' | 'roleGiven' | 'departmentGiven' | 'endedAt'> & {
  deletedAt: string | null;
};

/** Stores a person as the provider wants them. */
export async function storePerson(
  { ctx, connection }: SyncTransaction,
  id: string,
  user: ScimUser,
  state: State,
): Promise<void> {
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
