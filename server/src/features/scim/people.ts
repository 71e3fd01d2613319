import { Id } from '@training/shared/primitives';
import type { Context } from '../../core/context.ts';
import { newId } from '../../platform/ids.ts';
import { ScimError } from '../../core/scim-error.ts';
import type { ScimBaseAndVersion } from '../../core/scim-operation.ts';
import { applyPerson, currentStateForSyncOf } from './apply-person.ts';
import { AppError } from '../../core/errors.ts';
import {
  getScimConnectionOfToken,
  inSyncTransaction,
  type ScimConnectionOfToken,
  type SyncTransaction,
} from './connection.ts';
import { parseKeyedSearch } from './filter.ts';
import { removeFromGroups } from './remove-person.ts';
import { scimPageOf, type ListQuery, type ScimPage } from './scim-page.ts';
import {
  doesPatchDeactivatePerson,
  doesResourceDeactivatePerson,
  applyUserPatch,
  parsePatchOperations,
  parseScimUser,
} from './patch-user.ts';
import {
  COUNT_PEOPLE,
  FIND_DELETED_SCIM_PEOPLE,
  FIND_PEOPLE_BY_SCIM_KEYS,
  LIST_PEOPLE,
  readScimPeople,
  type ScimPerson,
} from './people-statements.ts';
import { validateScimUser, emailOf, renderUser, type ScimUser } from './scim-user.ts';
import { ScimPersonEntity } from './scim.entity.ts';
import { findTakeOverTargetOfRehearsedPerson, takeOverUser } from './take-over.ts';
import { assertIfMatch } from './versions.ts';

type Resource = ReturnType<typeof renderUser>;

const notFound = (id: string) => new ScimError(404, `There is no user ${id.slice(0, 100)}.`);

/** Returns a person as a resource. @throws ScimError 404 */
export async function getPerson(ctx: Context, id: string, base: string): Promise<Resource> {
  return renderUser(await findPerson(ctx.db.pool, await getScimConnectionOfToken(ctx), id), base);
}

async function findPerson(on: Parameters<typeof readScimPeople>[0], connection: ScimConnectionOfToken, id: string) {
  const [person] = Id.safeParse(id).success ? await readScimPeople(on, connection, [id]) : [];
  if (!person) throw notFound(id);
  return person;
}

/** Attributes that a list can be searched by. */
const KEYS = new Map([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['id', 'id'],
  ['emails', 'emails'],
  ['emails.value', 'emails'],
  ['enterprise.employeenumber', 'employeeNumber'],
] as const);

/** Returns a page of people, or those whom a filter finds (rules/scim 3). @throws ScimError `invalidFilter` */
export async function listPeople(ctx: Context, query: ListQuery, base: string): Promise<ScimPage> {
  const connection = await getScimConnectionOfToken(ctx);
  const of = { workspaceId: connection.workspaceId, connectionId: connection.id };
  const read = async (ids: string[]) =>
    (await readScimPeople(ctx.db.pool, connection, ids)).map((person) => renderUser(person, base));
  if (query.filter === undefined) {
    const { total } = await COUNT_PEOPLE.one(ctx.db.pool, of);
    const { limit, offset } = query;
    const page = limit === 0 ? [] : await LIST_PEOPLE.all(ctx.db.pool, { ...of, limit, offset });
    return scimPageOf(query, total, await read(page.map(({ id }) => id)));
  }
  const { key, value, matches } = parseKeyedSearch(query.filter, KEYS);
  const lower = value.toLowerCase();
  const found =
    key === 'id'
      ? Id.safeParse(value).success
        ? [{ id: value }]
        : []
      : await FIND_PEOPLE_BY_SCIM_KEYS.all(ctx.db.pool, {
          ...of,
          userName: key === 'userName' ? lower : null,
          number: key === 'userName' ? value : null,
          externalId: key === 'externalId' ? value : null,
          email: key === 'emails' ? lower : null,
          employeeNumber: key === 'employeeNumber' ? value : null,
        });
  const resources = (await read(found.map(({ id }) => id))).filter(matches);
  return scimPageOf(query, resources.length, resources.slice(query.offset, query.offset + query.limit));
}

/**
 * Adds a person. Someone whom the provider deleted before comes back (rules/scim 5).
 * @throws ScimError `uniqueness`; errors of `upsertPerson`
 */
export function createPerson(ctx: Context, body: unknown, { base }: ScimBaseAndVersion): Promise<Resource> {
  const user = validateScimUser({ active: true, ...withoutUndefined(parseScimUser(body)) });
  return inSyncTransaction(ctx, async (sync) => {
    await assertNew(sync, user);
    const {
      ctx: { transaction },
      connection,
    } = sync;
    const of = { workspaceId: connection.workspaceId, connectionId: connection.id };
    const keys = { userName: user.userName.toLowerCase(), email: emailOf(user), externalId: user.externalId ?? null };
    const deleted = await FIND_DELETED_SCIM_PEOPLE.first(transaction, { ...of, ...keys });
    const [former] = deleted ? await readScimPeople(transaction, connection, [deleted.id], true) : [];
    const nobody = {
      id: newId(),
      here: null,
      sent: null,
      baseline: null,
      roleGiven: null,
      departmentGiven: null,
      endedAt: null,
    };
    const before = { ...(former ?? nobody), applied: null };
    await applyPerson(sync, before, user);
    return renderUser(await findPerson(transaction, connection, before.id), base);
  });
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** @throws ScimError `uniqueness` if the provider can find someone with one of the keys */
async function assertNew({ ctx: { transaction }, connection }: SyncTransaction, user: ScimUser): Promise<void> {
  const [found] = await FIND_PEOPLE_BY_SCIM_KEYS.all(transaction, {
    workspaceId: connection.workspaceId,
    connectionId: connection.id,
    userName: user.userName.toLowerCase(),
    number: user.userName,
    externalId: user.externalId ?? null,
    email: emailOf(user),
    employeeNumber: null,
  });
  if (!found) return;
  const words = `The user ${found.id} has this userName, e-mail address or externalId. Find them by a filter, then update them.`;
  throw new ScimError(409, words, TAKEN);
}

/**
 * Replaces what the provider sent. An omitted `active` changes nothing. @throws ScimError 404; errors of `upsertPerson`
 */
export function replacePerson(ctx: Context, id: string, body: unknown, place: ScimBaseAndVersion): Promise<Resource> {
  return change(ctx, id, place, (user) =>
    orEnded(user, doesResourceDeactivatePerson(body), () => validateScimUser(parseScimUser(body))),
  );
}

/** Applies the operations of a PATCH request. @throws ScimError 404; errors of `applyUserPatch` and `upsertPerson` */
export function patchPerson(ctx: Context, id: string, body: unknown, place: ScimBaseAndVersion): Promise<Resource> {
  const operations = parsePatchOperations(body);
  const isEnded = doesPatchDeactivatePerson(operations);
  return change(ctx, id, place, (user) =>
    orEnded(user, isEnded, () => validateScimUser(applyUserPatch(user, operations))),
  );
}

/** Returns the user as asked; or only deactivated, if that is asked and other attributes are refused (rules/scim 4). */
function orEnded(user: ScimUser, isEnded: boolean, asked: () => ScimUser): ScimUser {
  try {
    const next = asked();
    emailOf(next);
    return next;
  } catch (error) {
    if (isEnded && (error instanceof ScimError || (error instanceof AppError && !error.isFault)))
      return { ...user, active: false };
    throw error;
  }
}

async function change(
  ctx: Context,
  id: string,
  { base, ifMatch }: ScimBaseAndVersion,
  next: (user: ScimUser) => ScimUser,
): Promise<Resource> {
  const changed = await inSyncTransaction(ctx, async (sync) => {
    const { transaction } = sync.ctx;
    const person = await findPerson(transaction, sync.connection, id);
    assertIfMatch(renderUser(person, base), ifMatch);
    const user = next({ ...person.user, active: undefined });
    assertProvisioned(person, user.active);
    if (!(await isUserNameFree(sync, person, user))) {
      if (user.active !== false) throw new ScimError(409, `Another user has the userName ${user.userName}.`, TAKEN);
      user.userName = person.user.userName;
    }
    const asked = { ...user, active: user.active ?? person.sent?.active };
    const instead =
      sync.connection.state === 'on' ? await findTakeOverTargetOfRehearsedPerson(sync, person, asked) : undefined;
    if (instead) {
      await takeOverUser(sync, person, instead, asked);
      return instead.id;
    }
    await applyPerson(sync, currentStateForSyncOf(person), user);
    return renderUser(await findPerson(transaction, sync.connection, id), base);
  });
  if (typeof changed !== 'string') return changed;
  throw new ScimError(404, `There is no user ${id} anymore: the address is that of ${changed}. Find them by a filter.`);
}

/** People are ended only by the provider that provisioned them (rules/scim 6). @throws ScimError 403 */
function assertProvisioned({ sent, here, id }: ScimPerson, active: boolean | undefined): void {
  if (sent !== null || active !== false || !here?.is_active) return;
  const words = `The user ${id} wasn’t provisioned by this connection, so it can’t deactivate them. Update them first, or do it in the console.`;
  throw new ScimError(403, words);
}

const TAKEN = { scimType: 'uniqueness' } as const;

async function isUserNameFree(
  { ctx: { transaction }, connection }: SyncTransaction,
  { id, sent }: ScimPerson,
  user: ScimUser,
) {
  if (sent?.userName.toLowerCase() === user.userName.toLowerCase()) return true;
  const found = await FIND_PEOPLE_BY_SCIM_KEYS.all(transaction, {
    workspaceId: connection.workspaceId,
    connectionId: connection.id,
    userName: user.userName.toLowerCase(),
    number: null,
    externalId: null,
    email: null,
    employeeNumber: null,
  });
  return found.every((each) => each.id === id);
}

/** Deactivates a person, whom the provider no longer finds (rules/scim 5). @throws ScimError 404 */
export function deletePerson(ctx: Context, id: string, { base, ifMatch }: ScimBaseAndVersion): Promise<void> {
  return inSyncTransaction(ctx, async (sync) => {
    const { transaction } = sync.ctx;
    const person = await findPerson(transaction, sync.connection, id);
    assertIfMatch(renderUser(person, base), ifMatch);
    assertProvisioned(person, false);
    const member = { personId: person.id, connectionId: sync.connection.id };
    await removeFromGroups(transaction, member, sync.ctx.now);
    if (person.here === null && sync.connection.state !== 'rehearsal') {
      // Rehearsed, and never added.
      await transaction.nativeDelete(ScimPersonEntity, { connectionId: sync.connection.id, id });
      return;
    }
    await applyPerson(sync, currentStateForSyncOf(person), { ...person.user, active: false }, true);
  });
}
