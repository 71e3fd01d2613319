import type { EntityManager } from '@mikro-orm/postgresql';
import { type TranslateItems, AiTranslatedItems } from '@training/shared/ai/ai-features';
import { translatableTextsOf } from '@training/shared/translations/item-texts';
import type { VariantRef, LanguageVariant } from '@training/shared/translations/translations';
import type { AiContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { AiJobEntity } from '../ai/jobs/ai-job.entity.ts';
import { createOwnAiJob } from '../ai/jobs/start-ai-job.ts';
import { UNFINISHED_AI_JOB_STATES } from '../ai/files/unfinished-jobs.ts';
import type { ResultToDeliver, JobFailure } from '../ai/runner/job-result-handler.ts';
import { findJobCreator } from '../courses/generation/find-job-creator.ts';
import { moduleLiveTopicOf } from '../courses/modules/module-topic.ts';
import {
  inVariantTransaction,
  recordVariantChange,
  itemVersionKeyOf,
  type VariantTransaction,
} from './variant-transaction.ts';
import { ItemTranslationEntity, ModuleVariantEntity } from './translation.entity.ts';

/**
 * Has AI propose a translation of each item that has none of its version, approved or written.
 * @throws AppError as `inVariantTransaction`; `module_state` if it is proposing already; `incomplete` if nothing is
 * left to
 *   translate; errors of `createOwnAiJob`
 */
export function queueTranslationProposal(ctx: AiContext, named: VariantRef): Promise<LanguageVariant> {
  return inVariantTransaction(ctx, named, async (step) => {
    const { em, module, variant } = step;
    if (await isProposing(em, variant)) {
      throw new AppError('module_state', 'AI is translating already. Wait until it is done.');
    }
    const left = await untranslatedOf(step);
    if (left.length === 0) {
      throw new AppError('incomplete', 'Every item has a translation. Edit it instead.');
    }
    const input: TranslateItems = {
      title: module.title,
      from: module.language,
      to: variant.language,
      items: left.map(({ part, item_id, source_hash, source }) => ({
        part,
        item_id,
        source_hash,
        texts: translatableTextsOf(source),
      })),
    };
    const destination = { kind: 'variant' as const, id: variant.id };
    await createOwnAiJob(em, ctx, { feature: 'translation', input }, destination);
  });
}

async function isProposing(em: EntityManager, { id: destinationId }: VariantTransaction['variant']): Promise<boolean> {
  const unfinished = { destinationKind: 'variant' as const, destinationId, state: UNFINISHED_AI_JOB_STATES };
  return (await em.count(AiJobEntity, unfinished)) > 0;
}

/** Returns the items of the live revision of whose version no translation was written. */
async function untranslatedOf({ em, variant, items }: VariantTransaction) {
  const { moduleId, language } = variant;
  const written = await em.find(ItemTranslationEntity, { moduleId, language });
  const known = new Set(written.map((row) => itemVersionKeyOf(row)));
  return items.filter((item) => !known.has(itemVersionKeyOf(item)));
}

/**
 * Stores proposed translations as drafts of the user who started the job. Leaves out items that changed meanwhile, or
 * that someone has begun to translate. Does nothing if the variant is gone, or the user may no longer write in it.
 */
export async function storeProposedTranslations(
  em: EntityManager,
  db: Database,
  delivery: ResultToDeliver,
): Promise<void> {
  const { workspace, createdBy, destination } = delivery;
  const { items } = AiTranslatedItems.parse(JSON.parse(delivery.result));
  const variant = await em.findOne(ModuleVariantEntity, { id: destination.id });
  if (!variant) return;
  const { moduleId, language } = variant;
  const { actor, mayWrite } = await findJobCreator(em, { workspace, createdBy, moduleId });
  if (!mayWrite) return;
  const ctx: Context = {
    db,
    workspace,
    actor,
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
    transaction: em,
  };
  const proposed = new Map(items.map((item) => [itemVersionKeyOf(item), item] as const));
  try {
    await inVariantTransaction(ctx, { module_id: moduleId, language }, async (step) => {
      const left = await untranslatedOf(step);
      const made = left.flatMap((item) => {
        const texts = proposed.get(itemVersionKeyOf(item))?.texts;
        return texts ? [{ ...item, texts }] : [];
      });
      for (const { part, item_id: itemId, source_hash: sourceHash, source, texts } of made) {
        em.create(ItemTranslationEntity, {
          workspaceId: workspace.id,
          moduleId,
          language,
          part,
          itemId,
          sourceHash,
          source,
          texts,
          state: 'draft',
          generated: true,
          version: 1,
          savedAt: step.ctx.now,
          savedByName: actor.name,
          contributors: [createdBy],
          submittedAt: null,
          submittedByName: null,
          rejectedReason: null,
          rejectedByName: null,
        });
      }
      if (made.length > 0) await recordVariantChange(step, 'translation.proposed', { items: made.length });
    });
  } catch (error) {
    // The variant was removed, or the module unpublished, meanwhile: nobody needs the result.
    if (error instanceof AppError) return;
    throw error;
  }
}

/** Notifies those who watch the module that there will be no proposal. */
export async function notifyWatchersOfFailedProposal(
  em: EntityManager,
  _db: Database,
  failure: JobFailure,
): Promise<void> {
  const variant = await em.findOne(ModuleVariantEntity, { id: failure.destination.id });
  if (variant) await publishTopics(em, moduleLiveTopicOf(failure.workspace.id, variant.moduleId));
}
