import { AppendedItemCounts, AppendItems, ImportedModule, ImportModule } from '@training/shared/courses/course-archive';
import { appendImportedItems } from './import/append-imported-items.ts';
import { importModule } from './modules/import-module.ts';
import { AiJobSummary } from '@training/shared/ai/ai-jobs';
import {
  CreateModule,
  LiveModule,
  ModuleDetail,
  GeneratedItemsProposalRef,
  ReorderModules,
  UpdateModule,
} from '@training/shared/courses/modules';
import {
  AddGeneratedItems,
  AddedGeneratedItems,
  UnchangedGeneratedItems,
  GenerateSectionItems,
  ModuleSourceDocuments,
  SaveSection,
  SavedSection,
} from '@training/shared/courses/sections';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { addGeneratedItems } from './generation/add-generated-items.ts';
import { createModule } from './modules/create-module.ts';
import { startSectionGeneration } from './generation/start-section-generation.ts';
import { listGeneratedItemFlags } from './generation/list-generated-item-flags.ts';
import { listModuleSourceDocuments } from './generation/generation-source.ts';
import { reorderModules } from './modules/reorder-modules.ts';
import { dismissSectionProposal, acceptSectionProposal } from './generation/section-proposals.ts';
import { readLiveModule, readModule } from './modules/read-module.ts';
import { saveSection } from './modules/save-section.ts';
import { updateModuleSettings } from './modules/update-module-settings.ts';

const ById = z.strictObject({ id: Id });

/** Authoring (rules/review 1 and 2), and reading modules. */
export const modulesRouter = router({
  get: permittedProcedure('drafts:read')
    .input(ById)
    .output(toPreparedOutputSchema(ModuleDetail))
    .query(({ ctx, input }) => readModule(ctx, input)),
  /** The module as learners see it. */
  live: permittedProcedure('learning:study')
    .input(ById)
    .output(toPreparedOutputSchema(LiveModule))
    .query(({ ctx, input }) => readLiveModule(ctx, input)),
  create: permittedProcedure('content:author')
    .input(CreateModule)
    .output(ById)
    .mutation(({ ctx, input }) => createModule(ctx, input)),
  update: permittedProcedure('content:author')
    .input(UpdateModule)
    .output(ById)
    .mutation(({ ctx, input }) => updateModuleSettings(ctx, input)),
  order: permittedProcedure('content:author')
    .input(ReorderModules)
    .output(z.strictObject({ course_id: Id, modules: z.array(Id) }))
    .mutation(({ ctx, input }) => reorderModules(ctx, input)),
  import: permittedProcedure('content:author')
    .input(ImportModule)
    .output(ImportedModule)
    .mutation(({ ctx, input }) => importModule(ctx, input)),
  append: permittedProcedure('content:author')
    .input(AppendItems)
    .output(AppendedItemCounts)
    .mutation(({ ctx, input }) => appendImportedItems(ctx, input)),
  saveSection: permittedProcedure('content:author')
    .input(SaveSection)
    .output(SavedSection)
    .mutation(({ ctx, input }) => saveSection(ctx, input)),
  generate: permittedProcedure('content:author')
    .input(GenerateSectionItems)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startSectionGeneration(ctx, input)),
  documents: permittedProcedure('content:author')
    .input(ById)
    .output(ModuleSourceDocuments)
    .query(({ ctx, input }) => listModuleSourceDocuments(ctx, input)),
  flags: permittedProcedure('content:author')
    .input(ById)
    .output(UnchangedGeneratedItems)
    .query(({ ctx, input }) => listGeneratedItemFlags(ctx, input)),
  addGenerated: permittedProcedure('content:author')
    .input(AddGeneratedItems)
    .output(AddedGeneratedItems)
    .mutation(({ ctx, input }) => addGeneratedItems(ctx, input)),
  takeProposal: permittedProcedure('content:author')
    .input(GeneratedItemsProposalRef)
    .output(SavedSection)
    .mutation(({ ctx, input }) => acceptSectionProposal(ctx, input)),
  dismissProposal: permittedProcedure('content:author')
    .input(GeneratedItemsProposalRef)
    .output(GeneratedItemsProposalRef)
    .mutation(({ ctx, input }) => dismissSectionProposal(ctx, input)),
});
