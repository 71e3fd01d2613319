import type { UpsertResult } from '@training/shared/users/users';
import { isPinRole } from '@training/shared/pins/pins';
import { permissionReachOf, type Role } from '@training/shared/permissions';
import type { Actor } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { UserUpsert } from './match-user.ts';

/** Fields of a user that an upsert can change. */
export type UserState = {
  email: string | null;
  external_id: string | null;
  full_name: string;
  role: Role;
  department_id: string | null;
  manager_id: string | null;
  is_active: boolean;
};

export type UpsertDecision = {
  result: UpsertResult;
  next: UserState;
  /** Changes as `field: [before, after]`; empty if nothing changes. */
  changes: Partial<Record<keyof UserState, [before: unknown, after: unknown]>>;
};

/**
 * Decides the result of an upsert by the table of rules/users 3, as far as it depends on the user's own record.
 * @param managerId The id of the manager whom the upsert names; null if it names none.
 * @throws AppError `user_not_found`, `invalid_request`, `email_required` or `department_required`
 */
export function decideUpsert(
  existing: UserState | null,
  input: UserUpsert,
  managerId: string | null = null,
): UpsertDecision {
  if (!existing && input.deactivate) {
    throw new AppError(
      'user_not_found',
      `There is no user ${input.email ?? input.external_id} to deactivate. Nothing was created.`,
    );
  }
  if (!existing && input.full_name === undefined) {
    throw new AppError('invalid_request', 'full_name: Enter a name. This person is new.', {
      fields: [{ path: 'full_name', code: 'required', message: 'Enter a name. This person is new.' }],
    });
  }
  const before: UserState = existing ?? {
    email: null,
    external_id: null,
    full_name: '',
    role: 'learner',
    department_id: null,
    manager_id: null,
    is_active: true,
  };
  const next: UserState = {
    email: input.email === undefined ? before.email : input.email,
    external_id: input.external_id === undefined ? before.external_id : input.external_id,
    full_name: input.full_name ?? before.full_name,
    role: input.role ?? before.role,
    department_id: input.department_id === undefined ? before.department_id : input.department_id,
    manager_id: input.manager === undefined ? before.manager_id : managerId,
    is_active: input.deactivate === undefined ? before.is_active : !input.deactivate,
  };
  if (next.is_active && next.email === null && next.external_id === null) {
    const message = 'Enter an e-mail address or an external_id';
    throw new AppError('email_required', `${message}.`, { fields: [{ path: 'email', code: 'required', message }] });
  }
  if (next.role === 'trainer' && next.department_id === null) {
    throw new AppError('department_required', 'Give the trainer a department_id, or another role.', {
      fields: [{ path: 'department_id', code: 'required', message: 'A trainer needs a department' }],
    });
  }
  const changes = existing ? difference(existing, next) : {};
  return { result: existing ? resultOf(changes, next) : 'created', next, changes };
}

/**
 * Refuses a token that creates or changes a super admin, unless the workspace allows it (rules/users 8).
 * @throws AppError `role_not_assignable`
 */
export function assertTokenMaySetSuperAdmin(actor: Actor, existing: UserState | null, next: UserState): void {
  if (actor.kind !== 'token' || actor.mayAssignSuperAdmin) return;
  if (existing?.role === 'super_admin' || next.role === 'super_admin') {
    throw new AppError(
      'role_not_assignable',
      'This workspace doesn’t let API tokens create or change super admins. Do it in the console, under People.',
    );
  }
}

const FIELDS = ['email', 'external_id', 'full_name', 'role', 'department_id', 'manager_id', 'is_active'] as const;

export const changedFieldNamesOf = (changes: UpsertDecision['changes']) => FIELDS.filter((field) => changes[field]);

export const isActiveSuperAdmin = ({ role, is_active }: UserState): boolean => role === 'super_admin' && is_active;

/** Returns true if the workspace loses an active super admin. */
export function isSuperAdminLost(existing: UserState | null, next: UserState): boolean {
  return existing !== null && isActiveSuperAdmin(existing) && !isActiveSuperAdmin(next);
}

/** Returns true if a role ends whose sessions end with it: a super admin's, or one that may have a PIN. */
export function isSessionBoundRoleLost(existing: UserState | null, next: UserState): boolean {
  return isSuperAdminLost(existing, next) || (existing !== null && isPinRole(existing.role) && !isPinRole(next.role));
}

/** Returns true if a reviewer can no longer decide on reviews. */
export function isReviewPermissionLost(existing: UserState, next: UserState): boolean {
  const reviews = ({ role, is_active }: UserState) =>
    is_active && permissionReachOf(role, 'reviews:decide') !== undefined;
  return reviews(existing) && !reviews(next);
}

/** Returns true if the e-mail address no longer leads to the user. */
export function isAddressLost(existing: UserState, next: UserState): boolean {
  return existing.email !== null && existing.email !== next.email;
}

export function isKeyChanged(existing: UserState, next: UserState): boolean {
  return existing.email !== next.email || existing.external_id !== next.external_id;
}

function difference(before: UserState, after: UserState): UpsertDecision['changes'] {
  const changes: UpsertDecision['changes'] = {};
  for (const field of FIELDS) {
    if (before[field] !== after[field]) changes[field] = [before[field], after[field]];
  }
  return changes;
}

function resultOf(changes: UpsertDecision['changes'], next: UserState): UpsertResult {
  if (changes.is_active) return next.is_active ? 'reactivated' : 'deactivated';
  return Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
}
