import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ACTOR_GUARD_CTE, actorGuardParametersOf, actorRevokedError } from '../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { RECORD_EVENT_BATCH_CTES, eventBatchParametersOf } from '../events/record-event.ts';
import { StoredUser, toUserCreatedEvent, toUserUpdatedEvent, type UserChange } from './store-user.ts';
import { isKeyChanged, type UpsertDecision } from './upsert-rules.ts';
import type { UserUpsert } from './match-user.ts';
import { UserKeyIndex } from './user-key-index.ts';

/** A user to insert, or to update from `existing`. */
export type UserWrite = { user: StoredUser; decision: UpsertDecision; existing: StoredUser | null };

const FIND_USERS = defineStatement({
  name: 'find-users-to-upsert',
  scope: 'tenant',
  row: z.strictObject({ users: z.array(StoredUser), departments: z.record(z.string(), z.string()) }),
  sql: `
select coalesce((
  select json_agg(json_build_object(
    'id', u.id, 'email', u.email, 'external_id', u.external_id, 'full_name', u.full_name, 'role', u.role,
    'department_id', u.department_id, 'department', d.name, 'manager_id', u.manager_id,
    'is_active', u.is_active, 'created_at', to_iso(u.created_at)))
  from users u left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
  where u.workspace_id = :workspaceId and u.id in (
    select id from users where workspace_id = :workspaceId and email = any(:emails::text[])
    union
    select id from users where workspace_id = :workspaceId and external_id = any(:externalIds::text[])
    union
    select unnest(:ids::uuid[]))), '[]') as users,
coalesce((
  select json_object_agg(id, name) from departments
  where workspace_id = :workspaceId and id = any(:departmentIds::uuid[])), '{}') as departments`,
});

const Written = z.strictObject({ actorIsValid: z.boolean(), written: z.array(z.uuid()) });

const ROWS = `
rows as materialized (
  select * from jsonb_to_recordset(:rows::jsonb) as r(
    id uuid, email text, external_id text, full_name text, role text, department_id uuid, manager_id uuid,
    is_active boolean, before jsonb)
)` as const;

const WRITTEN = `
select exists (select from held) as "actorIsValid", coalesce((select array_agg(id) from written), '{}') as written` as const;

/** Inserts in the order of keys, so that two requests that create the same people can't deadlock. */
const INSERT_USERS = defineStatement({
  name: 'insert-users',
  scope: 'tenant',
  row: Written,
  sql: `
with ${ACTOR_GUARD_CTE}, ${ROWS}, written as (
  insert into users
    (workspace_id, id, email, external_id, full_name, role, department_id, manager_id, is_active, created_at, updated_at)
  select :workspaceId::uuid, r.id, r.email, r.external_id, r.full_name, r.role, r.department_id, r.manager_id,
    r.is_active, :now, :now
  from held, rows r
  where r.department_id is null or exists (
    select from departments d where d.workspace_id = :workspaceId and d.id = r.department_id)
  order by r.email, r.external_id
  on conflict do nothing returning id
), ${RECORD_EVENT_BATCH_CTES}${WRITTEN}`,
});

/**
 * Returns the update with or without keys. PostgreSQL locks a row whose keys an update names against everything that
 * refers to the row, also if their values stay. That would deadlock with a write of the person, for which the update
 * waits.
 */
const updateOf = <const Keys extends string>(keys: Keys) =>
  `
with ${ACTOR_GUARD_CTE}, ${ROWS}, locked as materialized (
  select u.id from held, users u
  where u.workspace_id = :workspaceId and u.id in (select id from rows) order by u.id for no key update of u
), written as (
  update users u set ${keys}full_name = r.full_name, role = r.role, department_id = r.department_id,
    manager_id = r.manager_id, is_active = r.is_active, updated_at = :now
  from rows r join locked l on l.id = r.id
  where u.workspace_id = :workspaceId and u.id = r.id and u.email is not distinct from r.before ->> 'email'
    and u.external_id is not distinct from r.before ->> 'external_id' and u.full_name = r.before ->> 'full_name'
    and u.role = r.before ->> 'role' and u.department_id is not distinct from (r.before ->> 'department_id')::uuid
    and u.manager_id is not distinct from (r.before ->> 'manager_id')::uuid
    and u.is_active = (r.before -> 'is_active')::boolean
    and (r.department_id is null or exists (
      select from departments d where d.workspace_id = :workspaceId and d.id = r.department_id))
  returning u.id
), ${RECORD_EVENT_BATCH_CTES}${WRITTEN}` as const;

/** Locks in the order of ids, like every change of several people. Skips users changed since they were read. */
const UPDATE_USERS = defineStatement({ name: 'update-users', scope: 'tenant', row: Written, sql: updateOf('') });

/** Locks people in the order of ids, and then waits for the running writes of those whose keys are to change. */
const LOCK_PEOPLE = defineStatement({
  name: 'lock-people-to-change-keys',
  scope: 'tenant',
  sql: `
with locked as materialized (
  select id from users where workspace_id = :workspaceId and id = any(:userIds::uuid[]) order by id for no key update)
select pg_advisory_xact_lock(user_lock(id)) from locked where id = any(:changingIds::uuid[])`,
});

/** Like `UPDATE_USERS`, for people whose keys change, who are locked before. */
const UPDATE_KEYS = defineStatement({
  name: 'update-users-and-keys',
  scope: 'tenant',
  row: Written,
  sql: updateOf('email = r.email, external_id = r.external_id, '),
});

function changeOf({ result, changes }: UpsertDecision): UserChange {
  if (result === 'created' || result === 'unchanged') throw new Error(`There is nothing to update: ${result}`);
  return { result, changes };
}

const isGiven = (key: string | null | undefined) => typeof key === 'string';

/** Finds the users with the keys of these upserts or of their managers, and the names of their departments. */
export async function findUsersToUpsert(on: StatementRunner, workspaceId: string, inputs: readonly UserUpsert[]) {
  const { users, departments } = await FIND_USERS.one(on, {
    workspaceId,
    emails: inputs.flatMap(({ email, manager }) => [email, manager?.email].filter(isGiven)),
    externalIds: inputs.flatMap(({ external_id, manager }) => [external_id, manager?.external_id].filter(isGiven)),
    ids: inputs.flatMap(({ manager }) => manager?.id ?? []),
    departmentIds: inputs.flatMap(({ department_id }) => department_id ?? []),
  });
  return { people: new UserKeyIndex(users), departments: new Map(Object.entries(departments)) };
}

/**
 * Writes users with their events. Returns the ids of those written; the others have just been created or changed by
 * another request. Fails with a unique violation if another request has just taken a new key of an existing user.
 * @param isHeld True in a transaction that holds the caller and has just deactivated them.
 * @throws AppError `token_invalid` if the token was revoked since the request began.
 */
export async function storeUsers(
  on: StatementRunner,
  ctx: Context,
  writes: readonly UserWrite[],
  isHeld = false,
): Promise<Set<string>> {
  const guard = actorGuardParametersOf(isHeld ? { actor: { kind: 'system', name: '' } } : ctx);
  const added = writes.filter(({ existing }) => !existing);
  const changed = writes.filter(({ existing }) => existing);
  const rekeyed = changed.filter(({ existing, user }) => existing && isKeyChanged(existing, user));
  const idsOf = (some: readonly UserWrite[]) => some.map(({ user }) => user.id);
  if (rekeyed.length > 0) {
    const { id: workspaceId } = ctx.workspace;
    await LOCK_PEOPLE.run(on, { workspaceId, userIds: idsOf(changed), changingIds: idsOf(rekeyed) });
  }
  const written = new Set<string>();
  for (const [statement, some] of [
    [INSERT_USERS, added],
    [UPDATE_USERS, changed.filter((each) => !rekeyed.includes(each))],
    [UPDATE_KEYS, rekeyed],
  ] as const) {
    if (some.length === 0) continue;
    const events = eventBatchParametersOf(
      ctx,
      'user',
      some.map(({ user, existing, decision }) =>
        existing ? toUserUpdatedEvent(user, changeOf(decision)) : toUserCreatedEvent(user),
      ),
    );
    const rows = some.map(({ user, existing }) => ({ ...user, before: existing }));
    const stored = await statement.one(on, { ...events, ...guard, rows: JSON.stringify(rows) });
    if (!stored.actorIsValid) throw actorRevokedError(ctx);
    for (const id of stored.written) written.add(id);
  }
  return written;
}
