import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventAction } from '@training/shared/events';
import type { ModuleState } from '@training/shared/reviews';
import { statusOf } from '@training/shared/workflow';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { recordEvent, type EventType } from '../events/record-event.ts';
import { lockModule, stateOf, tellWatchers, type LockedModule } from '../modules/lock-module.ts';
import { titleOf } from '../modules/working-copy.ts';

/** What a transition works on: the module under its lock, in the transaction that holds it. */
export type Step = LockedModule & { em: EntityManager; ctx: Context };

/**
 * Runs one transition in one transaction that holds the module, and tells those who watch: all that `work` changes and
 * records is there together, or nothing of it.
 * @throws AppError `module_not_found`, `forbidden`, and what `work` throws
 */
export function transition(ctx: Context, moduleId: string, work: (step: Step) => Promise<void>): Promise<ModuleState> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, moduleId);
    // The lock may have been waited for: what is written bears the time at which it is decided, not asked for.
    const step = { ...locked, em, ctx: { ...ctx, now: new Date() } };
    await work(step);
    await em.flush();
    await tellWatchers(em, step.ctx, moduleId);
    return stateOf(locked.module);
  });
}

/** Writes the audit row of a transition, with what it did to the module, and its outgoing event where it has one. */
export async function record(
  { em, ctx, module, state }: Step,
  action: EventAction,
  event: EventType | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { id, courseId, status, round } = module;
  const workflow = module.workflow ?? null;
  const title = titleOf(module);
  // The approval of a section moves nothing by itself; publication has a row of its own.
  const moved = action !== 'module.section_approved' && {
    ...(statusOf(state) !== status && { status: [statusOf(state), status] }),
    ...(state.workflow !== workflow && { workflow: [state.workflow, workflow] }),
  };
  const changes = { ...moved, round, ...details };
  await recordAudit(em, ctx, { action, subject: { kind: 'module', id, name: title }, changes });
  if (!event) return;
  const by = ctx.actor.kind === 'system' ? null : ctx.actor.id;
  await recordEvent(em, ctx, event, {
    module_id: id,
    course_id: courseId,
    title,
    status,
    workflow,
    round,
    ...details,
    by: { id: by, name: ctx.actor.name },
  });
}
