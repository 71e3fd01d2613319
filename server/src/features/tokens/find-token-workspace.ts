import type { Workspace } from '../../context.ts';
import { read, type Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';

const FIND = {
  name: 'find-token-workspace',
  text: `select w.id, w.slug, w.name from api_tokens t join workspaces w on w.id = t.workspace_id where t.id = $1`,
};

/**
 * Which workspace a token belongs to, for the operator, who may name a token by its id alone.
 * @throws AppError `token_not_found`
 */
export async function findTokenWorkspace(db: Database, id: string): Promise<Workspace> {
  const [workspace] = await read<Workspace>(db, FIND, [id]);
  if (!workspace) throw new AppError('token_not_found', `There is no API token ${id}; “token list” shows the ids.`);
  return workspace;
}
