import { LearningPath, type ListPaths, type PathRef, type PathPage } from '@training/shared/paths/paths';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';
import { defineStatement } from '../../database/statements/statement.ts';

/** SQL for the path `p` as JSON. */
const PATH = `json_build_object(
  'id', p.id, 'title', p.title, 'description', p.description,
  'department', (select json_build_object('id', d.id, 'name', d.name) from departments d
    where d.workspace_id = :workspaceId and d.id = p.department_id),
  'version', p.version, 'created_at', to_iso(p.created_at), 'created_by_name', p.created_by_name,
  'updated_at', to_iso(p.updated_at), 'archived_at', to_iso(p.archived_at), 'archived_by_name', p.archived_by_name,
  'may_change', not :isTrainer or coalesce(p.department_id = :ownDepartment::uuid, false),
  'steps', (
    select json_agg(json_build_object('module_id', m.id, 'title', m.title, 'course', c.title, 'status', m.status,
      'requires', s.requires) order by s.position)
    from path_steps s
    join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    where s.workspace_id = :workspaceId and s.path_id = p.id),
  'assignments', (
    select count(distinct g.id) from path_assignments g
    join assignments a on a.workspace_id = :workspaceId and a.id = g.assignment_id and a.ended_at is null
    where g.workspace_id = :workspaceId and g.path_id = p.id)
)` as const;

const LIST = defineStatement({
  name: 'list-paths',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ paths: z.array(LearningPath), total: z.int() }),
  sql: `
with matching as (
  select * from paths
  where workspace_id = :workspaceId and (archived_at is null) = (:state = 'active')
    and (:search::text is null or title ilike :search)
), page as (
  select * from matching order by lower(title), id limit :limit offset :offset
)
select coalesce((select json_agg(${PATH} order by lower(p.title), p.id) from page p), '[]') as paths,
  (select count(*)::int from matching) as total`,
});

/** Lists paths by title. Everyone who may assign sees them all: they hold published modules only (rules/paths 2). */
export function listPaths(ctx: Context, { search, ...rest }: ListPaths): Promise<PathPage> {
  const like = search === '' ? null : likePatternOf(search);
  return LIST.one(ctx.db.pool, { ...viewedBy(ctx), ...rest, search: like });
}

const GET = defineStatement({
  name: 'get-path',
  scope: 'tenant',
  row: z.strictObject({ path: LearningPath }),
  sql: `select ${PATH} as path from paths p where p.workspace_id = :workspaceId and p.id = :id`,
});

/** Returns a path. @throws AppError `path_not_found` */
export async function getPath(ctx: Context, { id }: PathRef): Promise<LearningPath> {
  return (await GET.first(ctx.transaction ?? ctx.db.pool, { ...viewedBy(ctx), id }))?.path ?? throwPathNotFound(id);
}

/** @throws AppError `path_not_found` */
export function throwPathNotFound(id: string): never {
  throw new AppError('path_not_found', `There is no path ${id} in this workspace.`);
}

const viewedBy = (ctx: Context) => ({
  workspaceId: ctx.workspace.id,
  isTrainer: ctx.reach === 'department',
  ownDepartment: departmentLimitOf(ctx),
});
