import type { EntityManager } from '@mikro-orm/postgresql';
import type { UpsertUser, UpsertedUser } from '@training/shared/users/users';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/unique-violation.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { endSessionsOf, enqueueEndOfSessions, type Leavers } from '../../auth/sessions/end-sessions.ts';
import { endClaims } from '../courses/modules/end-claims.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { assertMayLackEmail } from './people-without-email.ts';
import { handOverReports } from './managers/hand-over-reports.ts';
import { lockManagers, ManagerOrder } from './managers/manager-order.ts';
import { assertManager, findManager, type Manager } from './managers/named-manager.ts';
import { FIND_USER, insertUser, updateUser, type StoredUser } from './store-user.ts';
import {
  decideUpsert,
  areReviewsLost,
  isAddressLost,
  isKeyChanged,
  isRoleLost,
  isSuperAdminLost,
  refuseSuperAdminByToken,
  type UpsertDecision,
} from './upsert-rules.ts';
import { whoIsMeant, type Upsert } from './who-is-meant.ts';

/**
 * Creates or updates the user with an e-mail (rules/users 3). The current state is read without a lock, and the write
 * succeeds, in one statement, only if it is still the same; otherwise the upsert is retried. If the user is probably
 * new, the insert is tried first, and returns what it found.
 * @throws AppError `user_not_found`, `user_conflict`, `manager_not_found`, `department_not_found`,
 * `department_required`, `manager_inactive`, `manager_circle`, `manager_levels`, `role_not_assignable`,
 * `last_super_admin`
 */
export async function upsertUser(ctx: Context, input: UpsertUser): Promise<UpsertedUser> {
  const { user, result } = await upsert(ctx, input);
  const created = result === 'created' && !input.preview;
  return preparedJson(JSON.stringify({ ...user, result }), { created });
}

/** A user after an upsert, with the result and the changes. */
export type Upserted = Pick<UpsertDecision, 'result' | 'changes'> & { user: StoredUser; manager: Manager | null };

/**
 * Upserts like `upsertUser`, by any key, for callers that need the result itself.
 * @throws AppError also `email_required`
 */
export async function upsert(ctx: Context, input: Upsert): Promise<Upserted> {
  for (;;) {
    const upserted = await upsertOnce(ctx, input);
    if (upserted) return upserted;
  }
}

/** Returns undefined, with nothing written, if the user has just been created or changed by another request. */
async function upsertOnce(ctx: Context, input: Upsert): Promise<Upserted | undefined> {
  const { workspace, transaction, db } = ctx;
  const on = transaction ?? db.pool;
  const { email = null, external_id: externalId = null, department_id: departmentId = null } = input;
  const id = (input.by === 'new' && input.id) || newId();
  const tried =
    isLikelyNew(workspace.id, input) && (await insertUser(on, ctx, { id, ...decideUpsert(null, input).next }));
  const keys = { email, externalId, userId: input.id ?? null };
  const found = tried || (await FIND_USER.one(on, { workspaceId: workspace.id, ...keys, departmentId }));
  const existing = whoIsMeant(input, found);
  const { department } = found;
  const manager = assertManager(input, input.manager ? await findManager(on, workspace.id, input.manager) : undefined);
  if (existing) importing.delete(workspace.id);
  else importing.add(workspace.id);
  const plan = planUpsert(ctx, input, { existing, department, manager, id });
  const { decision, user } = plan;
  if (tried && !existing) {
    if (!tried.written) return undefined;
  } else if (decision.result !== 'unchanged') {
    const leaves = isSuperAdminLost(existing, decision.next);
    if (input.preview) {
      await assertManagersFit(on, workspace.id, [plan]);
      if (plan.lacksEmail) await assertMayLackEmail(on, workspace.id);
      if (leaves) await assertSuperAdminRemains(on, workspace.id, [user.id]);
    } else if (!isOneStatement(plan)) {
      const stored = await orConflict(() =>
        inTransaction(ctx, async (em) => {
          if (movesManagers(plan)) await lockManagers(em, workspace.id);
          await assertManagersFit(em, workspace.id, [plan]);
          if (leaves) await assertSuperAdminRemains(em, workspace.id, [user.id]);
          if (plan.lacksEmail) await assertMayLackEmail(em, workspace.id);
          if (!(await store(em, ctx, existing, user, decision))) return false;
          await endAccess(em, ctx, [plan]);
          return true;
        }),
      );
      if (!stored) return undefined;
      await endSessions(ctx, [plan]);
    } else if (!(await store(on, ctx, existing, user, decision))) {
      return undefined;
    }
  }
  const { result, changes } = decision;
  return { user, result, changes, manager };
}

/** What an upsert concerns, as it is. */
type Found = { existing: StoredUser | null; department: string | null; manager: Manager | null; id: string };

/** A decided upsert. */
export type UpsertPlan = {
  decision: UpsertDecision;
  user: StoredUser;
  existing: StoredUser | null;
  /** The person loses sessions, reviews or the last super admin's place, under locks. */
  isDeparture: boolean;
  /** An existing person's key changes, under locks. */
  changesKey: boolean;
  /** The manager whom the upsert names. */
  manager: Manager | null;
  /** The person gets another manager, which must not close a circle. */
  getsManager: boolean;
  /** The person is to have no e-mail address, which the workspace must allow. */
  lacksEmail: boolean;
};

/** Returns true if the upsert needs no transaction around its one statement. */
export const isOneStatement = ({ isDeparture, changesKey, lacksEmail, getsManager }: UpsertPlan) =>
  !isDeparture && !changesKey && !lacksEmail && !getsManager;

/** Returns true if the upsert changes who manages whom, also by a departure, so that others have to wait. */
export const movesManagers = ({ getsManager, decision }: Pick<UpsertPlan, 'getsManager' | 'decision'>) =>
  getsManager || decision.result === 'deactivated';

/**
 * Asserts that people who get another manager can have them, together (rules/managers 2).
 * @throws AppError `manager_circle`, `manager_levels`, `manager_inactive`
 */
export async function assertManagersFit(
  on: Runner,
  workspaceId: string,
  plans: readonly UpsertPlan[],
  foreseen: readonly StoredUser[] = plans.map(({ user }) => user),
): Promise<void> {
  const placed = plans.flatMap(({ user, manager, getsManager }) => (getsManager && manager ? [{ user, manager }] : []));
  if (placed.length === 0) return;
  const order = await ManagerOrder.read(on, workspaceId, placed);
  for (const { id, manager_id, is_active } of foreseen) order.foresee(id, manager_id, is_active);
  for (const each of placed) order.assertFits(each);
}

/** Rolls back writes that were judged together, if one of them could not be made. */
export class ChangedMeanwhile extends Error {}

/** Returns undefined if another request took a key or changed a person first. @throws any other error */
export async function orConflict<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChangedMeanwhile || isUniqueViolation(error) || isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}

type Changed = Pick<UpsertPlan, 'user' | 'decision' | 'existing'>;

/** Returns who was deactivated or demoted, and the addresses that people had before (rules/users 23). */
const leaversAmong = (changed: Changed[]): Leavers => ({
  userIds: changed
    .filter(({ decision, existing }) => decision.result === 'deactivated' || isRoleLost(existing, decision.next))
    .map(({ user }) => user.id),
  formerEmails: changed.flatMap(({ existing, decision }) =>
    existing?.email && isAddressLost(existing, decision.next) ? [existing.email] : [],
  ),
});

const hasLeavers = ({ userIds, formerEmails }: Leavers) => userIds.length > 0 || formerEmails.length > 0;

/** Ends what `endAccess` has the job end, at once. Call it after the transaction, which may be that of the request. */
export async function endSessions(ctx: Context, changed: Changed[]): Promise<void> {
  const left = leaversAmong(changed);
  if (hasLeavers(left) && !ctx.transaction) await endSessionsOf(ctx.db, ctx.workspace.id, left);
}

/**
 * Ends the claims of those who no longer review, and has the job end sessions of people who were deactivated or
 * demoted, or lost their address. Hands over the reports of those who were deactivated. Call it in the transaction that
 * stored the changes.
 */
export async function endAccess(em: EntityManager, ctx: Context, changed: Changed[]): Promise<void> {
  const left = leaversAmong(changed);
  const reviewers = changed.filter(({ existing, decision }) => existing && areReviewsLost(existing, decision.next));
  const deactivated = changed.filter(({ decision }) => decision.result === 'deactivated');
  await handOverReports(
    em,
    ctx,
    deactivated.map(({ user }) => user.id),
  );
  if (hasLeavers(left)) await enqueueEndOfSessions(em, ctx.workspace.id, left);
  if (reviewers.length > 0) {
    await endClaims(
      em,
      ctx,
      reviewers.map(({ user }) => user.id),
    );
  }
}

/**
 * Decides an upsert by what was found.
 * @param found department: the name of the one in the request; null if there is none. manager: the one in the
 *   request. id: the one of a new user
 * @throws AppError as `upsertUser` does, except `last_super_admin`
 */
export function planUpsert(
  ctx: Pick<Context, 'actor' | 'now'>,
  input: Upsert,
  { existing, department, manager, id }: Found,
): UpsertPlan {
  const decision = decideUpsert(existing, input, manager?.id);
  const { result, next } = decision;
  if (input.department_id && department === null) {
    throw new AppError('department_not_found', `There is no department ${input.department_id} in this workspace.`);
  }
  if (result !== 'unchanged') refuseSuperAdminByToken(ctx.actor, existing, next);
  const user: StoredUser = {
    id: existing?.id ?? id,
    ...next,
    department: input.department_id === undefined ? (existing?.department ?? null) : department,
    created_at: existing?.created_at ?? ctx.now.toISOString(),
  };
  const isDeparture =
    existing !== null &&
    (isRoleLost(existing, next) ||
      result === 'deactivated' ||
      areReviewsLost(existing, next) ||
      isAddressLost(existing, next));
  const changesKey = existing !== null && isKeyChanged(existing, next);
  // Inactive people may have lost theirs by retention.
  const hadNone = existing !== null && existing.email === null && existing.is_active;
  const lacksEmail = next.email === null && next.is_active && !hadNone;
  const getsManager = next.manager_id !== null && next.manager_id !== existing?.manager_id;
  return { decision, user, existing, manager, isDeparture, changesKey, getsManager, lacksEmail };
}

/** Workspaces whose last upsert found no user. An import creates users one after the other; a sync updates them. */
const importing = new Set<string>();

/** Returns true if the user is probably new, and no rule except the department's could refuse them. */
function isLikelyNew(
  workspaceId: string,
  { id, email, full_name, role = 'learner', manager, deactivate, preview }: Upsert,
): boolean {
  const hasKey = id === undefined && typeof email === 'string';
  const mayBeNew = full_name !== undefined && hasKey && role === 'learner' && !manager && !deactivate && !preview;
  return mayBeNew && importing.has(workspaceId);
}

/** Returns false if a key was just taken, or the user changed, by another request. */
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
where workspace_id = :workspaceId and role = 'super_admin' and is_active and id <> all(:leavingIds::uuid[]) limit 1`,
});

/**
 * Asserts that a super admin remains. Serializes per workspace, so that two super admins can't both leave.
 * @throws AppError `last_super_admin`
 */
export async function assertSuperAdminRemains(
  transaction: Runner,
  workspaceId: string,
  leavingIds: string[],
): Promise<void> {
  await lockWorkspace(transaction, workspaceId);
  if ((await OTHER_SUPER_ADMINS.run(transaction, { workspaceId, leavingIds })) === 0) {
    throw new AppError(
      'last_super_admin',
      'This is the last active super admin. Make someone else a super admin first.',
    );
  }
}
