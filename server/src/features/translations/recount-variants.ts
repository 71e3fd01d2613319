import type { EntityManager } from '@mikro-orm/postgresql';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { ModuleVariantEntity } from './translation.entity.ts';

/** SQL condition that the approved translation `a` is of the item `s` in the variant `v`, and still counts. */
const OF_ITEM = `a.workspace_id = :workspaceId and a.module_id = v.module_id and a.language = v.language
  and a.part = s.part and a.item_id = s.item_id and a.approved_at > v.approvals_from` as const;

/** Joins the newest approved translation of the item `s` in the variant `v`. */
export const JOIN_APPROVED_TEXTS = `
left join lateral (
  select * from approved_translations a where ${OF_ITEM} and a.source_hash = s.source_hash
  order by a.number desc limit 1) approved on true` as const;

/** Joins the newest approved translation and, where there is none, the newest one of another version of the item. */
export const JOIN_APPROVED_OR_OUTDATED_TEXTS = `${JOIN_APPROVED_TEXTS}
left join lateral (
  select * from approved_translations a where ${OF_ITEM} and a.source_hash <> s.source_hash
  order by a.approved_at desc limit 1) earlier on approved.item_id is null` as const;

/** SQL for the items of the revision `r`. */
export const SOURCE_ITEMS_SQL = 'source_items(r.module_id, r.title, r.flashcards, r.quiz)';

/** Joins the items `s` of the live revision `r` of the module `m`. */
export const JOIN_LIVE_ITEMS = `
join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
cross join lateral ${SOURCE_ITEMS_SQL} s` as const;

const COUNT = defineStatement({
  name: 'count-translations',
  scope: 'tenant',
  row: z.strictObject({
    language: z.string(),
    missing: z.int(),
    stale: z.int(),
    inReview: z.int(),
    submittedAt: Timestamp.nullable(),
  }),
  sql: `
select v.language,
  count(*) filter (where approved.item_id is null and earlier.item_id is null)::integer as missing,
  count(*) filter (where earlier.item_id is not null)::integer as stale,
  count(*) filter (where w.state = 'in_review')::integer as "inReview",
  to_iso(min(w.submitted_at) filter (where w.state = 'in_review')) as "submittedAt"
from module_variants v
join modules m on m.workspace_id = :workspaceId and m.id = v.module_id
${JOIN_LIVE_ITEMS}
${JOIN_APPROVED_OR_OUTDATED_TEXTS}
left join item_translations w on w.workspace_id = :workspaceId and w.module_id = v.module_id
  and w.language = v.language and w.part = s.part and w.item_id = s.item_id and w.source_hash = s.source_hash
where v.workspace_id = :workspaceId and v.module_id = :moduleId
group by v.language`,
});

/**
 * Counts anew what waits in each variant of a locked module, after its live revision or a translation has changed. A
 * variant goes live with the last approval of its items.
 */
export async function recountVariants(em: EntityManager, ctx: Context, moduleId: string): Promise<void> {
  await em.flush();
  const counted = await COUNT.all(em, { workspaceId: ctx.workspace.id, moduleId });
  if (counted.length === 0) return;
  const counts = new Map(
    counted.map(({ language, submittedAt, ...each }) => {
      const since = submittedAt === null ? null : new Date(submittedAt);
      return [language, { ...each, submittedAt: since }] as const;
    }),
  );
  for (const variant of await em.find(ModuleVariantEntity, { moduleId })) {
    Object.assign(variant, counts.get(variant.language));
    if (variant.missing + variant.stale === 0) variant.liveSince ??= ctx.now;
  }
  await em.flush();
}
