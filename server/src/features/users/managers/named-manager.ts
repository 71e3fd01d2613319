import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { ManagerKeys, UserUpsert } from '../match-user.ts';

const Manager = z.strictObject({ id: z.uuid(), full_name: z.string(), is_active: z.boolean() });
/** A user whom an upsert names as a manager. */
export type Manager = z.infer<typeof Manager>;

const FIND_MANAGER = defineStatement({
  name: 'find-manager',
  scope: 'tenant',
  row: Manager,
  sql: `
select id, full_name, is_active from users where workspace_id = :workspaceId and email = :email
union all
select id, full_name, is_active from users where workspace_id = :workspaceId and external_id = :externalId
union all
select id, full_name, is_active from users where workspace_id = :workspaceId and id = :id::uuid limit 1`,
});

/** Finds the manager whom an upsert names; undefined if there is no such user. */
export function findManager(on: StatementRunner, workspaceId: string, { email, external_id, id }: ManagerKeys) {
  const keys = { email: email ?? null, externalId: external_id ?? null, id: id ?? null };
  return FIND_MANAGER.first(on, { workspaceId, ...keys });
}

/**
 * Returns the manager of an upsert, who was found, or null if it names none.
 * @throws AppError `manager_not_found`, `manager_inactive`
 */
export function validateNamedManager<Found extends Manager>(
  { manager }: UserUpsert,
  found: Found | undefined,
): Found | null {
  if (!manager) return null;
  const { email, external_id, id } = manager;
  if (!found) {
    throw new AppError(
      'manager_not_found',
      `There is no user ${email ?? external_id ?? id} to be the manager. Create them first, or correct the ` +
        `${email === undefined ? 'external_id' : 'e-mail address'}.`,
    );
  }
  if (!found.is_active) {
    throw new AppError(
      'manager_inactive',
      `${found.full_name} is inactive and can’t be a manager. Reactivate them, or name another manager.`,
    );
  }
  return found;
}
