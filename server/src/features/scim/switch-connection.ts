import { LockMode } from '@mikro-orm/core';
import type {
  AppliedScimPeopleCounts,
  SelectPendingScimPeople,
  ScimConnectionRef,
  ScimPersonPlan,
} from '@training/shared/scim/scim';
import { Id, Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Actor, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { applyOneByOne } from '../../core/apply-one-by-one.ts';
import { ScimError } from '../../core/scim-error.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../core/transaction.ts';
import { databaseBusyMessageOf } from '../../database/database-unavailable.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import type { UpsertOutcome } from '../users/upsert-user.ts';
import {
  applyPerson,
  currentStateForSyncOf,
  upsertPersonOrOnlyDeactivate,
  pendingScimUserOf,
  planWantedUpsert,
  type MappedGroups,
} from './apply-person.ts';
import {
  BrakeReachedError,
  getScimConnectionOfToken,
  inSyncTransaction,
  type ScimConnectionOfToken,
  type SyncTransaction,
} from './connection.ts';
import { readScimPeople, type ScimPerson } from './people-statements.ts';
import { ScimConnectionEntity, ScimPersonEntity } from './scim.entity.ts';
import { withoutActive, findTakeOverTargetOfRehearsedPerson, takeOverUser } from './take-over.ts';

/** Hours in which a super admin's consent holds: providers try again within them. */
const AGREED_HOURS = 24;

/** People who are applied in one transaction, and the time after which the rest are applied alone. */
const TOGETHER = { people: 10, milliseconds: 5_000 };

/** People who are applied or shown at once. */
const AT_ONCE = 50;

/**
 * Switches a rehearsed connection on, or lets a stopped one go on (rules/scim 12 and 14). Repeating it changes nothing.
 * @throws AppError `scim_connection_not_found`
 */
export async function switchOnConnection(ctx: Context, { id }: ScimConnectionRef): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const connection = await em.findOne(ScimConnectionEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!connection) throw scimConnectionNotFoundError(id);
    if (connection.state === 'on') return;
    const isResumed = connection.state === 'stopped';
    const action = isResumed ? 'scim.resumed' : 'scim.switched_on';
    connection.state = 'on';
    connection.stateSince = ctx.now;
    connection.stoppedBecause = null;
    if (isResumed) connection.agreedUntil = new Date(ctx.now.getTime() + AGREED_HOURS * 3_600_000);
    await em.flush();
    await recordEvent(em, ctx, { action, subject: { kind: 'scim_connection', id, name: connection.name } });
  });
}

export const scimConnectionNotFoundError = (id: string) =>
  new AppError('scim_connection_not_found', `There is no connection ${id} in this workspace.`);

const FIND_TOKEN = defineStatement({
  name: 'find-token-of-scim-connection',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string(), created_at: Timestamp, may: z.boolean() }),
  sql: `
select t.id, t.name, to_iso(t.created_at) as created_at, w.api_may_assign_super_admin as may
from api_tokens t join workspaces w on w.id = t.workspace_id
where t.workspace_id = :workspaceId and t.scim_connection_id = :id and t.revoked_at is null
order by t.created_at desc limit 1`,
});

/** Returns the context in which the connection's token acts. @throws AppError `token_not_found` */
async function asToken(ctx: Context, id: string): Promise<Context> {
  const token = await FIND_TOKEN.first(ctx.db.pool, { workspaceId: ctx.workspace.id, id });
  if (!token) throw new AppError('token_not_found', 'The connection has no active token. Create one first.');
  const actor: Actor = {
    kind: 'token',
    id: token.id,
    name: token.name,
    scopes: ['scim'],
    createdAt: token.created_at,
    mayAssignSuperAdmin: token.may,
    everyoneHasEmail: false,
    catalogRevision: '',
  };
  return { ...ctx, actor };
}

const PENDING = defineStatement({
  name: 'pending-scim-people',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from scim_people
where workspace_id = :workspaceId and connection_id = :connectionId and is_pending
  and (:after::uuid is null or id > :after::uuid)
order by id limit ${AT_ONCE}`,
});

async function pendingOf(ctx: Context, { id, after }: SelectPendingScimPeople) {
  const of = { workspaceId: ctx.workspace.id, connectionId: id, after: after ?? null };
  const pending = await PENDING.all(ctx.db.pool, of);
  return { pending, next: pending.length === AT_ONCE ? pending.at(-1)!.id : null };
}

/**
 * Applies what the provider wanted of pending people, as its token, some at a time (rules/scim 12). People who are
 * refused stay as they are.
 * @throws AppError `token_not_found`
 */
export async function applySelectedPendingPeople(
  ctx: Context,
  input: SelectPendingScimPeople,
): Promise<AppliedScimPeopleCounts> {
  const { outcomes, next } = await applySelectedPeopleWithOutcomes(ctx, input, true);
  const refused = outcomes.filter(({ refused: each }) => each !== null).length;
  return { applied: outcomes.length - refused, refused, next };
}

/**
 * Works like `applySelectedPendingPeople`, and returns what became of each.
 * @param isShown True if a super admin was shown what it does, so that the brake doesn't count it (rules/scim 14).
 */
export async function applySelectedPeopleWithOutcomes(ctx: Context, input: SelectPendingScimPeople, isShown = false) {
  const token = await asToken(ctx, input.id);
  const { pending, next } = await pendingOf(ctx, input);
  const together = await applyTogether(
    token,
    pending.map(({ id }) => id),
    isShown,
  );
  const left = pending.filter(({ id }) => !together.has(id));
  const outcomes = await applyOneByOne(left, ({ id }) => applyWaiting(token, id, isShown));
  return { outcomes: [...[...together].map((id) => ({ item: { id }, done: null, refused: null })), ...outcomes], next };
}

/**
 * Applies people some in a transaction, in about half the time, after their managers, if those wait, too. Where one is
 * refused, all of that transaction and their reports are left to be applied alone. Returns who was applied.
 */
async function applyTogether(token: Context, ids: string[], isShown: boolean): Promise<Set<string>> {
  const began = performance.now();
  const connection = await getScimConnectionOfToken(token);
  let left = (await readScimPeople(token.db.pool, connection, ids, true)).filter(({ here }) => here !== null);
  const managers = [...new Set(left.flatMap((person) => managerIdOf(person) ?? []))];
  const waiting = new Set(ids);
  for (const { id, isPending } of await readScimPeople(token.db.pool, connection, managers, true)) {
    if (isPending) waiting.add(id);
  }
  const applied = new Set<string>();
  while (performance.now() - began < TOGETHER.milliseconds) {
    const group = left.filter((person) => !waiting.has(managerIdOf(person) ?? '')).slice(0, TOGETHER.people);
    if (group.length === 0) break;
    left = left.filter((person) => !group.includes(person));
    const groupIds = group.map(({ id }) => id).toSorted();
    const apply = async (sync: SyncTransaction) => {
      for (const id of groupIds) await applyOne(sync, id, isShown);
    };
    const isDone = await inSyncTransaction(token, (sync) => apply(sync).catch(leaveToOthers)).catch(isToBeAlone);
    if (isDone === false) continue;
    for (const id of groupIds) {
      applied.add(id);
      waiting.delete(id);
    }
  }
  return applied;
}

/** Returns the manager whom the provider sent; undefined if there is none, or an id that nobody can have. */
const managerIdOf = ({ sent }: Pick<ScimPerson, 'sent'>) => Id.safeParse(sent?.manager).data;

/** A person of several was refused. */
class RefusedTogether extends Error {}

/** The brake is to stop the connection at the person who reaches it. */
function leaveToOthers(error: unknown): never {
  throw error instanceof BrakeReachedError ? new RefusedTogether() : error;
}

/** Returns false if the people are to be applied alone. @throws other errors */
function isToBeAlone(error: unknown): false {
  const isRefusal =
    error instanceof RefusedTogether || error instanceof ScimError || databaseBusyMessageOf(error) !== undefined;
  if (isRefusal || (error instanceof AppError && !error.isFault)) return false;
  throw error;
}

/** Applies a person after their manager, if both wait. @throws AppError */
async function applyWaiting(token: Context, id: string, isShown: boolean, reports: string[] = []): Promise<void> {
  const person = await readWaiting(token.db.pool, await getScimConnectionOfToken(token), id);
  const managerId = person && managerIdOf(person);
  if (managerId && ![id, ...reports].includes(managerId)) {
    await applyWaiting(token, managerId, isShown, [id, ...reports]).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.isFault) throw error;
    });
  }
  await inSyncTransaction(token, (sync) => applyOne(sync, id, isShown)).catch((error: unknown) => {
    throw error instanceof ScimError ? new AppError('invalid_request', error.message) : error;
  });
}

async function applyOne({ connection, ...rest }: SyncTransaction, id: string, isShown: boolean): Promise<void> {
  const sync = { ...rest, connection: { ...connection, isAgreed: isShown || connection.isAgreed } };
  const waiting = await readWaiting(sync.ctx.transaction, sync.connection, id);
  if (!waiting) return;
  const key = { connectionId: sync.connection.id, id };
  const instead = waiting.isDeleted
    ? undefined
    : await findTakeOverTargetOfRehearsedPerson(sync, waiting, waiting.sent);
  if (instead) await takeOverUser(sync, waiting, instead, waiting.sent);
  else if (waiting.isDeleted && !waiting.here) await sync.ctx.transaction.nativeDelete(ScimPersonEntity, key);
  else await applyPerson(sync, currentStateForSyncOf(waiting), pendingScimUserOf(waiting), waiting.isDeleted);
}

async function readWaiting(on: StatementRunner, connection: ScimConnectionOfToken, id: string) {
  const [person] = await readScimPeople(on, connection, [id], true);
  return person?.isPending && person.sent ? { ...person, sent: person.sent } : undefined;
}

/** Says person by person what the provider's sync would do, with the checks of the real one (rules/scim 11). */
export async function previewPendingPeople(
  ctx: Context,
  input: SelectPendingScimPeople,
): Promise<{ people: ScimPersonPlan[]; next: string | null }> {
  const { pending, next } = await pendingOf(ctx, input);
  const ids = pending.map(({ id }) => id);
  return { people: await previewFirstPeople(ctx, input.id, ids), next };
}

/**
 * Returns what would become of the first of these people, without writing anything.
 * @param mapping Groups that are tried instead of the stored ones.
 * @throws AppError `token_not_found`
 */
export async function previewFirstPeople(
  ctx: Context,
  connectionId: string,
  ids: string[],
  mapping?: MappedGroups,
): Promise<ScimPersonPlan[]> {
  const token = await asToken(ctx, connectionId);
  const connection = await getScimConnectionOfToken(token);
  const people = (await readScimPeople(ctx.db.pool, connection, ids.slice(0, AT_ONCE), true)).filter(
    ({ sent, here, isDeleted }) => sent !== null && (here !== null || !isDeleted),
  );
  const reading = {
    ctx: { ...token, transaction: createWorkspaceEntityManager(ctx) },
    connection,
    ...(mapping && { mapping }),
  };
  const outcomes = await applyOneByOne(people, async (person) => {
    const wanted = pendingScimUserOf(person);
    const instead = person.isDeleted ? undefined : await findTakeOverTargetOfRehearsedPerson(reading, person, wanted);
    const asked = instead ? withoutActive(wanted) : wanted;
    const { input } = await planWantedUpsert(reading, currentStateForSyncOf(instead ?? person), asked, person.id);
    person.here ??= instead?.here ?? null;
    return upsertPersonOrOnlyDeactivate(token, { ...input, preview: true });
  });
  return outcomes.map(({ item, done, refused }) => planned(item, done, refused));
}

function planned(
  { id, user, here }: ScimPerson,
  done: UpsertOutcome | null,
  refused: ScimPersonPlan['refused'],
): ScimPersonPlan {
  const { userName, active } = user;
  return {
    user_id: id,
    user_name: userName,
    full_name: here?.full_name ?? user.displayName ?? userName,
    active: active ?? true,
    result: done?.result ?? null,
    role: done && done.user.role !== (here?.role ?? 'learner') ? done.user.role : null,
    department: done && done.user.department_id !== (here?.department_id ?? null) ? done.user.department : null,
    refused,
  };
}
