import { z } from 'zod';
import type { Workspace } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';

const FIND_WEBHOOK_WORKSPACE = defineStatement({
  name: 'find-webhook-workspace',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: `
select w.id, w.slug, w.name from webhook_endpoints e join workspaces w on w.id = e.workspace_id
where e.id = :id and e.state <> 'removed'`,
});

/**
 * Finds the workspace of an endpoint. The operator can name an endpoint by its id alone.
 * @throws AppError `webhook_not_found`
 */
export async function findWebhookWorkspace(db: Database, id: string): Promise<Workspace> {
  const workspace = await FIND_WEBHOOK_WORKSPACE.first(db.pool, { id });
  if (!workspace) throw new AppError('webhook_not_found', `There is no webhook ${id}; “webhook list” shows the ids.`);
  return workspace;
}
