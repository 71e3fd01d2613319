import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const LOCK_SETTING = defineStatement({
  name: 'lock-people-without-email',
  scope: 'tenant',
  row: z.strictObject({ allowed: z.boolean() }),
  sql: 'select people_without_email as allowed from workspaces where id = :workspaceId for share',
});

/**
 * Asserts that the workspace allows people without an e-mail address. It keeps doing so until the transaction ends.
 * @throws AppError `email_required`
 */
export async function lockAndAssertEmailOptional(on: StatementRunner, workspaceId: string): Promise<void> {
  if (!(await lockAndReadEmailOptional(on, workspaceId))) throw emailRequiredError();
}

/**
 * Locks the workspace's setting for this transaction, and returns true if it allows people without an e-mail address.
 */
export async function lockAndReadEmailOptional(on: StatementRunner, workspaceId: string): Promise<boolean> {
  return (await LOCK_SETTING.one(on, { workspaceId })).allowed;
}

export const emailRequiredError = (): AppError =>
  new AppError(
    'email_required',
    'This workspace identifies people by their e-mail address. A super admin can allow people without one in the ' +
      'console, under Settings, Workspace.',
  );
