import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventAction } from '@training/shared/events/events';
import { TranslatableItem, TranslatedModulePart } from '@training/shared/translations/item-texts';
import type { VariantRef, LanguageVariant } from '@training/shared/translations/translations';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { lockModule, notifyModuleChanged } from '../courses/modules/lock-module.ts';
import type { ModuleRow } from '../courses/course.entity.ts';
import { recordUntypedEvent } from '../events/record-event.ts';
import { readVariantProgress } from './read-variants.ts';
import { JOIN_LIVE_ITEMS, recountVariants } from './recount-variants.ts';
import { ModuleVariantEntity, type TranslationRow, type VariantRow } from './translation.entity.ts';

const LiveItemRow = z.strictObject({
  part: TranslatedModulePart,
  item_id: z.string(),
  source: TranslatableItem,
  source_hash: z.string(),
});
export type LiveItemRow = z.infer<typeof LiveItemRow>;

const READ_ITEMS = defineStatement({
  name: 'read-live-items',
  scope: 'tenant',
  row: LiveItemRow,
  sql: `
select s.part, s.item_id::text, s.source, s.source_hash
from modules m ${JOIN_LIVE_ITEMS}
where m.workspace_id = :workspaceId and m.id = :moduleId
order by s.part = 'quiz', s.part = 'flashcards', s.place`,
});

/** A module that is locked to change one of its variants, in the transaction that does it. */
export type VariantTransaction = {
  em: EntityManager;
  /** Has the time of the change, because the lock may have been waited for. */
  ctx: Context;
  module: ModuleRow;
  variant: VariantRow;
  /** Items of the live revision. */
  items: LiveItemRow[];
};

/**
 * Runs `work` in one transaction that has locked the module, recounts what waits in its variants, notifies watchers,
 * and returns the variant.
 * @throws AppError `module_not_found`, `forbidden`, `variant_not_found`; `module_state` if the module isn't published;
 *   errors of `work`
 */
export function inVariantTransaction(
  ctx: Context,
  { module_id: moduleId, language }: VariantRef,
  work: (step: VariantTransaction) => Promise<void>,
): Promise<LanguageVariant> {
  return inTransaction(ctx, async (em) => {
    const { module } = await lockPublishedModule(em, ctx, moduleId);
    const variant = await em.findOne(ModuleVariantEntity, { moduleId, language });
    if (!variant) {
      throw new AppError('variant_not_found', `The module has no variant in ${language}. Add the language first.`);
    }
    const named = { workspaceId: ctx.workspace.id, moduleId };
    const step = { em, ctx: { ...ctx, now: new Date() }, module, variant };
    await work({ ...step, items: await READ_ITEMS.all(em, named) });
    await recountVariants(em, step.ctx, moduleId);
    await notifyModuleChanged(em, ctx, moduleId);
    return readVariantProgress(em, { ...named, language });
  });
}

/** Locks a published module. @throws AppError `module_not_found`, `forbidden`, `module_state` */
export async function lockPublishedModule(em: EntityManager, ctx: Context, moduleId: string) {
  const locked = await lockModule(em, ctx, moduleId);
  if (!locked.state.live || locked.state.archived) {
    throw new AppError(
      'module_state',
      'Only a published module is translated: what was approved is. Publish it first.',
    );
  }
  return locked;
}

type TranslationAction = Extract<EventAction, `translation.${string}`>;

/** Records a change of a variant in the audit log of its module. */
export async function recordVariantChange(
  { em, ctx, module, variant }: Pick<VariantTransaction, 'em' | 'ctx' | 'module'> & { variant: { language: string } },
  action: TranslationAction,
  details: Record<string, unknown> = {},
): Promise<void> {
  const subject = { kind: 'module', id: module.id, name: module.title };
  await recordUntypedEvent(em, ctx, { action, subject, changes: { language: variant.language, ...details } });
}

type NamedItem = Pick<LiveItemRow, 'part' | 'item_id' | 'source_hash'>;

/** Returns the item of the live revision. @throws AppError `stale_revision` if it has changed, or is gone */
export function liveItemOf({ items }: VariantTransaction, named: NamedItem): LiveItemRow {
  const item = items.find(({ part, item_id }) => part === named.part && item_id === named.item_id);
  if (item?.source_hash === named.source_hash) return item;
  throw new AppError('stale_revision', 'The module was published anew, and the item has changed. Reload the page.');
}

/** Returns a key of an item's version, the same of a live item and of a translation of it. */
export const itemVersionKeyOf = (item: NamedItem | TranslationRow): string =>
  'itemId' in item
    ? `${item.part} ${item.itemId} ${item.sourceHash}`
    : `${item.part} ${item.item_id} ${item.source_hash}`;
