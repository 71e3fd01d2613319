import { Id } from '@training/shared/primitives';
import {
  ConfirmSource,
  ListMarkedModules,
  MarkedModules,
  ModuleSourceDrift,
} from '@training/shared/source-drift/source-drift';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { confirmSource } from './confirm-source.ts';
import { listMarked, readDrift } from './read-drift.ts';

/** Quotes in published cards and questions that their documents no longer contain (rules/drives 8). */
export const driftRouter = router({
  ofModule: can('drafts:read')
    .input(z.strictObject({ module_id: Id }))
    .output(preparedOutput(ModuleSourceDrift))
    .query(({ ctx, input }) => readDrift(ctx, input)),
  marked: can('drafts:read')
    .input(ListMarkedModules)
    .output(preparedOutput(MarkedModules))
    .query(({ ctx, input }) => listMarked(ctx, input)),
  confirm: can('content:author')
    .input(ConfirmSource)
    .output(preparedOutput(ModuleSourceDrift))
    .mutation(({ ctx, input }) => confirmSource(ctx, input)),
});
