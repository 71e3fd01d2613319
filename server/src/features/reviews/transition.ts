import type { EntityManager } from '@mikro-orm/postgresql';
import { describeAction, type EventAction, type OutgoingOf } from '@training/shared/events';
import type { OutgoingData } from '@training/shared/outgoing-events';
import type { ModuleState } from '@training/shared/reviews';
import { after, refusalOf, type Transition } from '@training/shared/workflow';
import { statusOf } from '@training/shared/workflow-state';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import type { SectionRow } from '../courses/course.entity.ts';
import { recordChange } from '../events/record-event.ts';
import { lockModule, stateOf, notifyWatchers, type LockedModule } from '../modules/lock-module.ts';
import { workingTitle } from '../modules/working-copy.ts';

/**
 * What a transition works on, in the transaction that holds the module under its lock: the module stands where the
 * transition leads, `state` is where it stood before.
 */
export type Step = LockedModule & { em: EntityManager; ctx: Context };

/**
 * Runs one transition in one transaction that holds the module, and tells those who watch: all that `work` changes and
 * records is there together, or nothing of it. The workflow's table says whether the caller may, and where it leads;
 * what else it means is the business of `work`.
 * @throws AppError `module_not_found`, `forbidden`, `self_review`, `module_state`, and what `work` throws
 */
export function transition(
  ctx: Context,
  moduleId: string,
  what: Transition,
  work: (step: Step) => Promise<void>,
): Promise<ModuleState> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, moduleId);
    // The lock may have been waited for: what is written bears the time at which it is decided, not asked for.
    const step = { ...locked, em, ctx: { ...ctx, now: new Date() } };
    mustBePossible(step, what);
    move(step, what);
    await work(step);
    await Promise.all([em.flush(), notifyWatchers(em, step.ctx, moduleId)]);
    return stateOf(locked.module);
  });
}

/** @throws AppError `forbidden`, `self_review`, or `module_state` where nobody can do it now */
function mustBePossible(step: Step, what: Transition): void {
  const { actor } = step.ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people can do this. Sign in to the console.');
  const refusal = refusalOf(what, step, { role: actor.role, department_id: actor.departmentId });
  if (refusal === null) return;
  const by = refusal.code === 'module_state' && 'section' in what ? whoDecided(step.sections[what.section]) : '';
  throw new AppError(refusal.code, `${refusal.why}${by}`);
}

/** Another reviewer's verdict on the section, which the caller has not seen yet. */
function whoDecided({ state, stateByName }: SectionRow): string {
  if (!stateByName || (state !== 'approved' && state !== 'queried')) return '';
  return ` ${stateByName} has ${state} it.`;
}

/** Takes the module to where the transition leads: its workflow, its public status and its sections' states. */
function move({ ctx, module, sections, state }: Step, what: Transition): void {
  const next = after(state, what) ?? state;
  if (next === state) return;
  module.workflow = next.workflow;
  module.status = statusOf(next);
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

/** What an event says of every module. */
type Facts = 'module_id' | 'course_id' | 'title' | 'status' | 'workflow' | 'round';

/** What a transition adds to that, where other systems are told of it. */
type Details<Action extends ModuleAction> = [OutgoingOf<Action>] extends [never]
  ? Record<string, unknown>
  : Omit<OutgoingData<OutgoingOf<Action>>, Facts>;

/** Records a transition, with what it did to the module. */
export async function record<Action extends ModuleAction>(
  { em, ctx, module, state }: Step,
  action: Action,
  details: Details<Action>,
): Promise<void> {
  const { id, courseId, status, round } = module;
  const workflow = module.workflow ?? null;
  const title = workingTitle(module);
  // The approval of a section moves nothing by itself; publication has a row of its own.
  const moved = action !== 'module.section_approved' && {
    ...(statusOf(state) !== status && { status: [statusOf(state), status] }),
    ...(state.workflow !== workflow && { workflow: [state.workflow, workflow] }),
  };
  const outgoing = { module_id: id, course_id: courseId, title, status, workflow, round, ...details };
  await recordChange(em, ctx, {
    action,
    subject: { kind: 'module', id, name: title },
    changes: { ...moved, round, ...details },
    ...(describeAction(action).outgoing && { outgoing }),
  });
}
