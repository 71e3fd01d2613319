import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Manager } from './managers/named-manager.ts';
import type { StoredUser } from './store-user.ts';
import {
  isReviewPermissionLost,
  decideUpsert,
  isAddressLost,
  isKeyChanged,
  isSessionBoundRoleLost,
  assertTokenMaySetSuperAdmin,
  type UpsertDecision,
} from './upsert-rules.ts';
import type { UserUpsert } from './match-user.ts';

/** The rows that an upsert concerns, as they are. */
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
export const isSingleStatementUpsert = ({ isDeparture, changesKey, lacksEmail, getsManager }: UpsertPlan) =>
  !isDeparture && !changesKey && !lacksEmail && !getsManager;

/** Returns true if the upsert changes who manages whom, also by a departure, so that others have to wait. */
export const doesChangeManagers = ({ getsManager, decision }: Pick<UpsertPlan, 'getsManager' | 'decision'>) =>
  getsManager || decision.result === 'deactivated';

/**
 * Decides an upsert by what was found.
 * @param found department: the name of the one in the request; null if there is none. manager: the one in the
 *   request. id: the one of a new user
 * @throws AppError as `upsertUser` does, except `last_super_admin`
 */
export function planUpsert(
  ctx: Pick<Context, 'actor' | 'now'>,
  input: UserUpsert,
  { existing, department, manager, id }: Found,
): UpsertPlan {
  const decision = decideUpsert(existing, input, manager?.id);
  const { result, next } = decision;
  if (input.department_id && department === null) {
    throw new AppError('department_not_found', `There is no department ${input.department_id} in this workspace.`);
  }
  if (result !== 'unchanged') assertTokenMaySetSuperAdmin(ctx.actor, existing, next);
  const user: StoredUser = {
    id: existing?.id ?? id,
    ...next,
    department: input.department_id === undefined ? (existing?.department ?? null) : department,
    created_at: existing?.created_at ?? ctx.now.toISOString(),
  };
  const isDeparture =
    existing !== null &&
    (isSessionBoundRoleLost(existing, next) ||
      result === 'deactivated' ||
      isReviewPermissionLost(existing, next) ||
      isAddressLost(existing, next));
  const changesKey = existing !== null && isKeyChanged(existing, next);
  // Inactive people may have lost theirs by retention.
  const hadNone = existing !== null && existing.email === null && existing.is_active;
  const lacksEmail = next.email === null && next.is_active && !hadNone;
  const getsManager = next.manager_id !== null && next.manager_id !== existing?.manager_id;
  return { decision, user, existing, manager, isDeparture, changesKey, getsManager, lacksEmail };
}
