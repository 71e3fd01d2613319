import type { Workspace } from '../../context.ts';
import { read, type Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';

const FIND = { name: 'find-workspace', text: 'select id, slug, name from workspaces where slug = $1' };
const NEIGHBOURS = { name: 'some-workspaces', text: 'select slug from workspaces order by slug limit 20' };

/** @throws AppError `workspace_not_found`, naming those that there are: only the operator may be told. */
export async function findWorkspace(db: Database, slug: string): Promise<Workspace> {
  const [workspace] = await read<Workspace>(db, FIND, [slug]);
  if (workspace) return workspace;
  const others = await read<{ slug: string }>(db, NEIGHBOURS, []);
  throw new AppError(
    'workspace_not_found',
    others.length === 0
      ? `There is no workspace “${slug}”, nor any other yet: make one with “workspace create”.`
      : `There is no workspace “${slug}”; there are: ${others.map((other) => other.slug).join(', ')}.`,
  );
}
