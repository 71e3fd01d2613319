import { Id } from '@training/shared/primitives';
import {
  ConfirmMarkedItems,
  ListMarkedModules,
  MarkedModulePage,
  ModuleSourceDrift,
} from '@training/shared/source-drift/source-drift';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { confirmMarkedItems } from './confirm-marked-items.ts';
import { listMarkedModules, readModuleSourceDrift } from './read-drift.ts';

/** Quotes in published cards and questions that their documents no longer contain (rules/drives 8). */
export const driftRouter = router({
  ofModule: permittedProcedure('drafts:read')
    .input(z.strictObject({ module_id: Id }))
    .output(toPreparedOutputSchema(ModuleSourceDrift))
    .query(({ ctx, input }) => readModuleSourceDrift(ctx, input)),
  marked: permittedProcedure('drafts:read')
    .input(ListMarkedModules)
    .output(toPreparedOutputSchema(MarkedModulePage))
    .query(({ ctx, input }) => listMarkedModules(ctx, input)),
  confirm: permittedProcedure('content:author')
    .input(ConfirmMarkedItems)
    .output(toPreparedOutputSchema(ModuleSourceDrift))
    .mutation(({ ctx, input }) => confirmMarkedItems(ctx, input)),
});
