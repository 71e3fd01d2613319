import {
  ApproveTranslations,
  ChooseSourceLanguage,
  ListVariants,
  ModuleVariants,
  VariantRef,
  RejectTranslations,
  SavedTranslation,
  SaveTranslation,
  UnpublishVariant,
  Variant,
  VariantDetail,
  VariantQueue,
} from '@training/shared/translations/translations';
import { ModuleRef } from '@training/shared/reviews/reviews';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { addVariant, chooseSourceLanguage, removeVariant, unpublishVariant } from './change-variants.ts';
import { approveTranslations, rejectTranslations } from './decide-translations.ts';
import { listVariants } from './list-variants.ts';
import { proposeTranslations } from './propose-translations.ts';
import { readTranslations, readVariants } from './read-variants.ts';
import { saveTranslation, submitTranslations, withdrawTranslations } from './write-translations.ts';

/** Variants of published modules in other languages, approved item by item (rules/translations). */
export const translationsRouter = router({
  list: can('drafts:read')
    .input(ListVariants)
    .output(preparedOutput(VariantQueue))
    .query(({ ctx, input }) => listVariants(ctx, input)),
  ofModule: can('drafts:read')
    .input(ModuleRef)
    .output(ModuleVariants)
    .query(({ ctx, input }) => readVariants(ctx, input)),
  get: can('drafts:read')
    .input(VariantRef)
    .output(VariantDetail)
    .query(({ ctx, input }) => readTranslations(ctx, input)),
  chooseSource: can('content:author')
    .input(ChooseSourceLanguage)
    .output(ModuleVariants)
    .mutation(({ ctx, input }) => chooseSourceLanguage(ctx, input)),
  add: can('content:author')
    .input(VariantRef)
    .output(Variant)
    .mutation(({ ctx, input }) => addVariant(ctx, input)),
  remove: can('content:author')
    .input(VariantRef)
    .output(ModuleVariants)
    .mutation(({ ctx, input }) => removeVariant(ctx, input)),
  save: can('content:author')
    .input(SaveTranslation)
    .output(SavedTranslation)
    .mutation(({ ctx, input }) => saveTranslation(ctx, input)),
  propose: can('content:author')
    .input(VariantRef)
    .output(Variant)
    .mutation(({ ctx, input }) => proposeTranslations(ctx, input)),
  submit: can('content:submit')
    .input(VariantRef)
    .output(Variant)
    .mutation(({ ctx, input }) => submitTranslations(ctx, input)),
  withdraw: can('content:submit')
    .input(VariantRef)
    .output(Variant)
    .mutation(({ ctx, input }) => withdrawTranslations(ctx, input)),
  approve: can('reviews:decide')
    .input(ApproveTranslations)
    .output(Variant)
    .mutation(({ ctx, input }) => approveTranslations(ctx, input)),
  reject: can('reviews:decide')
    .input(RejectTranslations)
    .output(Variant)
    .mutation(({ ctx, input }) => rejectTranslations(ctx, input)),
  unpublish: can('modules:unpublish')
    .input(UnpublishVariant)
    .output(Variant)
    .mutation(({ ctx, input }) => unpublishVariant(ctx, input)),
});
