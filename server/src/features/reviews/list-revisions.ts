import type { SectionKind } from '@training/shared/courses/courses';
import type { ListRevisions, RevisionPage } from '@training/shared/reviews/revisions';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import {
  maxAttemptsSql,
  questionsPerAttemptSql,
  showSolutionsSettingSql,
  topicPassScoresSql,
} from '../courses/attempt-settings.ts';
import { COURSE_IS_VISIBLE } from '../courses/read-courses.ts';

/** SQL for the items of a section that differs between revision `r` and `p`, the one before; none if it is the same. */
const itemsOf = <const Section extends SectionKind, const Row extends 'p' | 'r'>(section: Section, row: Row) =>
  `select item ->> 'id' as id, item #- '{source,suggestion_id}' as item, place
      from jsonb_array_elements(${row}.${section}) with ordinality i(item, place)
      where r.${section}_hash <> p.${section}_hash` as const;

/** SQL for what differs in a section; items are the same if they look the same to authors. */
const changesOf = <const Section extends SectionKind>(section: Section) =>
  `(
    select json_build_object(
      'added', count(*) filter (where o.id is null), 'changed', count(*) filter (where n.item <> o.item),
      'removed', count(*) filter (where n.id is null),
      'moved', coalesce(array_agg(n.id order by n.place) filter (where n.id = o.id)
        <> array_agg(n.id order by o.place) filter (where n.id = o.id), false))
    from (${itemsOf(section, 'r')}) n full join (${itemsOf(section, 'p')}) o on o.id = n.id)` as const;

const isOther = <const Value extends string>(ofR: Value, ofP: string) =>
  `(${ofR} is distinct from ${ofP})::integer` as const;

const CHANGED_SETTINGS = [
  isOther('r.title', 'p.title'),
  isOther(`r.settings ->> 'validity_days'`, `p.settings ->> 'validity_days'`),
  isOther(`(r.settings ->> 'pass_score')::numeric`, `(p.settings ->> 'pass_score')::numeric`),
  isOther(maxAttemptsSql('r.settings'), maxAttemptsSql('p.settings')),
  isOther(showSolutionsSettingSql('r.settings'), showSolutionsSettingSql('p.settings')),
  isOther(questionsPerAttemptSql('r.settings'), questionsPerAttemptSql('p.settings')),
  isOther(topicPassScoresSql('r.settings'), topicPassScoresSql('p.settings')),
].join(' + ');

const LIST_REVISIONS = defineStatement({
  name: 'list-revisions',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(
  'live', (select l.number from module_revisions l where l.workspace_id = :workspaceId and l.id = m.live_revision_id),
  'total', (select count(*) from module_revisions v where v.workspace_id = :workspaceId and v.module_id = m.id),
  'revisions', coalesce((
    select json_agg(json_build_object('number', r.number, 'title', r.title, 'published_at', to_iso(r.published_at),
      'published_by', r.published_by_name, 'cards', r.cards, 'questions', r.questions,
      'flashcards_hash', r.flashcards_hash, 'quiz_hash', r.quiz_hash,
      'changes', case when p.id is not null then json_build_object('flashcards', ${changesOf('flashcards')},
        'quiz', ${changesOf('quiz')}, 'settings', ${CHANGED_SETTINGS}) end) order by r.number desc)
    from (
      select * from module_revisions where workspace_id = :workspaceId and module_id = m.id
      order by number desc limit :limit offset :offset) r
    left join module_revisions p
      on p.workspace_id = :workspaceId and p.module_id = m.id and p.number = r.number - 1), '[]')
)::text as json
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :id and ${COURSE_IS_VISIBLE}`,
});

/** @throws AppError `module_not_found`, also for a module of a department that the caller may not see */
export async function listRevisions(ctx: Context, input: ListRevisions): Promise<RevisionPage> {
  const { module_id: id, limit, offset } = input;
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const found = await LIST_REVISIONS.first(ctx.db.pool, { ...seen, id, limit, offset });
  if (!found) throw new AppError('module_not_found', `There is no module ${id} that you can see.`);
  return createPreparedJson(found.json);
}
