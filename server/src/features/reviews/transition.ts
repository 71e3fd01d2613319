import type { EntityManager } from '@mikro-orm/postgresql';
import { traitsOfEventAction, type EventAction, type OutgoingEventTypeOfAction } from '@training/shared/events/events';
import type { OutgoingEventData } from '@training/shared/events/outgoing-events';
import type { ModuleState } from '@training/shared/reviews/reviews';
import {
  findWorkflowStateAfter,
  findTransitionRefusal,
  type WorkflowTransition,
} from '@training/shared/reviews/workflow';
import { isUnderReview, publicStatusOf } from '@training/shared/reviews/workflow-state';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { SectionRow } from '../courses/course.entity.ts';
import { moduleLockedByReviewError } from '../courses/modules/assert-section-editable.ts';
import { recordUntypedEvent } from '../events/record-event.ts';
import { lockModule, moduleStateOf, notifyModuleChanged, type LockedModule } from '../courses/modules/lock-module.ts';
import { workingTitleOf } from '../courses/modules/working-copy.ts';

/**
 * Context of a transition, in the transaction that locks the module: the rows already have the new state, `state` is
 * the previous one.
 */
export type TransitionContext = LockedModule & { em: EntityManager; ctx: Context };

/**
 * Runs a transition in one transaction with the module locked, and notifies watchers: all changes of `work` are
 * committed together or not at all. The workflow table defines who may do it and the new state; `work` does the rest.
 * @throws AppError `module_not_found`, `forbidden`, `self_review`, `module_state`, and errors of `work`
 */
export function runTransition(
  ctx: Context,
  moduleId: string,
  what: WorkflowTransition,
  work: (step: TransitionContext) => Promise<void>,
): Promise<ModuleState> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, moduleId);
    // Use the time of the decision, not of the request, because the lock may have been waited for.
    const step = { ...locked, em, ctx: { ...ctx, now: new Date() } };
    mustBePossible(step, what);
    move(step, what);
    await work(step);
    await Promise.all([em.flush(), notifyModuleChanged(em, step.ctx, moduleId)]);
    return moduleStateOf(locked.module);
  });
}

/** @throws AppError `forbidden`, `self_review`; `module_state`, or `content_locked`, if it isn't possible now */
function mustBePossible(step: TransitionContext, what: WorkflowTransition): void {
  const { actor } = step.ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people can do this. Sign in to the console.');
  const refusal = findTransitionRefusal(what, step, { role: actor.role, department_id: actor.departmentId });
  if (refusal === null) return;
  // It is an edit of both sections.
  if (what.kind === 'restore_revision' && refusal.code === 'module_state' && isUnderReview(step.state)) {
    throw moduleLockedByReviewError(
      step.module,
      'A revision can be brought back once a reviewer rejects it, or it is withdrawn.',
    );
  }
  const by = refusal.code === 'module_state' && 'section' in what ? whoDecided(step.sections[what.section]) : '';
  throw new AppError(refusal.code, `${refusal.why}${by}`);
}

/** Names another reviewer's verdict on the section, which the caller hasn't seen yet. */
function whoDecided({ state, stateByName }: SectionRow): string {
  if (!stateByName || (state !== 'approved' && state !== 'queried')) return '';
  return ` ${stateByName} has ${state} it.`;
}

/** Applies the transition's new state: the workflow, the public status and the states of the sections. */
function move({ ctx, module, sections, state }: TransitionContext, what: WorkflowTransition): void {
  const next = findWorkflowStateAfter(state, what) ?? state;
  if (next === state) return;
  module.workflow = next.workflow;
  module.status = publicStatusOf(next);
  module.updatedAt = ctx.now;
  for (const kind of ['flashcards', 'quiz'] as const) {
    const section = sections[kind];
    if (section.state === next[kind]) continue;
    section.state = next[kind];
    section.stateSince = ctx.now;
    section.stateByName = ctx.actor.name;
  }
}

type ModuleAction = Extract<EventAction, `module.${string}` | `review.${string}`>;

/** Common fields of a module's events. */
type Facts = 'module_id' | 'course_id' | 'title' | 'status' | 'workflow' | 'round';

/** Additional fields of a transition's event, if it is an outgoing event. */
type Details<Action extends ModuleAction> = [OutgoingEventTypeOfAction<Action>] extends [never]
  ? Record<string, unknown>
  : Omit<OutgoingEventData<OutgoingEventTypeOfAction<Action>>, Facts>;

/** Records a transition, with its changes to the module. */
export async function recordTransition<Action extends ModuleAction>(
  { em, ctx, module, state }: TransitionContext,
  action: Action,
  details: Details<Action>,
): Promise<void> {
  const { id, courseId, status, round } = module;
  const workflow = module.workflow ?? null;
  const title = workingTitleOf(module);
  // Approving a section changes nothing else; publication has its own row.
  const moved = action !== 'module.section_approved' && {
    ...(publicStatusOf(state) !== status && { status: [publicStatusOf(state), status] }),
    ...(state.workflow !== workflow && { workflow: [state.workflow, workflow] }),
  };
  const outgoing = { module_id: id, course_id: courseId, title, status, workflow, round, ...details };
  await recordUntypedEvent(em, ctx, {
    action,
    subject: { kind: 'module', id, name: title },
    changes: { ...moved, round, ...details },
    ...(traitsOfEventAction(action).outgoing && { outgoing }),
  });
}
