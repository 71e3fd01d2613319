import type { EntityManager } from '@mikro-orm/postgresql';
import type { UpsertUser, UpsertedUser } from '@training/shared/users/users';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/unique-violation.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import {
  endSessionsOfFormerMembers,
  enqueueSessionEnd,
  type SessionEndTargets,
} from '../../auth/sessions/end-sessions.ts';
import { releaseReviewClaimsOfUsers } from '../courses/modules/release-review-claims.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { lockAndAssertEmailOptional } from './people-without-email.ts';
import { reassignDirectReportsUpward } from './managers/reassign-direct-reports.ts';
import { lockManagers, ManagerHierarchy } from './managers/manager-hierarchy.ts';
import { validateNamedManager, findManager, type Manager } from './managers/named-manager.ts';
import { FIND_USER_TO_UPSERT, insertUser, updateUser, type StoredUser } from './store-user.ts';
import { storeUsers } from './store-users.ts';
import {
  decideUpsert,
  isReviewPermissionLost,
  isAddressLost,
  isSessionBoundRoleLost,
  isSuperAdminLost,
  type UpsertDecision,
} from './upsert-rules.ts';
import { isSingleStatementUpsert, doesChangeManagers, planUpsert, type UpsertPlan } from './plan-upsert.ts';
import { matchUser, type UserUpsert } from './match-user.ts';

/**
 * Creates or updates the user with an e-mail (rules/users 3). The current state is read without a lock, and the write
 * succeeds, in one statement, only if it is still the same; otherwise the upsert is retried. If the user is probably
 * new, the insert is tried first, and returns what it found.
 * @throws AppError `user_not_found`, `user_conflict`, `manager_not_found`, `department_not_found`,
 * `department_required`, `manager_inactive`, `manager_circle`, `manager_levels`, `role_not_assignable`,
 * `last_super_admin`
 */
export async function upsertUser(ctx: Context, input: UpsertUser): Promise<UpsertedUser> {
  const { user, result } = await upsertPerson(ctx, input);
  const created = result === 'created' && !input.preview;
  return createPreparedJson(JSON.stringify({ ...user, result }), { created });
}

/** A user after an upsert, with the result and the changes. */
export type UpsertOutcome = Pick<UpsertDecision, 'result' | 'changes'> & { user: StoredUser; manager: Manager | null };

/**
 * Upserts like `upsertUser`, by any key, for callers that need the result itself.
 * @throws AppError also `email_required`
 */
export async function upsertPerson(ctx: Context, input: UserUpsert): Promise<UpsertOutcome> {
  for (;;) {
    const upserted = await upsertOnce(ctx, input);
    if (upserted) return upserted;
  }
}

/** Returns undefined, with nothing written, if the user has just been created or changed by another request. */
async function upsertOnce(ctx: Context, input: UserUpsert): Promise<UpsertOutcome | undefined> {
  const { workspace, transaction, db } = ctx;
  const on = transaction ?? db.pool;
  const { email = null, external_id: externalId = null, department_id: departmentId = null } = input;
  const id = (input.by === 'new' && input.id) || newId();
  const tried =
    isLikelyNew(workspace.id, input) && (await insertUser(on, ctx, { id, ...decideUpsert(null, input).next }));
  const keys = { email, externalId, userId: input.id ?? null };
  const found = tried || (await FIND_USER_TO_UPSERT.one(on, { workspaceId: workspace.id, ...keys, departmentId }));
  const existing = matchUser(input, found);
  const { department } = found;
  const manager = validateNamedManager(
    input,
    input.manager ? await findManager(on, workspace.id, input.manager) : undefined,
  );
  if (existing) importing.delete(workspace.id);
  else importing.add(workspace.id);
  const plan = planUpsert(ctx, input, { existing, department, manager, id });
  const { decision, user } = plan;
  if (tried && !existing) {
    if (!tried.written) return undefined;
  } else if (decision.result !== 'unchanged') {
    if (input.preview) {
      await assertUpsertsAllowedTogether(on, workspace.id, [plan]);
    } else if (!isSingleStatementUpsert(plan)) {
      const stored = await storeUpserts(ctx, [plan], async (em) => {
        await assertUpsertsAllowedTogether(em, workspace.id, [plan]);
        return true;
      });
      if (!stored.has(user.id)) return undefined;
    } else if (!(await store(on, ctx, plan))) {
      return undefined;
    }
  }
  const { result, changes } = decision;
  return { user, result, changes, manager };
}

/**
 * Asserts that people who get another manager can have them, together (rules/managers 2).
 * @throws AppError `manager_circle`, `manager_levels`, `manager_inactive`
 */
export async function assertManagerHierarchyValid(
  on: StatementRunner,
  workspaceId: string,
  plans: readonly UpsertPlan[],
  foreseen: readonly StoredUser[] = plans.map(({ user }) => user),
): Promise<void> {
  const placed = plans.flatMap(({ user, manager, getsManager }) => (getsManager && manager ? [{ user, manager }] : []));
  if (placed.length === 0) return;
  const order = await ManagerHierarchy.read(on, workspaceId, placed);
  for (const { id, manager_id, is_active } of foreseen) order.foresee(id, manager_id, is_active);
  for (const each of placed) order.assertFits(each);
}

/**
 * Asserts that all upserts can be made together.
 * @throws AppError as `assertManagerHierarchyValid` does, `last_super_admin`, `email_required`
 */
export async function assertUpsertsAllowedTogether(
  on: StatementRunner,
  workspaceId: string,
  plans: readonly UpsertPlan[],
): Promise<void> {
  await assertManagerHierarchyValid(on, workspaceId, plans);
  const leaving = plans.filter(({ existing, decision }) => isSuperAdminLost(existing, decision.next));
  const leavingIds = leaving.map(({ user }) => user.id);
  if (leavingIds.length > 0) await assertSuperAdminRemains(on, workspaceId, leavingIds);
  if (plans.some(({ lacksEmail }) => lacksEmail)) await lockAndAssertEmailOptional(on, workspaceId);
}

/** Rolls back writes that were judged together, if one of them could not be made. */
class ChangedMeanwhile extends Error {}

/**
 * Stores upserts in one transaction if they fit, and ends what those lose who leave. Returns the ids of those written,
 * none if another request took a key first or changed whom managers depend on.
 */
export async function storeUpserts(
  ctx: Context,
  plans: readonly UpsertPlan[],
  areFit: (em: EntityManager) => Promise<boolean>,
): Promise<Set<string>> {
  const gone = (written: Set<string>) => plans.filter(({ isDeparture, user }) => isDeparture && written.has(user.id));
  try {
    const stored = await inTransaction(ctx, async (em) => {
      const moves = plans.some(doesChangeManagers);
      if (moves) await lockManagers(em, ctx.workspace.id);
      if (!(await areFit(em))) return new Set<string>();
      const written = await storeUsers(em, ctx, plans);
      if (moves && written.size < plans.length) throw new ChangedMeanwhile();
      await endAccess(em, ctx, gone(written));
      return written;
    });
    await endSessions(ctx, gone(stored));
    return stored;
  } catch (error) {
    const isLate = error instanceof ChangedMeanwhile || isUniqueViolation(error) || isForeignKeyViolation(error);
    if (isLate) return new Set();
    throw error;
  }
}

type Changed = Pick<UpsertPlan, 'user' | 'decision' | 'existing'>;

/** Returns who was deactivated or demoted, and the addresses that people had before (rules/users 23). */
const leaversAmong = (changed: Changed[]): SessionEndTargets => ({
  userIds: changed
    .filter(
      ({ decision, existing }) => decision.result === 'deactivated' || isSessionBoundRoleLost(existing, decision.next),
    )
    .map(({ user }) => user.id),
  formerEmails: changed.flatMap(({ existing, decision }) =>
    existing?.email && isAddressLost(existing, decision.next) ? [existing.email] : [],
  ),
});

const hasLeavers = ({ userIds, formerEmails }: SessionEndTargets) => userIds.length > 0 || formerEmails.length > 0;

/** Ends what `endAccess` has the job end, at once. Call it after the transaction, which may be that of the request. */
async function endSessions(ctx: Context, changed: Changed[]): Promise<void> {
  const left = leaversAmong(changed);
  if (hasLeavers(left) && !ctx.transaction) await endSessionsOfFormerMembers(ctx.db, ctx.workspace.id, left);
}

/**
 * Ends the claims of those who no longer review, and has the job end sessions of people who were deactivated or
 * demoted, or lost their address. Hands over the reports of those who were deactivated. Call it in the transaction that
 * stored the changes.
 */
async function endAccess(em: EntityManager, ctx: Context, changed: Changed[]): Promise<void> {
  const left = leaversAmong(changed);
  const reviewers = changed.filter(
    ({ existing, decision }) => existing && isReviewPermissionLost(existing, decision.next),
  );
  const deactivated = changed.filter(({ decision }) => decision.result === 'deactivated');
  await reassignDirectReportsUpward(
    em,
    ctx,
    deactivated.map(({ user }) => user.id),
  );
  if (hasLeavers(left)) await enqueueSessionEnd(em, ctx.workspace.id, left);
  if (reviewers.length > 0) {
    await releaseReviewClaimsOfUsers(
      em,
      ctx,
      reviewers.map(({ user }) => user.id),
    );
  }
}

/** Workspaces whose last upsert found no user. An import creates users one after the other; a sync updates them. */
const importing = new Set<string>();

/** Returns true if the user is probably new, and no rule except the department's could refuse them. */
function isLikelyNew(
  workspaceId: string,
  { id, email, full_name, role = 'learner', manager, deactivate, preview }: UserUpsert,
): boolean {
  const hasKey = id === undefined && typeof email === 'string';
  const mayBeNew = full_name !== undefined && hasKey && role === 'learner' && !manager && !deactivate && !preview;
  return mayBeNew && importing.has(workspaceId);
}

/** Returns false if a key was just taken, or the user changed, by another request. */
async function store(on: StatementRunner, ctx: Context, { existing, user, decision }: UpsertPlan): Promise<boolean> {
  const { result, changes } = decision;
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
  transaction: StatementRunner,
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
