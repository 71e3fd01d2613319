import type { ContributionPage, ListOfPerson } from '@training/shared/users/people';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';

const LIST = defineStatement({
  name: 'list-contributions-of-person',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
with written as (
  select distinct module_id from module_contributors where workspace_id = :workspaceId and user_id = :id
), decided as (
  select module_id, count(*)::int as decisions, max(at) as at from review_decisions
  where workspace_id = :workspaceId and by_id = :id and verdict in ('approved', 'queried', 'rejected') group by 1
), modules_of as (
  select m.id as module_id, m.title as module, c.id as course_id, c.title as course,
    w.module_id is not null as has_written, coalesce(d.decisions, 0) as decisions
  from written w full join decided d on d.module_id = w.module_id
  join modules m on m.workspace_id = :workspaceId and m.id = coalesce(w.module_id, d.module_id)
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
)
select json_build_object(
  'contributions', coalesce((
    select json_agg(page order by course, module, module_id)
    from (select * from modules_of order by course, module, module_id limit :limit offset :offset) page), '[]'),
  'total', (select count(*) from modules_of)
)::text as json`,
});

/** Lists modules that a person has written in or decided on, by course. */
export async function listContributions(
  { db, workspace }: Context,
  { id, limit, offset }: ListOfPerson,
): Promise<ContributionPage> {
  const { json } = await LIST.one(db.pool, { workspaceId: workspace.id, id, limit, offset });
  return preparedJson(json);
}
