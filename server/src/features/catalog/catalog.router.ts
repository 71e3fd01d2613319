import { Catalog } from '@training/shared/catalog/catalog';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema, createPreparedJson } from '../../platform/prepared-json.ts';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { RevisionedCache } from '../../platform/concurrency/revisioned-cache.ts';

/** Reads revision and rows in one statement, so that both are of the same snapshot. */
export const LIST_CATALOG = defineStatement({
  name: 'list-catalog',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({ revision: z.string(), json: z.string() }),
  sql: `
select r.revision::text as revision, (
  select coalesce(json_agg(json_build_object(
    'id', c.id, 'title', c.title, 'emoji', c.emoji, 'department_id', c.department_id, 'published', c.published,
    'published_at', to_iso(c.published_at), 'created_at', to_iso(c.created_at),
    'modules', coalesce(m.modules, '[]')
  ) order by c.created_at, c.id), '[]')
  from courses c
  left join (
    select course_id, json_agg(
      json_build_object('id', id, 'title', title, 'status', status, 'order', position,
        'languages', array_prepend(language, live.languages)) order by position
    ) as modules
    from modules left join (
      select module_id, array_agg(language order by language) as languages
      from module_variants where workspace_id = :workspaceId and live_since is not null group by module_id
    ) live on live.module_id = id
    where workspace_id = :workspaceId group by course_id
  ) m on m.course_id = c.id
  where c.workspace_id = :workspaceId
)::text as json
from catalog_revisions r where r.workspace_id = :workspaceId`,
});

/** Cache of serialized catalogs, limited to this many bytes across all workspaces. */
const built = new RevisionedCache(48 * 1024 * 1024);

/**
 * Lists all courses of the workspace with their modules (rules/api 11). The result is cached by its revision, which
 * every write to a course or module changes. For a token, the current revision was read along with the token.
 */
export async function listCatalog(ctx: Context): Promise<Catalog> {
  const { actor, workspace, db } = ctx;
  const inForce = actor.kind === 'token' ? actor.catalogRevision : undefined;
  const bytes = await built.get(workspace.id, inForce, async () => {
    const { revision, json } = await LIST_CATALOG.one(db.pool, { workspaceId: workspace.id });
    return { revision, bytes: Buffer.from(json) };
  });
  return createPreparedJson(bytes);
}

export const catalogRouter = router({
  list: permittedProcedure('catalog:read')
    .meta(
      createRestOperationMeta('GET', '/catalog', {
        operationId: 'listCatalog',
        summary: 'List the catalog',
        description: 'All courses of the workspace, published or not, with their modules.',
        conditional: 'catalog',
      }),
    )
    .input(z.strictObject({}).default({}))
    .output(toPreparedOutputSchema(Catalog))
    .query(({ ctx }) => listCatalog(ctx)),
});
