import type { ListVariants, VariantQueue, VariantQueueState } from '@training/shared/translations/translations';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { COURSE_IS_VISIBLE } from '../courses/read-courses.ts';

/** SQL conditions and orders that match the indexes `variants_to_review` and `variants_to_translate`. */
const QUEUES = {
  review: { waiting: 'v.in_review > 0', by: 'v.submitted_at, v.module_id, v.language' },
  translate: { waiting: '(v.stale > 0 or v.missing > 0)', by: 'v.stale desc, v.module_id, v.language' },
} as const satisfies Record<VariantQueueState, object>;

function variantList(state: VariantQueueState) {
  const { waiting, by } = QUEUES[state];
  const matching = `
  from module_variants v
  join modules m on m.workspace_id = :workspaceId and m.id = v.module_id and m.status = 'published'
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id and ${COURSE_IS_VISIBLE}
  where v.workspace_id = :workspaceId and ${waiting}`;
  return defineStatement({
    name: `list-variants-to-${state}`,
    scope: 'tenant',
    row: JsonRow,
    sql: `
select json_build_object('variants', coalesce((
  select json_agg(json_build_object(
    'module_id', p.id, 'title', p.title, 'language', p.language, 'live_since', to_iso(p.live_since), 'missing', p.missing,
    'stale', p.stale, 'in_review', p.in_review, 'submitted_at', to_iso(p.submitted_at), 'department', d.name,
    'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji)) order by p.place)
  from (
    select m.id, m.title, m.course_id, v.language, v.live_since, v.missing, v.stale, v.in_review, v.submitted_at,
      row_number() over (order by ${by}) as place
    ${matching}
    order by ${by} limit :limit::bigint offset :offset::bigint) p
  join courses c on c.workspace_id = :workspaceId and c.id = p.course_id
  left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id), '[]'),
  'total', (select count(*) ${matching}))::text as json`,
  });
}

const LISTS = { review: variantList('review'), translate: variantList('translate') };

/** Lists the variants of published modules that wait for a reviewer, or for a translation. */
export async function listVariantsToReviewOrTranslate(
  ctx: Context,
  { state, limit, offset }: ListVariants,
): Promise<VariantQueue> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  return createPreparedJson((await LISTS[state].one(ctx.db.pool, { ...seen, limit, offset })).json);
}
