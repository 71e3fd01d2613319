import type { UpsertUser, UpsertedUser } from '@training/shared/users';
import type { Context } from '../../context.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { endSessionsOf } from '../../auth/sessions/end-sessions.ts';
import { endClaims } from '../modules/end-claims.ts';
import { lockWorkspace } from '../workspaces/lock-workspace.ts';
import { FIND_USER, insertUser, updateUser, type StoredUser } from './store-user.ts';
import {
  decideUpsert,
  areReviewsLost,
  isSuperAdminLost,
  refuseSuperAdminByToken,
  type UpsertDecision,
} from './upsert-rules.ts';

/**
 * Creates or updates the user of an e-mail (rules/users 3). What is there is read without a lock, and the
 * write takes place only if it is there still, in one statement: whoever comes second looks again. What is
 * likely to be new is tried before it is read: the statement that creates says what it found.
 * @throws AppError `user_not_found`, `department_not_found`, `department_required`, `role_not_assignable`,
 *   `last_super_admin`
 */
export async function upsertUser(ctx: Context, input: UpsertUser): Promise<UpsertedUser> {
  const { user, result } = await upsert(ctx, input);
  const created = result === 'created' && !input.preview;
  return preparedJson(JSON.stringify({ ...user, result }), { created });
}

/** What has become of a user, and by what. */
export type Upserted = Pick<UpsertDecision, 'result' | 'changes'> & { user: StoredUser };

/** As `upsertUser`, for what looks at the answer itself. */
export async function upsert(ctx: Context, input: UpsertUser): Promise<Upserted> {
  for (;;) {
    const upserted = await upsertOnce(ctx, input);
    if (upserted) return upserted;
  }
}

/** Undefined when somebody else has just created or changed the user: nothing is written then. */
async function upsertOnce(ctx: Context, input: UpsertUser): Promise<Upserted | undefined> {
  const { workspace, transaction, db } = ctx;
  const on = transaction ?? db.pool;
  const { email, department_id: departmentId = null } = input;
  const id = newId();
  const tried =
    isLikelyNew(workspace.id, input) && (await insertUser(on, ctx, { id, email, ...decideUpsert(null, input).next }));
  const found = tried || (await FIND_USER.one(on, { workspaceId: workspace.id, email, departmentId }));
  const { existing, department } = found;
  if (existing) importing.delete(workspace.id);
  else importing.add(workspace.id);
  const decision = decideUpsert(existing, input);
  if (departmentId && department === null) {
    throw new AppError('department_not_found', `There is no department ${departmentId} in this workspace.`);
  }
  const user: StoredUser = {
    id: existing?.id ?? id,
    email,
    ...decision.next,
    department: input.department_id === undefined ? (existing?.department ?? null) : department,
    created_at: existing?.created_at ?? ctx.now.toISOString(),
  };
  if (tried && !existing) {
    if (!tried.written) return undefined;
  } else if (decision.result !== 'unchanged') {
    refuseSuperAdminByToken(ctx.actor, existing, decision.next);
    const leaves = isSuperAdminLost(existing, decision.next);
    if (input.preview) {
      if (leaves) await keepOneSuperAdmin(on, workspace.id, user.id);
    } else if (existing && (leaves || decision.result === 'deactivated' || areReviewsLost(existing, decision.next))) {
      const stored = await inTransaction(ctx, async (em) => {
        if (leaves) await keepOneSuperAdmin(em, workspace.id, user.id);
        if (!(await store(em, ctx, existing, user, decision))) return false;
        if (decision.result === 'deactivated') await endSessionsOf(em, workspace.id, email);
        if (areReviewsLost(existing, decision.next)) await endClaims(em, ctx, user.id);
        return true;
      });
      if (!stored) return undefined;
    } else if (!(await store(on, ctx, existing, user, decision))) {
      return undefined;
    }
  }
  const { result, changes } = decision;
  return { user, result, changes };
}

/**
 * Workspaces whose last upsert met nobody: an import creates one after the other, a sync updates one after the other.
 */
const importing = new Set<string>();

/** Whether the user is likely to be new, and no rule but that of the department could refuse to create them. */
function isLikelyNew(workspaceId: string, { full_name, role = 'learner', deactivate, preview }: UpsertUser): boolean {
  const mayBeNew = full_name !== undefined && role === 'learner' && !deactivate && !preview;
  return mayBeNew && importing.has(workspaceId);
}

/** False when somebody else has just created the e-mail, or changed the user. */
async function store(
  on: Runner,
  ctx: Context,
  existing: StoredUser | null,
  user: StoredUser,
  { result, changes }: UpsertDecision,
): Promise<boolean> {
  if (result === 'unchanged') return true;
  if (existing === null || result === 'created') return (await insertUser(on, ctx, user)).written;
  return updateUser(on, ctx, existing, user, { result, changes });
}

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
    throw new AppError(
      'last_super_admin',
      'This is the last active super admin. Make someone else a super admin first.',
    );
  }
}
