import type { Catalog } from '@training/shared/catalog';
import type { Context } from '../../context.ts';
import { read } from '../../database/database.ts';
import { KeptAnswers } from '../../platform/kept-answers.ts';
import { preparedJson } from '../../platform/prepared-json.ts';

/** Revision and rows are read in one statement, so of one snapshot. */
export const LIST_CATALOG = {
  name: 'list-catalog',
  text: `
select r.revision::text as revision, (
  select coalesce(json_agg(json_build_object(
    'id', c.id, 'title', c.title, 'emoji', c.emoji, 'department_id', c.department_id, 'published', c.published,
    'published_at', wire_time(c.published_at), 'created_at', wire_time(c.created_at),
    'modules', coalesce(m.modules, '[]')
  ) order by c.created_at, c.id), '[]')
  from courses c
  left join (
    select course_id, json_agg(
      json_build_object('id', id, 'title', title, 'status', status, 'order', position) order by position
    ) as modules
    from modules where workspace_id = $1 group by course_id
  ) m on m.course_id = c.id
  where c.workspace_id = $1
)::text as json
from catalog_revisions r where r.workspace_id = $1`,
};

/** The built catalogs of all workspaces together take at most this many bytes. */
const kept = new KeptAnswers(48 * 1024 * 1024);

/**
 * All courses of the workspace with their modules (specification 4.1). What was built is kept under its revision,
 * which every write to a course or module changes; a token's read brings the revision that is in force.
 */
export async function listCatalog(ctx: Context): Promise<Catalog> {
  const { actor, workspace, db } = ctx;
  const inForce = actor.kind === 'token' ? actor.catalogRevision : undefined;
  const bytes = await kept.get(workspace.id, inForce, async () => {
    const rows = await read<{ revision: string; json: string }>(db, LIST_CATALOG, [workspace.id]);
    const built = rows[0]!;
    return { revision: built.revision, bytes: Buffer.from(built.json) };
  });
  return preparedJson(bytes);
}
