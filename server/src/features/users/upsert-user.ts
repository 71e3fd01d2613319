import type { Role } from '@training/shared/permissions';
import type { UpsertUser, UpsertedUser } from '@training/shared/users';
import type { Context } from '../../context.ts';
import { execute, type Transaction } from '../../database/database.ts';
import type { Runner } from '../../database/statement.ts';
import { inPipeline } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { AUDIT_COLUMNS, AUDIT_ROW, auditValues } from '../audit/record.ts';
import { endSessionsOf } from '../../auth/sessions/end-sessions.ts';
import { decideUpsert, losesSuperAdmin, refuseSuperAdminByToken, type UpsertDecision } from './upsert-rules.ts';

type StoredUser = {
  id: string;
  email: string;
  full_name: string;
  role: Role;
  department_id: string | null;
  department: string | null;
  is_active: boolean;
  created_at: string;
};

/**
 * Creates or updates the user of an e-mail (specification 4.4, decisions §3). Of two that create the same e-mail at
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
  transaction: Transaction,
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
async function lockUser(transaction: Transaction, { workspace }: Context, { email, department_id }: UpsertUser) {
  const rows = await execute<{ existing: StoredUser | null; department: string | null }>(transaction, LOCK_USER, [
    workspace.id,
    email,
    department_id ?? null,
  ]);
  return rows[0]!;
}

export const LOCK_USER = {
  name: 'lock-user',
  text: `
select (
  select json_build_object(
    'id', u.id, 'email', u.email, 'full_name', u.full_name, 'role', u.role, 'department_id', u.department_id,
    'department', d.name, 'is_active', u.is_active, 'created_at', wire_time(u.created_at))
  from users u left join departments d on d.workspace_id = $1 and d.id = u.department_id
  where u.workspace_id = $1 and u.email = $2
  for no key update of u
) as existing,
(select name from departments where workspace_id = $1 and id = $3) as department`,
};

/** One at a time in a workspace, so that two cannot each leave the other's super admin as the last. */
async function keepOneSuperAdmin(transaction: Transaction, workspaceId: string, leavingId: string): Promise<void> {
  await execute(transaction, 'select 1 from workspaces where id = $1 for no key update', [workspaceId]);
  const others = await execute(
    transaction,
    `select 1 from users where workspace_id = $1 and role = 'super_admin' and is_active and id <> $2 limit 1`,
    [workspaceId, leavingId],
  );
  if (others.length === 0) {
    throw new AppError('last_super_admin', 'Make somebody else a super admin first: this is the last active one.');
  }
}

/** Writes user and audit row in one statement. False when somebody else has just created the e-mail. */
async function store(
  transaction: Transaction,
  last: Runner,
  ctx: Context,
  user: StoredUser,
  decision: UpsertDecision,
): Promise<boolean> {
  const { result, changes } = decision;
  if (result === 'unchanged') return true;
  const audit = auditValues(ctx, {
    action: `user.${result}`,
    subject: { kind: 'user', id: user.id, name: user.full_name },
    changes: result === 'created' ? { email: user.email, ...decision.next } : changes,
  });
  const values = [...audit, user.full_name, user.role, user.department_id, user.is_active];
  if (result === 'deactivated') {
    await execute(transaction, UPDATE_USER, values);
    await endSessionsOf(transaction, user.email);
    return true;
  }
  if (result !== 'created') return (await execute(last, UPDATE_USER, values)).length > 0;
  return (await execute(last, INSERT_USER, [...values, user.email])).length > 0;
}

export const INSERT_USER = {
  name: 'insert-user',
  text: `
with written as (
  insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
  values ($1, $9, $18, $14, $15, $16, $17, $3, $3)
  on conflict (workspace_id, email) do nothing returning 1
), logged as (insert into ${AUDIT_COLUMNS} select ${AUDIT_ROW} from written)
select 1 from written`,
};

export const UPDATE_USER = {
  name: 'update-user',
  text: `
with written as (
  update users set full_name = $14, role = $15, department_id = $16, is_active = $17, updated_at = $3
  where workspace_id = $1 and id = $9 returning 1
), logged as (insert into ${AUDIT_COLUMNS} select ${AUDIT_ROW} from written)
select 1 from written`,
};
