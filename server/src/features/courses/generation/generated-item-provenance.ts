import type { EntityManager } from '@mikro-orm/postgresql';
import type { AiFeature } from '@training/shared/ai/ai-features';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { readResultProvenance } from '../../ai/jobs/provenance.ts';
import type { SectionItems } from '../modules/write-section.ts';
import { GeneratedItemOriginAndOutcomeEntity } from './generated-item.entity.ts';
import type { GeneratedSectionItems } from './generated-items.ts';

const RECORD = defineStatement({
  name: 'record-origin-of-generated',
  scope: 'tenant',
  sql: `
insert into generated_items (workspace_id, module_id, item_id, feature, provider, model, prompt, checked_provider,
  checked_model, made_at, words_hash, level, flagged)
select :workspaceId::uuid, :moduleId::uuid, (item ->> 'id')::uuid, :feature::text, :provider::text, :model::text,
  :prompt::text, :checkedProvider::text, :checkedModel::text, :now::timestamptz, item_words_hash(item), :levels::jsonb ->> (n - 1)::integer,
  (:flagged::jsonb ->> (n - 1)::integer)::boolean
from jsonb_array_elements(:items::jsonb) with ordinality i(item, n)
on conflict do nothing`,
});

const COMPLETE_ORIGINS = defineStatement({
  name: 'link-generated-items',
  scope: 'tenant',
  sql: `
with published as materialized (
  select lower(i.item ->> 'id') as id, item_words_hash(i.item) as hash
  from module_revisions v, jsonb_array_elements(v.flashcards || v.quiz) i(item)
  where v.workspace_id = :workspaceId and v.id = :revisionId
), judged as (
  select g.item_id, case when p.id is null then 'deleted' when p.hash = g.words_hash then 'kept' else 'edited' end as outcome
  from generated_items g left join published p on p.id = g.item_id::text
  where g.workspace_id = :workspaceId and g.module_id = :moduleId and g.entered_at is not null and g.outcome is null
)
update generated_items g set outcome = j.outcome, settled_at = :now from judged j
where g.workspace_id = :workspaceId and g.module_id = :moduleId and g.item_id = j.item_id`,
});

type Making = { workspaceId: string; moduleId: string; jobId: string; feature: AiFeature; made: GeneratedSectionItems };

/**
 * Records the models that made and checked items that are added or proposed to a module, the prompt version, the
 * level, and if a check flagged them.
 * @param items The module's items, in the same order as the generated ones.
 */
export async function recordGenerationMetadata(em: EntityManager, making: Making, items: SectionItems): Promise<void> {
  const { workspaceId, moduleId, jobId, feature, made } = making;
  const by = await readResultProvenance(em, { workspaceId, jobId });
  if (!by) return;
  const levels = JSON.stringify(made.items.map(({ level }) => level));
  const flagged = JSON.stringify(made.items.map(({ flags }) => flags.length > 0));
  const origin = { workspaceId, moduleId, feature, ...by, levels, flagged, now: new Date() };
  await RECORD.run(em, { ...origin, items: JSON.stringify(items) });
}

type InModule = { workspaceId: string; moduleId: string };

/** Marks items as added to their section; their outcome counts from then on. */
export async function markGeneratedItemsAdded(em: EntityManager, module: InModule, items: SectionItems): Promise<void> {
  const added = { ...module, itemId: { $in: items.map(({ id }) => id) }, enteredAt: null };
  await em.nativeUpdate(GeneratedItemOriginAndOutcomeEntity, added, { enteredAt: new Date() });
}

/**
 * Records the outcome of each generated item that wasn't in a revision before: kept, edited or deleted. Only once per
 * item: later changes are due to changes in the work (rules/ai 19).
 */
export async function recordGeneratedItemOutcomes(
  on: StatementRunner,
  revision: InModule & { revisionId: string; now: Date },
): Promise<void> {
  await COMPLETE_ORIGINS.run(on, revision);
}
