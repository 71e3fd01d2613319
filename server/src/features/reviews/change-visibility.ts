import type { ModuleState, ModuleRefWithReason } from '@training/shared/reviews/reviews';
import type { Context } from '../../core/context.ts';
import { updateCourseStatus } from './decide/update-course-status.ts';
import { insertDecision } from './review-rounds.ts';
import { recordTransition, runTransition } from './transition.ts';
import { settingsToColumns, workingSettingsOf } from '../courses/modules/working-copy.ts';

/**
 * Hides a published module from learners (rules/review 12). Its revisions are kept. If no working copy is open, one is
 * opened, so that the module can return through review.
 * @throws AppError `module_state`
 */
export function unpublishModule(ctx: Context, { module_id, reason }: ModuleRefWithReason): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'unpublish' }, async (step) => {
    const { module, state } = step;
    if (state.workflow === null) module.cycle += 1;
    module.liveRevisionId = null;
    // Without a live revision, the working copy becomes the module.
    Object.assign(module, { ...settingsToColumns(workingSettingsOf(module)), working: null });
    await step.em.flush();
    await insertDecision(step, null, { verdict: 'unpublished', reason });
    await recordTransition(step, 'module.unpublished', { reason, ...(await updateCourseStatus(step)) });
  });
}

/**
 * Archives a module that isn't under review: it can't be learned or edited. All of its data is kept.
 * @throws AppError `module_state`
 */
export function archiveModule(ctx: Context, { module_id, reason }: ModuleRefWithReason): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'archive' }, async (step) => {
    await step.em.flush();
    await insertDecision(step, null, { verdict: 'archived', reason });
    await recordTransition(step, 'module.archived', { reason, ...(await updateCourseStatus(step)) });
  });
}

/**
 * Restores an archived module to its previous state: a published one is live again.
 * @throws AppError `module_state`
 */
export function restoreArchivedModule(ctx: Context, { module_id, reason }: ModuleRefWithReason): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'restore' }, async (step) => {
    await step.em.flush();
    await insertDecision(step, null, { verdict: 'restored', reason });
    await recordTransition(step, 'module.restored', { reason, ...(await updateCourseStatus(step)) });
  });
}
