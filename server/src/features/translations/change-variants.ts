import type {
  ChooseSourceLanguage,
  ModuleVariants,
  VariantRef,
  UnpublishVariant,
  LanguageVariant,
} from '@training/shared/translations/translations';
import { TRANSLATION_LIMITS } from '@training/shared/translations/translations';
import type { Context } from '../../core/context.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { lockModule, notifyModuleChanged } from '../courses/modules/lock-module.ts';
import { recordEvent } from '../events/record-event.ts';
import { inVariantTransaction, lockPublishedModule, recordVariantChange } from './variant-transaction.ts';
import { readVariantProgress, readModuleVariants } from './read-variants.ts';
import { recountVariants } from './recount-variants.ts';
import { ItemTranslationEntity, ModuleVariantEntity } from './translation.entity.ts';

/**
 * Adds a language to a published module; nothing changes if it has it.
 * @throws AppError `module_not_found`, `forbidden`, `module_state`; `invalid_request` for the language that the module
 *   is written in, or beyond the limit of languages
 */
export function addVariantToModule(
  ctx: Context,
  { module_id: moduleId, language }: VariantRef,
): Promise<LanguageVariant> {
  return inTransaction(ctx, async (em) => {
    const { module } = await lockPublishedModule(em, ctx, moduleId);
    const named = { workspaceId: ctx.workspace.id, moduleId };
    if (language === module.language)
      throw invalidFieldError('language', 'Must be another one than the module’s own', 'language_of_module');
    const variants = await em.find(ModuleVariantEntity, { moduleId });
    if (!variants.some((variant) => variant.language === language)) {
      if (variants.length >= TRANSLATION_LIMITS.variants) {
        throw invalidFieldError(
          'language',
          `A module has at most ${TRANSLATION_LIMITS.variants} further languages`,
          'too_big',
        );
      }
      const now = new Date();
      const begun = { createdAt: now, approvalsFrom: now, liveSince: null, submittedAt: null };
      em.create(ModuleVariantEntity, { ...named, language, id: newId(), ...begun });
      await em.flush();
      await recordVariantChange({ em, ctx: { ...ctx, now }, module, variant: { language } }, 'translation.added');
      await recountVariants(em, { ...ctx, now }, moduleId);
      await notifyModuleChanged(em, ctx, moduleId);
    }
    return readVariantProgress(em, { ...named, language });
  });
}

/**
 * Removes a variant that learners don't get, with its drafts. What was approved of it is kept as a record.
 * @throws AppError as `inVariantTransaction`; `module_state` if it is live
 */
export function removeVariant(ctx: Context, { module_id: moduleId, language }: VariantRef): Promise<ModuleVariants> {
  return inTransaction(ctx, async (em) => {
    const { module } = await lockModule(em, ctx, moduleId);
    const variant = await em.findOne(ModuleVariantEntity, { moduleId, language });
    if (!variant) throw new AppError('variant_not_found', `The module has no variant in ${language}.`);
    if (variant.liveSince) {
      throw new AppError('module_state', 'Learners get this language. A reviewer unpublishes it first.');
    }
    await em.nativeDelete(ModuleVariantEntity, { moduleId, language });
    await recordVariantChange({ em, ctx, module, variant }, 'translation.removed');
    await notifyModuleChanged(em, ctx, moduleId);
    return readModuleVariants({ ...ctx, transaction: em }, { module_id: moduleId });
  });
}

/**
 * Takes a live variant from learners. Its approvals are void, and its texts stay as drafts.
 * @throws AppError as `inVariantTransaction`; `module_state` if it isn't live
 */
export function unpublishVariant(ctx: Context, { reason, ...named }: UnpublishVariant): Promise<LanguageVariant> {
  return inVariantTransaction(ctx, named, async (step) => {
    const { em, variant } = step;
    if (!variant.liveSince) throw new AppError('module_state', 'Learners don’t get this language.');
    Object.assign(variant, { liveSince: null, approvalsFrom: step.ctx.now });
    const { module_id: moduleId, language } = named;
    await em.nativeUpdate(ItemTranslationEntity, { moduleId, language, state: 'approved' }, { state: 'draft' });
    await recordVariantChange(step, 'translation.unpublished', { reason });
  });
}

/**
 * Says in which language a module is written.
 * @throws AppError `module_not_found`, `forbidden`; `module_state` if it has a variant in that language
 */
export function chooseSourceLanguage(ctx: Context, input: ChooseSourceLanguage): Promise<ModuleVariants> {
  const { module_id: moduleId, language } = input;
  return inTransaction(ctx, async (em) => {
    const { module } = await lockModule(em, ctx, moduleId);
    const before = module.language;
    if (before !== language) {
      if ((await em.count(ModuleVariantEntity, { moduleId, language })) > 0) {
        throw new AppError('module_state', `The module has a variant in ${language}. Remove that first.`);
      }
      module.language = language;
      await em.flush();
      const subject = { kind: 'module', id: moduleId, name: module.title };
      const changes = { language: [before, language] };
      await recordEvent(em, ctx, { action: 'module.language_changed', subject, changes });
      await notifyModuleChanged(em, ctx, moduleId);
    }
    return readModuleVariants({ ...ctx, transaction: em }, { module_id: moduleId });
  });
}
