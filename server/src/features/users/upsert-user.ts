import { Role } from '@training/shared/permissions';
import { Timestamp } from '@training/shared/primitives';
import type { UpsertUser, UpsertedUser } from '@training/shared/users';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { HELD, holder, inTransaction, notHeld } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { eventParameters, RECORDED_AND_TOLD } from '../events/record-event.ts';
import { endSessionsOf } from '../../auth/sessions/end-sessions.ts';
import { endClaims } from '../modules/end-claims.ts';
import { lockWorkspace } from '../workspaces/lock-workspace.ts';
import {
  changedFields,
  decideUpsert,
  losesReviews,
  losesSuperAdmin,
  refuseSuperAdminByToken,
  type UpsertDecision,
} from './upsert-rules.ts';

const StoredUser = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role: Role,
  department_id: z.uuid().nullable(),
  department: z.string().nullable(),
  is_active: z.boolean(),
  created_at: Timestamp,
});
type StoredUser = z.infer<typeof StoredUser>;

/**
 * Creates or updates the user of an e-mail (rules/users 3). What is there is read without a lock, and the
 * write takes place only if it is there still, in one statement: whoever comes second looks again.
 * @throws AppError `user_not_found`, `department_not_found`, `department_required`, `role_not_assignable`,
 *   `last_super_admin`
 */
export async function upsertUser(ctx: Context, input: UpsertUser): Promise<UpsertedUser> {
  for (;;) {
    const answer = await upsertOnce(ctx, input);
    if (answer) return answer;
  }
}

/** Undefined when somebody else has just created or changed the user: nothing is written then. */
async function upsertOnce(ctx: Context, input: UpsertUser): Promise<UpsertedUser | undefined> {
  const { workspace, transaction, db } = ctx;
  const on = transaction ?? db.pool;
  const { email, department_id = null } = input;
  const { existing, department } = await FIND_USER.one(on, { workspaceId: workspace.id, email, department_id });
  const decision = decideUpsert(existing, input);
  if (input.department_id && department === null) {
    throw new AppError('department_not_found', `There is no department ${input.department_id} in this workspace.`);
  }
  const user: StoredUser = {
    id: existing?.id ?? newId(),
    email,
    ...decision.next,
    department: input.department_id === undefined ? (existing?.department ?? null) : department,
    created_at: existing?.created_at ?? ctx.now.toISOString(),
  };
  if (decision.result !== 'unchanged') {
    refuseSuperAdminByToken(ctx.actor, existing, decision.next);
    const leaves = losesSuperAdmin(existing, decision.next);
    if (input.preview) {
      if (leaves) await keepOneSuperAdmin(on, workspace.id, user.id);
    } else if (existing && (leaves || decision.result === 'deactivated' || losesReviews(existing, decision.next))) {
      const stored = await inTransaction(ctx, async (em) => {
        if (leaves) await keepOneSuperAdmin(em, workspace.id, user.id);
        if (!(await store(em, ctx, existing, user, decision))) return false;
        if (decision.result === 'deactivated') await endSessionsOf(em, email);
        if (losesReviews(existing, decision.next)) await endClaims(em, ctx, user.id);
        return true;
      });
      if (!stored) return undefined;
    } else if (!(await store(on, ctx, existing, user, decision))) {
      return undefined;
    }
  }
  const created = decision.result === 'created' && !input.preview;
  return preparedJson(JSON.stringify({ ...user, result: decision.result }), { created });
}

/** The user of the e-mail, and the name of the department that the request names. */
const FIND_USER = defineStatement({
  name: 'find-user-to-upsert',
  scope: 'tenant',
  row: z.strictObject({ existing: StoredUser.nullable(), department: z.string().nullable() }),
  sql: `
select (
  select json_build_object(
    'id', u.id, 'email', u.email, 'full_name', u.full_name, 'role', u.role, 'department_id', u.department_id,
    'department', (select name from departments where workspace_id = :workspaceId and id = u.department_id),
    'is_active', u.is_active, 'created_at', wire_time(u.created_at))
  from users u where u.workspace_id = :workspaceId and u.email = :email
) as existing,
(select name from departments where workspace_id = :workspaceId and id = :department_id) as department`,
});

const OTHER_SUPER_ADMINS = defineStatement({
  name: 'other-super-admins',
  scope: 'tenant',
  sql: `
select 1 from users
where workspace_id = :workspaceId and role = 'super_admin' and is_active and id <> :leavingId limit 1`,
});

/** One at a time in a workspace, so that two cannot each leave the other's super admin as the last. */
async function keepOneSuperAdmin(transaction: Runner, workspaceId: string, leavingId: string): Promise<void> {
  await lockWorkspace(transaction, workspaceId);
  if ((await OTHER_SUPER_ADMINS.run(transaction, { workspaceId, leavingId })) === 0) {
    throw new AppError('last_super_admin', 'Make somebody else a super admin first: this is the last active one.');
  }
}

/**
 * Writes the user and the event in one statement. False when somebody else has just created the e-mail, or changed the user.
 * @throws AppError `token_invalid` when the token was revoked since the request began.
 */
async function store(
  on: Runner,
  ctx: Context,
  existing: StoredUser | null,
  user: StoredUser,
  { result, changes, next }: UpsertDecision,
): Promise<boolean> {
  if (result === 'unchanged') return true;
  const { id, email, full_name, role, department_id, is_active } = user;
  const subject = { kind: 'user', id, name: full_name };
  const outgoing = { user_id: id, email, full_name, role, department_id, is_active };
  const fields = { id, fullName: full_name, role, departmentId: department_id, isActive: is_active, ...holder(ctx) };
  if (existing === null || result === 'created') {
    const event = eventParameters(ctx, { action: 'user.created', subject, changes: { email, ...next }, outgoing });
    return wasWritten(ctx, await INSERT_USER.one(on, { ...event, ...fields, email }));
  }
  const told = { ...outgoing, changed: changedFields(changes) };
  const event = eventParameters(ctx, { action: `user.${result}`, subject, changes, outgoing: told });
  const before = {
    fullNameBefore: existing.full_name,
    roleBefore: existing.role,
    departmentBefore: existing.department_id,
    activeBefore: existing.is_active,
  };
  return wasWritten(ctx, await UPDATE_USER.one(on, { ...event, ...fields, ...before }));
}

const Outcome = z.strictObject({ held: z.boolean(), written: z.boolean() });
const OUTCOME = 'select exists (select from held) as held, exists (select from written) as written';

function wasWritten(ctx: Context, { held, written }: z.infer<typeof Outcome>): boolean {
  if (!held) throw notHeld(ctx);
  return written;
}

const INSERT_USER = defineStatement({
  name: 'insert-user',
  scope: 'tenant',
  row: Outcome,
  sql: `
with ${HELD}, written as (
  insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
  select :workspaceId, :id::uuid, :email, :fullName, :role, :departmentId::uuid, :isActive::boolean, :now, :now from held
  on conflict (workspace_id, email) do nothing returning 1
), ${RECORDED_AND_TOLD}
${OUTCOME}`,
});

const UPDATE_USER = defineStatement({
  name: 'update-user',
  scope: 'tenant',
  row: Outcome,
  sql: `
with ${HELD}, written as (
  update users set full_name = :fullName, role = :role, department_id = :departmentId, is_active = :isActive,
    updated_at = :now
  from held
  where workspace_id = :workspaceId and id = :id and full_name = :fullNameBefore and role = :roleBefore
    and department_id is not distinct from :departmentBefore::uuid and is_active = :activeBefore
  returning 1
), ${RECORDED_AND_TOLD}
${OUTCOME}`,
});
