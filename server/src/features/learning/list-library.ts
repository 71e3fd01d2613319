import type { LibraryCoursePage, ListLibrary } from '@training/shared/learning/learning';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { attemptQuestionCountSql } from '../courses/attempt-settings.ts';
import { TITLE_IN_OWN_LANGUAGE_SQL } from '../translations/localized-texts.ts';
import { CERTIFICATE_JSON_FIELDS_SQL, MY_CYCLE_JSON_FIELDS_SQL, JOIN_LONGEST_LASTING_CERTIFICATE } from './my-cycle.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';

/** SQL condition: the module `m` can be studied. */
export const MODULE_IS_IN_LIBRARY = "m.status = 'published'";

const LIST = defineStatement({
  name: 'list-library',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with matching as materialized (
  select m.id, m.course_id from modules m
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where m.workspace_id = :workspaceId and ${MODULE_IS_IN_LIBRARY}
    and (:search::text is null or m.title ilike :search or c.title ilike :search
      or ${TITLE_IN_OWN_LANGUAGE_SQL} ilike :search)
), page as (
  select c.* from courses c
  where c.workspace_id = :workspaceId and c.id in (select course_id from matching)
  order by c.title, c.id limit :limit offset :offset
)
select json_build_object(
  'courses', coalesce((
    select json_agg(json_build_object('id', p.id, 'title', p.title, 'emoji', p.emoji, 'department', d.name, 'modules', (
      select json_agg(json_build_object('module_id', m.id, 'title', ${TITLE_IN_OWN_LANGUAGE_SQL}, 'cards', l.cards, 'questions', ${attemptQuestionCountSql('l')},
        'validity_days', m.validity_days, ${CERTIFICATE_JSON_FIELDS_SQL},
        'mine', case when e.id is not null then json_build_object(${MY_CYCLE_JSON_FIELDS_SQL}) end) order by m.position)
      from matching f
      join modules m on m.workspace_id = :workspaceId and m.id = f.id
      join module_revisions l on l.workspace_id = :workspaceId and l.id = m.live_revision_id
      left join enrollments e on e.workspace_id = :workspaceId and e.user_id = :userId and e.module_id = m.id
        and e.is_current and e.waived_at is null
      left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
      ${JOIN_LONGEST_LASTING_CERTIFICATE}
      where f.course_id = p.id)) order by p.title, p.id)
    from page p
    left join departments d on d.workspace_id = :workspaceId and d.id = p.department_id), '[]'),
  'total', (select count(distinct course_id) from matching)
)::text as json
from workspaces w where w.id = :workspaceId`,
});

/** Lists the modules that can be studied, with the caller's progress. */
export async function listLibrary(ctx: Context, { search, limit, offset }: ListLibrary): Promise<LibraryCoursePage> {
  const { db, workspace, now } = ctx;
  const page = { search: search ? likePatternOf(search) : null, limit, offset };
  const asked = { workspaceId: workspace.id, userId: requireActingPerson(ctx).id, now, ...page };
  return createPreparedJson((await LIST.one(ctx.transaction ?? db.pool, asked)).json);
}
