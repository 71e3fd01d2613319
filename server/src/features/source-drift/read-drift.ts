import type {
  ListMarkedModules,
  MarkedModulePage,
  ModuleSourceDrift,
} from '@training/shared/source-drift/source-drift';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';

const READ = defineStatement({
  name: 'read-source-drift-of-module',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object('module_id', m.id, 'items', coalesce((
  select json_agg(json_build_object('section', d.section, 'item_id', d.item_id, 'version', d.version, 'place', d.position,
    'title', d.title,
    'quote', d.quote, 'document', json_build_object('name', f.name, 'url', f.url, 'state', f.state), 'gone', d.gone,
    'old', d.old, 'now', d.now, 'marked_at', to_iso(d.marked_at), 'changed_at', to_iso(d.changed_at))
    order by d.section, d.position, d.item_id)
  from source_drifts d
  join drive_files f on f.workspace_id = :workspaceId and f.id = d.file_id
  where d.workspace_id = :workspaceId and d.module_id = m.id and d.confirmed_at is null), '[]'))::text as json
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :moduleId
  and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`,
});

/**
 * Returns the marked items of a module, with the old text and the text now at that place.
 * @throws AppError `module_not_found`, also for a module of a department that the caller may not see
 */
export async function readModuleSourceDrift(
  ctx: Context,
  { module_id: moduleId }: { module_id: string },
): Promise<ModuleSourceDrift> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const found = await READ.first(ctx.transaction ?? ctx.db.pool, { ...seen, moduleId });
  if (!found) throw new AppError('module_not_found', `There is no module ${moduleId} that you can see.`);
  return createPreparedJson(found.json);
}

const LIST = defineStatement({
  name: 'list-modules-with-source-drift',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with marked as (
  select d.module_id, count(*) as items, min(d.marked_at) as marked_at from source_drifts d
  where d.workspace_id = :workspaceId and d.confirmed_at is null group by d.module_id
), seen as (
  select d.*, m.course_id, m.title from marked d
  join modules m on m.workspace_id = :workspaceId and m.id = d.module_id
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where (:ownDepartment::uuid is null or c.department_id = :ownDepartment)
    and (:courseId::uuid is null or m.course_id = :courseId)
), page as (
  select * from seen order by marked_at, module_id limit :limit offset :offset
)
select json_build_object('modules', coalesce((
    select json_agg(json_build_object('module_id', module_id, 'course_id', course_id, 'title', title, 'items', items,
      'marked_at', to_iso(marked_at)) order by marked_at, module_id) from page), '[]'),
  'total', (select count(*) from seen))::text as json`,
});

/** Lists the marked modules that the caller may see: of their department, or of all. */
export async function listMarkedModules(ctx: Context, input: ListMarkedModules): Promise<MarkedModulePage> {
  const { course_id: courseId = null, limit, offset } = input;
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const { json } = await LIST.one(ctx.db.pool, { ...seen, courseId, limit, offset });
  return createPreparedJson(json);
}
