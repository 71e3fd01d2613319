import { z } from 'zod';
import type { Workspace } from '../../core/context.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';

const FIND = defineStatement({
  name: 'find-drive-workspace',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: `
select w.id, w.slug, w.name from drive_connections d join workspaces w on w.id = d.workspace_id where d.id = :id`,
});

/**
 * Finds the workspace of a drive. The operator can name a drive by its id alone.
 * @throws AppError `drive_not_found`
 */
export async function findDriveWorkspace(db: Database, id: string): Promise<Workspace> {
  const workspace = await FIND.first(db.pool, { id });
  if (!workspace) throw new AppError('drive_not_found', `There is no drive ${id}; “drive list” shows the ids.`);
  return workspace;
}
