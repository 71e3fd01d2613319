import { Role } from '@training/shared/permissions';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { ACTOR_GUARD_CTE, actorGuardParametersOf, actorRevokedError } from '../../core/transaction.ts';
import { eventParametersOf, RECORD_EVENT_WITH_OUTGOING_CTES, type EventToRecord } from '../events/record-event.ts';
import { changedFieldNamesOf, type UpsertDecision, type UserState } from './upsert-rules.ts';

export const StoredUser = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  full_name: z.string(),
  role: Role,
  department_id: z.uuid().nullable(),
  department: z.string().nullable(),
  manager_id: z.uuid().nullable(),
  is_active: z.boolean(),
  created_at: Timestamp,
});
export type StoredUser = z.infer<typeof StoredUser>;

/** Columns written for a user. */
type UserFields = UserState & { id: string };

const Found = z.strictObject({
  byEmail: StoredUser.nullable(),
  byExternalId: StoredUser.nullable(),
  byId: StoredUser.nullable(),
  department: z.string().nullable(),
});

const USER = `
  select json_build_object(
    'id', u.id, 'email', u.email, 'external_id', u.external_id, 'full_name', u.full_name, 'role', u.role,
    'department_id', u.department_id,
    'department', (select name from departments where workspace_id = :workspaceId and id = u.department_id),
    'manager_id', u.manager_id, 'is_active', u.is_active, 'created_at', to_iso(u.created_at))
  from users u where u.workspace_id = :workspaceId` as const;

const FOUND = `
select (${USER} and u.email = :email) as "byEmail", (${USER} and u.external_id = :externalId) as "byExternalId",
  (${USER} and u.id = :userId::uuid) as "byId",
  (select name from departments where workspace_id = :workspaceId and id = :departmentId) as department` as const;

/** Finds the users with the keys, and the name of the department in the request. */
export const FIND_USER_TO_UPSERT = defineStatement({
  name: 'find-user-to-upsert',
  scope: 'tenant',
  row: Found,
  sql: FOUND,
});

const Outcome = z.strictObject({ actorIsValid: z.boolean(), written: z.boolean() });

/**
 * Inserts the user if nobody has a key and the department exists, and returns the same as `FIND_USER_TO_UPSERT`. Locks
 * the caller only if there is something to write.
 */
const INSERT_USER = defineStatement({
  name: 'insert-user',
  scope: 'tenant',
  row: Found.extend(Outcome.shape),
  sql: `
with ${ACTOR_GUARD_CTE}, found as materialized (${FOUND}), written as (
  insert into users
    (workspace_id, id, email, external_id, full_name, role, department_id, manager_id, is_active, created_at, updated_at)
  select :workspaceId, :id::uuid, :email, :externalId, :fullName, :role, :departmentId, :managerId::uuid,
    :isActive::boolean, :now, :now
  from held
  where (
    select "byEmail" is null and "byExternalId" is null and (:departmentId is null or department is not null) from found)
  on conflict do nothing returning 1
), ${RECORD_EVENT_WITH_OUTGOING_CTES}
select found.*, "byEmail" is not null or "byExternalId" is not null or exists (select from held) as "actorIsValid",
  exists (select from written) as written
from found`,
});

const UPDATE_USER = defineStatement({
  name: 'update-user',
  scope: 'tenant',
  row: Outcome,
  sql: `
with ${ACTOR_GUARD_CTE}, written as (
  update users set full_name = :fullName, role = :role, department_id = :departmentId,
    manager_id = :managerId, is_active = :isActive, updated_at = :now
  from held
  where workspace_id = :workspaceId and id = :id and email is not distinct from :emailBefore
    and external_id is not distinct from :externalIdBefore and full_name = :fullNameBefore and role = :roleBefore
    and department_id is not distinct from :departmentBefore::uuid
    and manager_id is not distinct from :managerBefore::uuid and is_active = :activeBefore
  returning 1
), ${RECORD_EVENT_WITH_OUTGOING_CTES}
select exists (select from held) as "actorIsValid", exists (select from written) as written`,
});

/**
 * Inserts the user with its event unless a key is taken, and returns what it found.
 * @throws AppError `token_invalid` if the token was revoked since the request began.
 */
export async function insertUser(on: StatementRunner, ctx: Context, user: UserFields) {
  const event = eventParametersOf(ctx, toUserCreatedEvent(user));
  const outcome = await INSERT_USER.one(on, {
    ...event,
    ...columnsOf(user),
    ...actorGuardParametersOf(ctx),
    userId: null,
  });
  if (!outcome.actorIsValid) throw actorRevokedError(ctx);
  return outcome;
}

/**
 * Updates the user, who keeps their keys, with its event. Returns false and writes nothing if the user has just been
 * changed by another request.
 * @throws AppError `token_invalid` if the token was revoked since the request began.
 */
export async function updateUser(
  on: StatementRunner,
  ctx: Context,
  existing: StoredUser,
  user: UserFields,
  decision: UserChange,
): Promise<boolean> {
  const event = eventParametersOf(ctx, toUserUpdatedEvent(user, decision));
  const before = {
    emailBefore: existing.email,
    externalIdBefore: existing.external_id,
    fullNameBefore: existing.full_name,
    roleBefore: existing.role,
    departmentBefore: existing.department_id,
    managerBefore: existing.manager_id,
    activeBefore: existing.is_active,
  };
  const { email: _email, externalId: _externalId, ...columns } = columnsOf(user);
  const parameters = { ...event, ...columns, ...actorGuardParametersOf(ctx), ...before };
  const { actorIsValid, written } = await UPDATE_USER.one(on, parameters);
  if (!actorIsValid) throw actorRevokedError(ctx);
  return written;
}

/** An upsert that changes a user who is there. */
export type UserChange = Pick<UpsertDecision, 'changes'> & { result: 'updated' | 'deactivated' | 'reactivated' };

export function toUserCreatedEvent(user: UserFields): EventToRecord<'user.created'> {
  const { id, email, external_id, full_name, role, department_id, manager_id, is_active } = user;
  return {
    action: 'user.created',
    subject: { kind: 'user', id, name: full_name },
    changes: {
      email,
      ...(external_id !== null && { external_id }),
      full_name,
      role,
      department_id,
      ...(manager_id !== null && { manager_id }),
      is_active,
    },
    outgoing: outgoingUser(user),
  };
}

export function toUserUpdatedEvent(
  user: UserFields,
  { result, changes }: UserChange,
): EventToRecord<'user.updated' | 'user.deactivated' | 'user.reactivated'> {
  return {
    action: `user.${result}`,
    subject: { kind: 'user', id: user.id, name: user.full_name },
    changes,
    outgoing: { ...outgoingUser(user), changed: changedFieldNamesOf(changes) },
  };
}

function columnsOf({ id, email, external_id, full_name, role, department_id, manager_id, is_active }: UserFields) {
  return {
    id,
    email,
    externalId: external_id,
    fullName: full_name,
    role,
    departmentId: department_id,
    managerId: manager_id,
    isActive: is_active,
  };
}

function outgoingUser({ id, email, external_id, full_name, role, department_id, manager_id, is_active }: UserFields) {
  return { user_id: id, email, external_id, full_name, role, department_id, manager_id, is_active };
}
