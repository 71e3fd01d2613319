import { problemsOfCard, problemsOfDrawSettings, problemsOfQuestion } from '@training/shared/courses/sections';
import { SectionKind } from '@training/shared/courses/courses';
import type { ModuleState, ModuleRef, WithdrawModule } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError, formatFieldErrors } from '../../core/errors.ts';
import { workingSettingsOf } from '../courses/modules/working-copy.ts';
import { UNANSWERED_QUERIED_SECTIONS_SQL } from '../courses/modules/read-module.ts';
import { clearReviewClaim } from './queue/claim-review.ts';
import { createRound, insertDecision, findLatestRound } from './review-rounds.ts';
import { recordTransition, runTransition, type TransitionContext } from './transition.ts';
import type { FieldError } from '@training/shared/problem';

/**
 * Withdraws a submission (rules/review 10): both sections become editable, and approvals are void. Callers from outside
 * the department must give a reason.
 * @throws AppError `reason_required`; `module_state`
 */
export async function withdrawModule(ctx: Context, { module_id, reason }: WithdrawModule): Promise<ModuleState> {
  if (ctx.reach === 'with_reason' && reason === undefined) {
    const message = 'Say why you withdraw someone else’s submission';
    const fields = [{ path: 'reason', code: 'required', message }];
    throw new AppError('reason_required', `${message}.`, { fields });
  }
  return runTransition(ctx, module_id, { kind: 'withdraw' }, async (step) => {
    clearReviewClaim(step.module);
    await insertDecision(step, await findLatestRound(step), { verdict: 'withdrawn', reason });
    await step.em.flush();
    await recordTransition(step, 'module.withdrawn', { ...(reason !== undefined && { reason }) });
  });
}

/**
 * Opens a working copy of a published module (rules/review 11), starting from the live content. Learners keep the live
 * revision, and the public status stays `published`, until the working copy is approved.
 * @throws AppError `module_state`
 */
export function openWorkingCopyOfModule(ctx: Context, { module_id }: ModuleRef): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'revise' }, async (step) => {
    step.module.cycle += 1;
    await step.em.flush();
    await insertDecision(step, null, { verdict: 'revised' });
    await recordTransition(step, 'module.revised', { cycle: step.module.cycle });
  });
}

/**
 * Submits a draft or a rejected module for review (rules/review 3): both sections are snapshotted and locked.
 * @throws AppError `module_state`; `incomplete` with each incomplete card and question
 */
export function submitModule(ctx: Context, { module_id }: ModuleRef): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'submit' }, async (step) => {
    mustBeComplete(step);
    clearReviewClaim(step.module);
    await createRound(step);
    await Promise.all([step.em.flush(), recordTransition(step, 'module.submitted', {})]);
  });
}

/**
 * Resubmits a queried module for review (rules/review 7). An approval of the other section stays valid, because it has
 * been locked since.
 * @throws AppError `module_state`; `nothing_changed` if a queried section was neither changed nor answered;
 * `incomplete`
 */
export function resubmitModule(ctx: Context, { module_id }: ModuleRef): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'resubmit' }, async (step) => {
    const queried = (['flashcards', 'quiz'] as const).filter((kind) => step.state[kind] === 'queried');
    await mustHaveReacted(step);
    mustBeComplete(step);
    await createRound(step);
    await Promise.all([step.em.flush(), recordTransition(step, 'module.resubmitted', { queried })]);
  });
}

function mustBeComplete({ module, sections }: TransitionContext): void {
  const { items } = sections.quiz;
  const ofDraw = problemsOfDrawSettings(
    workingSettingsOf(module),
    items.filter((item) => 'prompt' in item),
  );
  const fields = [...problemsOf('flashcards', sections), ...problemsOf('quiz', sections), ...ofDraw];
  if (fields.length === 0) return;
  throw new AppError('incomplete', formatFieldErrors(fields), { fields });
}

function problemsOf(kind: SectionKind, sections: TransitionContext['sections']): FieldError[] {
  const { items } = sections[kind];
  if (items.length === 0) {
    const message = kind === 'flashcards' ? 'Write at least one card' : 'Write at least one question';
    return [{ path: kind, code: 'incomplete', message }];
  }
  return items.flatMap((item, index) =>
    ('front' in item ? problemsOfCard(item) : problemsOfQuestion(item)).map((problem) => ({
      ...problem,
      path: `${kind}.${index}.${problem.path}`,
    })),
  );
}

const UNANSWERED_SECTIONS = defineStatement({
  name: 'unanswered-sections',
  scope: 'tenant',
  row: z.object({ kind: SectionKind }),
  sql: `
select u.kind from modules m, lateral (${UNANSWERED_QUERIED_SECTIONS_SQL}) u
where m.workspace_id = :workspaceId and m.id = :moduleId order by u.kind`,
});

async function mustHaveReacted({ em, ctx, module }: TransitionContext): Promise<void> {
  const named = { workspaceId: ctx.workspace.id, moduleId: module.id };
  const unanswered = await UNANSWERED_SECTIONS.first(em, named);
  if (!unanswered) return;
  const { kind } = unanswered;
  const what = kind === 'quiz' ? 'The quiz was' : 'The flashcards were';
  throw new AppError('nothing_changed', `${what} neither changed nor answered after the query.`, {
    fields: [{ path: kind, code: 'nothing_changed', message: 'Change it, or answer the query in a comment' }],
  });
}
