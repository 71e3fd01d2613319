import type { Workspace } from '../../core/context.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';

const FIND_WORKSPACE = defineStatement({
  name: 'find-workspace',
  scope: 'global',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: 'select id, slug, name from workspaces where slug = :slug',
});
const SOME_WORKSPACES = defineStatement({
  name: 'some-workspaces',
  scope: 'global',
  row: z.strictObject({ slug: z.string() }),
  sql: 'select slug from workspaces order by slug limit 20',
});

/** @throws AppError `workspace_not_found`, listing existing ones: only for the operator. */
export async function getWorkspaceBySlug(db: Database, slug: string): Promise<Workspace> {
  const workspace = await FIND_WORKSPACE.first(db.pool, { slug });
  if (workspace) return workspace;
  const others = await SOME_WORKSPACES.all(db.pool);
  throw new AppError(
    'workspace_not_found',
    others.length === 0
      ? `There is no workspace “${slug}”, nor any other yet: make one with “workspace create”.`
      : `There is no workspace “${slug}”; there are: ${others.map((other) => other.slug).join(', ')}.`,
  );
}
