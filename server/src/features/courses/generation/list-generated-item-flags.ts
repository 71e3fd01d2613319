import { isDeepStrictEqual } from 'node:util';
import { AiFeature } from '@training/shared/ai/ai-features';
import { ItemSkillLevel } from '@training/shared/ai/generated-items';
import type { UnchangedGeneratedItems } from '@training/shared/courses/sections';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { withoutGenerationFields, deriveGeneratedItemId, parseGeneratedSectionItems } from './generated-items.ts';

/** Maximum number of a module's jobs read, latest first; each has up to forty items. */
const MOST_JOBS = 50;

const CONTENT = defineStatement({
  name: 'content-for-flags',
  scope: 'tenant',
  row: z.strictObject({ items: z.array(z.looseObject({ id: z.uuid() })) }),
  sql: `
select s.items from sections s
join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where s.workspace_id = :workspaceId and s.module_id = :moduleId
  and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`,
});

const MADE = defineStatement({
  name: 'flagged-jobs-of-module',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid(), feature: AiFeature, result: z.unknown() }),
  sql: `
with made as (
  select id from ai_jobs
  where workspace_id = :workspaceId and destination_kind = 'module' and destination_id = :moduleId
  union
  select job_id from ai_job_modules where workspace_id = :workspaceId and module_id = :moduleId
)
select j.id, j.feature, j.result from ai_jobs j
where j.workspace_id = :workspaceId and j.id in (select id from made) and j.state = 'succeeded'
  and jsonb_path_exists(j.result, '$.*[*].flags[0]')
order by j.created_at desc, j.id desc limit ${MOST_JOBS}`,
});

/** Reads the levels of items that are unchanged since generation. */
const LEVELS = defineStatement({
  name: 'levels-of-module',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ itemId: z.uuid(), level: ItemSkillLevel }),
  sql: `
select g.item_id as "itemId", g.level from sections s
cross join jsonb_array_elements(s.items) i(item)
join generated_items g on g.workspace_id = :workspaceId and g.module_id = :moduleId and g.item_id = (i.item ->> 'id')::uuid
where s.workspace_id = :workspaceId and s.module_id = :moduleId and g.level is not null
  and g.words_hash = item_words_hash(i.item)`,
});

/**
 * Lists the flags and levels of a module's AI-generated items, regardless of who generated them. Leaves out edited
 * items: an author has checked them, and their level may have changed (rules/ai 8).
 * @throws AppError `module_not_found`, also for a module of a department that the caller may not see
 */
export async function listGeneratedItemFlags(
  ctx: Context,
  { id: moduleId }: { id: string },
): Promise<UnchangedGeneratedItems> {
  const asked = { workspaceId: ctx.workspace.id, moduleId };
  const sections = await CONTENT.all(ctx.db.pool, { ...asked, ownDepartment: departmentLimitOf(ctx) });
  if (sections.length === 0) throw new AppError('module_not_found', `There is no module ${moduleId} that you can see.`);
  const present = new Map(sections.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const jobs = await MADE.all(ctx.db.pool, asked);
  const flagged = jobs.flatMap(({ id: jobId, feature, result }) =>
    (parseGeneratedSectionItems(feature, result)?.items ?? []).flatMap((item, index) => {
      const item_id = deriveGeneratedItemId(jobId, moduleId, index);
      const { id: _id, source: _source, ...content } = present.get(item_id) ?? { id: '' };
      return item.flags.length > 0 && isDeepStrictEqual(content, withoutGenerationFields(item))
        ? [[item_id, item.flags] as const]
        : [];
    }),
  );
  const flags = new Map(flagged);
  const levels = new Map((await LEVELS.all(ctx.db.pool, asked)).map(({ itemId, level }) => [itemId, level]));
  return [...present.keys()]
    .filter((id) => flags.has(id) || levels.has(id))
    .map((id) => ({ item_id: id, flags: flags.get(id) ?? [], level: levels.get(id) ?? null }));
}
