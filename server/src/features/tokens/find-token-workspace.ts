import type { Workspace } from '../../core/context.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';

const FIND_TOKEN_WORKSPACE = defineStatement({
  name: 'find-token-workspace',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: `select w.id, w.slug, w.name from api_tokens t join workspaces w on w.id = t.workspace_id where t.id = :id`,
});

/**
 * Finds the workspace of a token, for the operator, who may identify a token by its id alone.
 * @throws AppError `token_not_found`
 */
export async function findTokenWorkspace(db: Database, id: string): Promise<Workspace> {
  const workspace = await FIND_TOKEN_WORKSPACE.first(db.pool, { id });
  if (!workspace) throw new AppError('token_not_found', `There is no API token ${id}; “token list” shows the ids.`);
  return workspace;
}
