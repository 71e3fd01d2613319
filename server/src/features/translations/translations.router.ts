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
  LanguageVariant,
  VariantDetail,
  VariantQueue,
} from '@training/shared/translations/translations';
import { ModuleRef } from '@training/shared/reviews/reviews';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { addVariantToModule, chooseSourceLanguage, removeVariant, unpublishVariant } from './change-variants.ts';
import { approveTranslations, rejectTranslations } from './decide-translations.ts';
import { listVariantsToReviewOrTranslate } from './list-variants.ts';
import { queueTranslationProposal } from './propose-translations.ts';
import { readTranslations, readModuleVariants } from './read-variants.ts';
import { saveTranslation, submitTranslations, withdrawTranslations } from './write-translations.ts';

/** Variants of published modules in other languages, approved item by item (rules/translations). */
export const translationsRouter = router({
  list: permittedProcedure('drafts:read')
    .input(ListVariants)
    .output(toPreparedOutputSchema(VariantQueue))
    .query(({ ctx, input }) => listVariantsToReviewOrTranslate(ctx, input)),
  ofModule: permittedProcedure('drafts:read')
    .input(ModuleRef)
    .output(ModuleVariants)
    .query(({ ctx, input }) => readModuleVariants(ctx, input)),
  get: permittedProcedure('drafts:read')
    .input(VariantRef)
    .output(VariantDetail)
    .query(({ ctx, input }) => readTranslations(ctx, input)),
  chooseSource: permittedProcedure('content:author')
    .input(ChooseSourceLanguage)
    .output(ModuleVariants)
    .mutation(({ ctx, input }) => chooseSourceLanguage(ctx, input)),
  add: permittedProcedure('content:author')
    .input(VariantRef)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => addVariantToModule(ctx, input)),
  remove: permittedProcedure('content:author')
    .input(VariantRef)
    .output(ModuleVariants)
    .mutation(({ ctx, input }) => removeVariant(ctx, input)),
  save: permittedProcedure('content:author')
    .input(SaveTranslation)
    .output(SavedTranslation)
    .mutation(({ ctx, input }) => saveTranslation(ctx, input)),
  propose: permittedProcedure('content:author')
    .input(VariantRef)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => queueTranslationProposal(ctx, input)),
  submit: permittedProcedure('content:submit')
    .input(VariantRef)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => submitTranslations(ctx, input)),
  withdraw: permittedProcedure('content:submit')
    .input(VariantRef)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => withdrawTranslations(ctx, input)),
  approve: permittedProcedure('reviews:decide')
    .input(ApproveTranslations)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => approveTranslations(ctx, input)),
  reject: permittedProcedure('reviews:decide')
    .input(RejectTranslations)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => rejectTranslations(ctx, input)),
  unpublish: permittedProcedure('modules:unpublish')
    .input(UnpublishVariant)
    .output(LanguageVariant)
    .mutation(({ ctx, input }) => unpublishVariant(ctx, input)),
});
