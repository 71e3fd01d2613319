import { Role } from '@training/shared/permissions';
import { Timestamp } from '@training/shared/primitives';
import type { UpsertUser, UpsertedUser } from '@training/shared/users';
import type { Context } from '../../context.ts';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { inPipeline } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { eventParameters, RECORDED_AND_TOLD } from '../events/record-event.ts';
import { endSessionsOf } from '../../auth/sessions/end-sessions.ts';
import { lockWorkspace } from '../workspaces/lock-workspace.ts';
import {
  changedFields,
  decideUpsert,
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
 * Creates or updates the user of an e-mail (rules/users 3). Of two that create the same e-mail at
 * once, the second finds the first one's user and updates it.
 * @throws AppError `user_not_found`, `department_not_found`, `department_required`, `role_not_assignable`,
 *   `last_super_admin`
 */
export async function upsertUser(ctx: Context, input: UpsertUser): Promise<UpsertedUser> {
  for (;;) {
    const answer = await inPipeline(ctx, (transaction, last) => upsertOnce(transaction, last, ctx, input));
    if (answer) return answer;
  }
}

/** Undefined when somebody else has just created the e-mail: nothing is written then. */
async function upsertOnce(
  transaction: Runner,
  last: Runner,
  ctx: Context,
  input: UpsertUser,
): Promise<UpsertedUser | undefined> {
  const { existing, department } = await lockUser(transaction, ctx, input);
  const decision = decideUpsert(existing, input);
  if (input.department_id && department === null) {
    throw new AppError('department_not_found', `There is no department ${input.department_id} in this workspace.`);
  }
  const user: StoredUser = {
    id: existing?.id ?? newId(),
    email: input.email,
    ...decision.next,
    department: input.department_id === undefined ? (existing?.department ?? null) : department,
    created_at: existing?.created_at ?? ctx.now.toISOString(),
  };
  if (decision.result !== 'unchanged') {
    refuseSuperAdminByToken(ctx.actor, existing, decision.next);
    if (losesSuperAdmin(existing, decision.next)) await keepOneSuperAdmin(transaction, ctx.workspace.id, user.id);
    if (!input.preview && !(await store(transaction, last, ctx, user, decision))) return undefined;
  }
  const created = decision.result === 'created' && !input.preview;
  return preparedJson(JSON.stringify({ ...user, result: decision.result }), { created });
}

/** The user of the e-mail, locked, and the name of the department that the request names. */
function lockUser(transaction: Runner, { workspace }: Context, { email, department_id }: UpsertUser) {
  return LOCK_USER.one(transaction, { workspaceId: workspace.id, email, department: department_id ?? null });
}

export const LOCK_USER = defineStatement({
  name: 'lock-user',
  scope: 'tenant',
  row: z.strictObject({ existing: StoredUser.nullable(), department: z.string().nullable() }),
  sql: `
select (
  select json_build_object(
    'id', u.id, 'email', u.email, 'full_name', u.full_name, 'role', u.role, 'department_id', u.department_id,
    'department', d.name, 'is_active', u.is_active, 'created_at', wire_time(u.created_at))
  from users u left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
  where u.workspace_id = :workspaceId and u.email = :email
  for no key update of u
) as existing,
(select name from departments where workspace_id = :workspaceId and id = :department) as department`,
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

/** Writes the user and the event in one statement. False when somebody else has just created the e-mail. */
async function store(
  transaction: Runner,
  last: Runner,
  ctx: Context,
  user: StoredUser,
  decision: UpsertDecision,
): Promise<boolean> {
  const { result, changes } = decision;
  if (result === 'unchanged') return true;
  const { id, email, full_name, role, department_id, is_active } = user;
  const subject = { kind: 'user', id, name: full_name };
  const outgoing = { user_id: id, email, full_name, role, department_id, is_active };
  const fields = { id, fullName: full_name, role, departmentId: department_id, isActive: is_active };
  if (result === 'created') {
    const changes = { email, ...decision.next };
    const event = eventParameters(ctx, { action: 'user.created', subject, changes, outgoing });
    return (await INSERT_USER.run(last, { ...event, ...fields, email })) > 0;
  }
  const changed = changedFields(changes);
  const event = eventParameters(ctx, {
    action: `user.${result}`,
    subject,
    changes,
    outgoing: { ...outgoing, changed },
  });
  if (result === 'deactivated') {
    await UPDATE_USER.run(transaction, { ...event, ...fields });
    await endSessionsOf(transaction, email);
    return true;
  }
  return (await UPDATE_USER.run(last, { ...event, ...fields })) > 0;
}

export const INSERT_USER = defineStatement({
  name: 'insert-user',
  scope: 'tenant',
  sql: `
with written as (
  insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
  values (:workspaceId, :id, :email, :fullName, :role, :departmentId, :isActive, :now, :now)
  on conflict (workspace_id, email) do nothing returning 1
), ${RECORDED_AND_TOLD}
select 1 from written`,
});

export const UPDATE_USER = defineStatement({
  name: 'update-user',
  scope: 'tenant',
  sql: `
with written as (
  update users set full_name = :fullName, role = :role, department_id = :departmentId, is_active = :isActive,
    updated_at = :now
  where workspace_id = :workspaceId and id = :id returning 1
), ${RECORDED_AND_TOLD}
select 1 from written`,
});
