import { defineStatement, type Runner } from '../../database/statements/statement.ts';

const LOCK_WORKSPACE = defineStatement({
  name: 'lock-workspace',
  scope: 'tenant',
  sql: 'select 1 from workspaces where id = :workspaceId for no key update',
});

/** Locks the workspace to serialize transactions whose checks would otherwise race. */
export async function lockWorkspace(transaction: Runner, workspaceId: string): Promise<void> {
  await LOCK_WORKSPACE.run(transaction, { workspaceId });
}
