import { defineStatement, type Runner } from '../../database/statement.ts';

const LOCK_WORKSPACE = defineStatement({
  name: 'lock-workspace',
  scope: 'tenant',
  sql: 'select 1 from workspaces where id = :workspaceId for no key update',
});

/** One transaction at a time in a workspace, for what two at once could each find still possible. */
export async function lockWorkspace(transaction: Runner, workspaceId: string): Promise<void> {
  await LOCK_WORKSPACE.run(transaction, { workspaceId });
}
