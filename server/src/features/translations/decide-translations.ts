import { createHash } from 'node:crypto';
import type {
  ApproveTranslations,
  RejectTranslations,
  LanguageVariant,
} from '@training/shared/translations/translations';
import { AppError } from '../../core/errors.ts';
import type { Context } from '../../core/context.ts';
import {
  inVariantTransaction,
  liveItemOf,
  recordVariantChange,
  itemVersionKeyOf,
  type VariantTransaction,
} from './variant-transaction.ts';
import { ApprovedTranslationEntity, ItemTranslationEntity, type TranslationRow } from './translation.entity.ts';

/**
 * Approves translations as they were seen: learners get them at once or, of a variant that isn't live yet, once all of
 * its items are approved.
 * @throws AppError as `inVariantTransaction`; `stale_revision` if one has changed since; `module_state` if it isn't in
 * review;
 *   `self_review` for a translation that the caller has written in
 */
export function approveTranslations(ctx: Context, input: ApproveTranslations): Promise<LanguageVariant> {
  return inVariantTransaction(ctx, input, async (step) => {
    const rows = await decidedOn(step, input);
    const { em } = step;
    const { actor, now, workspace } = step.ctx;
    if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people can approve. Sign in to the console.');
    const numbers = await approvalsOf(step);
    for (const row of rows) {
      const { moduleId, language, part, itemId, sourceHash, source, texts } = row;
      row.state = 'approved';
      em.create(ApprovedTranslationEntity, {
        workspaceId: workspace.id,
        moduleId,
        language,
        part,
        itemId,
        sourceHash,
        number: 1 + (numbers.get(itemVersionKeyOf(row)) ?? 0),
        source,
        texts,
        approvedAt: now,
        approvedBy: actor.id,
        approvedByName: actor.name,
      });
    }
    await recordVariantChange(step, 'translation.approved', { items: rows.length, content_hash: hashOf(rows) });
  });
}

/**
 * Sends translations back to their authors, with a reason. They can be edited again.
 * @throws AppError as `approveTranslations`
 */
export function rejectTranslations(ctx: Context, { reason, ...input }: RejectTranslations): Promise<LanguageVariant> {
  return inVariantTransaction(ctx, input, async (step) => {
    const rows = await decidedOn(step, input);
    const rejected = { state: 'draft' as const, rejectedReason: reason, rejectedByName: step.ctx.actor.name };
    for (const row of rows) Object.assign(row, rejected);
    await recordVariantChange(step, 'translation.rejected', { items: rows.length, content_hash: hashOf(rows), reason });
  });
}

/** Returns the translations of a decision, which the caller may decide on as they are. */
async function decidedOn(step: VariantTransaction, input: ApproveTranslations): Promise<TranslationRow[]> {
  const { module_id: moduleId, language, items } = input;
  const rows = await step.em.find(ItemTranslationEntity, { moduleId, language });
  const byKey = new Map(rows.map((row) => [itemVersionKeyOf(row), row] as const));
  const { actor } = step.ctx;
  const chosen = new Map(items.map((item) => [itemVersionKeyOf(item), item] as const));
  return [...chosen].map(([key, item]) => {
    liveItemOf(step, item);
    const row = byKey.get(key);
    if (row?.textsHash !== item.texts_hash) {
      throw new AppError('stale_revision', 'A translation has changed. Look at it again, then decide.');
    }
    if (actor.kind === 'user' && row.contributors.includes(actor.id)) {
      throw new AppError('self_review', 'You have written in this translation. Someone else decides on it.');
    }
    if (row.state !== 'in_review') {
      throw new AppError('module_state', 'A translation isn’t in review any more. Reload the page.');
    }
    return row;
  });
}

/** Number of approvals so far of each item's version. */
async function approvalsOf({ em, variant: { moduleId, language } }: VariantTransaction): Promise<Map<string, number>> {
  const fields = ['part', 'itemId', 'sourceHash', 'number'] as const;
  const approved = await em.find(ApprovedTranslationEntity, { moduleId, language }, { fields, orderBy: { number: 1 } });
  return new Map(
    approved.map(({ part, itemId, sourceHash, number }) => [`${part} ${itemId} ${sourceHash}`, number] as const),
  );
}

/** Returns a hash over what was decided on, for the audit log. */
function hashOf(rows: TranslationRow[]): string {
  const lines = rows.map((row) => `${itemVersionKeyOf(row)} ${row.textsHash}`).toSorted();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
