import { AppendedItems, AppendItems, ImportedModule, ImportModule } from '@training/shared/courses/course-archive';
import { appendImported } from './import/append-imported.ts';
import { importModule } from './modules/import-module.ts';
import { AiJobSummary } from '@training/shared/ai/ai-jobs';
import {
  CreateModule,
  LiveModule,
  ModuleDetail,
  ProposalRef,
  OrderModules,
  UpdateModule,
} from '@training/shared/courses/modules';
import {
  AddGenerated,
  AddedGenerated,
  FlaggedItems,
  GenerateSection,
  ModuleDocuments,
  SaveSection,
  SavedSection,
} from '@training/shared/courses/sections';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { addGenerated } from './generation/add-generated.ts';
import { createModule } from './modules/create-module.ts';
import { generateSection } from './generation/generation-task.ts';
import { listFlags } from './generation/list-flags.ts';
import { listDocuments } from './generation/generation-source.ts';
import { orderModules } from './modules/order-modules.ts';
import { dismissProposal, takeProposal } from './generation/proposals.ts';
import { readLiveModule, readModule } from './modules/read-module.ts';
import { saveSection } from './modules/save-section.ts';
import { updateModule } from './modules/update-module.ts';

const ById = z.strictObject({ id: Id });

/** Authoring (rules/review 1 and 2), and reading modules. */
export const modulesRouter = router({
  get: can('drafts:read')
    .input(ById)
    .output(preparedOutput(ModuleDetail))
    .query(({ ctx, input }) => readModule(ctx, input)),
  /** The module as learners see it. */
  live: can('learning:study')
    .input(ById)
    .output(preparedOutput(LiveModule))
    .query(({ ctx, input }) => readLiveModule(ctx, input)),
  create: can('content:author')
    .input(CreateModule)
    .output(ById)
    .mutation(({ ctx, input }) => createModule(ctx, input)),
  update: can('content:author')
    .input(UpdateModule)
    .output(ById)
    .mutation(({ ctx, input }) => updateModule(ctx, input)),
  order: can('content:author')
    .input(OrderModules)
    .output(z.strictObject({ course_id: Id, modules: z.array(Id) }))
    .mutation(({ ctx, input }) => orderModules(ctx, input)),
  import: can('content:author')
    .input(ImportModule)
    .output(ImportedModule)
    .mutation(({ ctx, input }) => importModule(ctx, input)),
  append: can('content:author')
    .input(AppendItems)
    .output(AppendedItems)
    .mutation(({ ctx, input }) => appendImported(ctx, input)),
  saveSection: can('content:author')
    .input(SaveSection)
    .output(SavedSection)
    .mutation(({ ctx, input }) => saveSection(ctx, input)),
  generate: can('content:author')
    .input(GenerateSection)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => generateSection(ctx, input)),
  documents: can('content:author')
    .input(ById)
    .output(ModuleDocuments)
    .query(({ ctx, input }) => listDocuments(ctx, input)),
  flags: can('content:author')
    .input(ById)
    .output(FlaggedItems)
    .query(({ ctx, input }) => listFlags(ctx, input)),
  addGenerated: can('content:author')
    .input(AddGenerated)
    .output(AddedGenerated)
    .mutation(({ ctx, input }) => addGenerated(ctx, input)),
  takeProposal: can('content:author')
    .input(ProposalRef)
    .output(SavedSection)
    .mutation(({ ctx, input }) => takeProposal(ctx, input)),
  dismissProposal: can('content:author')
    .input(ProposalRef)
    .output(ProposalRef)
    .mutation(({ ctx, input }) => dismissProposal(ctx, input)),
});
