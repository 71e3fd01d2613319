import {
  LanguageVariant,
  VariantDetail,
  ModuleVariants,
  type VariantRef,
} from '@training/shared/translations/translations';
import { z } from 'zod';
import { type Context, departmentLimitOf, actingUserIdOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { COURSE_IS_VISIBLE } from '../courses/read-courses.ts';
import { JOIN_APPROVED_OR_OUTDATED_TEXTS, SOURCE_ITEMS_SQL } from './recount-variants.ts';

/** SQL for the variant `v` of the live revision `r`. */
const VARIANT = `json_build_object('language', v.language, 'live_since', to_iso(v.live_since),
  'items', 1 + coalesce(r.cards + r.questions, 0), 'missing', v.missing, 'stale', v.stale, 'in_review', v.in_review)`;

const READ_VARIANT = defineStatement({
  name: 'read-variant',
  scope: 'tenant',
  row: z.strictObject({ variant: LanguageVariant }),
  sql: `
select ${VARIANT} as variant
from module_variants v
join modules m on m.workspace_id = :workspaceId and m.id = v.module_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
where v.workspace_id = :workspaceId and v.module_id = :moduleId and v.language = :language`,
});

/** Returns how far a variant is, in the transaction that changed it. */
export async function readVariantProgress(
  on: StatementRunner,
  named: { workspaceId: string; moduleId: string; language: string },
): Promise<LanguageVariant> {
  return (await READ_VARIANT.one(on, named)).variant;
}

/** Fields of the module `m` that both pages show. */
const MODULE = `m.id as module_id, m.title, json_build_object('id', c.id, 'title', c.title) as course, m.language,
  case when m.status <> 'archived' then r.number end as revision`;

const FROM_MODULE = `
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id`;

const LIST = defineStatement({
  name: 'list-variants-of-module',
  scope: 'tenant',
  row: ModuleVariants,
  sql: `
select ${MODULE}, coalesce((
  select json_agg(${VARIANT} order by v.language) from module_variants v
  where v.workspace_id = :workspaceId and v.module_id = m.id), '[]') as variants
${FROM_MODULE}
where m.workspace_id = :workspaceId and m.id = :moduleId and ${COURSE_IS_VISIBLE}`,
});

/** Lists the variants of a module. @throws AppError `module_not_found` */
export async function readModuleVariants(
  ctx: Context,
  { module_id: moduleId }: { module_id: string },
): Promise<ModuleVariants> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const found = await LIST.first(ctx.transaction ?? ctx.db.pool, { ...seen, moduleId });
  if (!found) throw moduleNotFound(moduleId);
  return found;
}

const moduleNotFound = (id: string) => new AppError('module_not_found', `There is no module ${id} that you can see.`);

const READ = defineStatement({
  name: 'read-variant-of-module',
  scope: 'tenant',
  row: VariantDetail.extend({ variant: LanguageVariant.nullable(), revision: z.int().nullable() }),
  sql: `
select ${MODULE}, case when v.language is not null then ${VARIANT} end as variant, coalesce((
  select json_agg(json_build_object(
    'part', s.part, 'item_id', s.item_id, 'source_hash', s.source_hash, 'source', s.source,
    'state', case
      when w.state is not null then w.state
      when approved.item_id is not null then 'approved'
      when earlier.item_id is not null then 'stale'
      else 'missing' end,
    'working', case when w.item_id is not null then json_build_object(
      'texts', w.texts, 'texts_hash', w.texts_hash, 'version', w.version, 'generated', w.generated,
      'saved', json_build_object('at', to_iso(w.saved_at), 'by', w.saved_by_name),
      'submitted', case when w.state = 'in_review' then
        json_build_object('at', to_iso(w.submitted_at), 'by', w.submitted_by_name) end,
      'rejected', case when w.rejected_reason is not null then
        json_build_object('by', w.rejected_by_name, 'reason', w.rejected_reason) end,
      'mine', coalesce(:caller::uuid = any (w.contributors), false)) end,
    'approved', case when approved.item_id is not null then json_build_object('texts', approved.texts,
      'at', to_iso(approved.approved_at), 'by', approved.approved_by_name) end,
    'earlier', case when earlier.item_id is not null then json_build_object('source', earlier.source,
      'texts', earlier.texts, 'at', to_iso(earlier.approved_at), 'by', earlier.approved_by_name) end
  ) order by s.part = 'quiz', s.part = 'flashcards', s.place)
  from ${SOURCE_ITEMS_SQL} s
  ${JOIN_APPROVED_OR_OUTDATED_TEXTS}
  left join item_translations w on w.workspace_id = :workspaceId and w.module_id = v.module_id
    and w.language = v.language and w.part = s.part and w.item_id = s.item_id and w.source_hash = s.source_hash
  where r.id is not null), '[]') as items, (
  select json_build_object('state', j.state, 'detail', j.error_detail, 'dropped', coalesce((j.result ->> 'dropped')::integer, 0))
  from ai_jobs j
  where j.workspace_id = :workspaceId and j.destination_kind = 'variant' and j.destination_id = v.id
  order by j.created_at desc limit 1) as proposal
${FROM_MODULE}
left join module_variants v on v.workspace_id = :workspaceId and v.module_id = m.id and v.language = :language
where m.workspace_id = :workspaceId and m.id = :moduleId and ${COURSE_IS_VISIBLE}`,
});

/**
 * Reads a variant with each item of the live revision beside its translation.
 * @throws AppError `module_not_found`, `variant_not_found`; `module_state` if the module isn't published
 */
export async function readTranslations(
  ctx: Context,
  { module_id: moduleId, language }: VariantRef,
): Promise<VariantDetail> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const caller = actingUserIdOf(ctx);
  const found = await READ.first(ctx.db.pool, { ...seen, moduleId, language, caller });
  if (!found) throw moduleNotFound(moduleId);
  const { variant, revision, ...module } = found;
  if (variant === null) {
    throw new AppError('variant_not_found', `The module has no variant in ${language}. Add the language first.`);
  }
  if (revision === null) throw new AppError('module_state', 'The module isn’t published at the moment.');
  return { ...module, variant, revision };
}
