import type { EntityManager } from '@mikro-orm/postgresql';
import type { SectionKind } from '@training/shared/courses';
import type { ApproveSection, ModuleState } from '@training/shared/reviews';
import { after, NotNow, statusOf, type Transition, type WorkflowState } from '@training/shared/workflow';
import { LockMode } from '@mikro-orm/core';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { publish } from '../../platform/live.ts';
import {
  CourseEntity,
  ModuleEntity,
  SectionEntity,
  type ModuleRow,
  type SectionRow,
} from '../courses/course.entity.ts';
import { moduleTopic, reviewQueueTopic } from '../modules/module-topic.ts';

export type LockedModule = {
  module: ModuleRow;
  sections: Record<SectionKind, SectionRow>;
  state: WorkflowState;
};

/**
 * The module with its sections, locked: submit, edit and decide take this lock first, so they come one after the other.
 * @throws AppError `module_not_found`; `forbidden` for a module of a department that the caller may not write in
 */
export async function lockModule(em: EntityManager, ctx: Context, id: string): Promise<LockedModule> {
  const module = await em.findOne(ModuleEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!module) throw new AppError('module_not_found', `There is no module ${id} in this workspace.`);
  if (ctx.actor.kind === 'user' && ctx.reach === 'department') {
    const course = await em.findOneOrFail(CourseEntity, { id: module.courseId });
    if (course.departmentId !== ctx.actor.departmentId) {
      throw new AppError('forbidden', 'The module belongs to another department; trainers work in their own.');
    }
  }
  const rows = await em.find(SectionEntity, { moduleId: id });
  const flashcards = rows.find(({ kind }) => kind === 'flashcards');
  const quiz = rows.find(({ kind }) => kind === 'quiz');
  if (!flashcards || !quiz) throw new Error(`Module ${id} lacks a section`);
  const state: WorkflowState = {
    archived: module.status === 'archived',
    live: module.liveRevisionId !== null,
    workflow: module.workflow ?? null,
    flashcards: flashcards.state,
    quiz: quiz.state,
  };
  return { module, sections: { flashcards, quiz }, state };
}

/**
 * Takes the module to where `transition` leads: its workflow, its public status and its sections' states. What else the
 * transition means is its caller's business.
 * @throws AppError `module_state` where the transition is not possible now
 */
export function move(ctx: Context, { module, sections, state }: LockedModule, transition: Transition): WorkflowState {
  const next = after(state, transition);
  if (next instanceof NotNow) {
    const by = 'section' in transition ? whoDecided(sections[transition.section]) : '';
    throw new AppError('module_state', `${next.why}${by}`);
  }
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
  return next;
}

/** Another reviewer's verdict on the section, which the caller has not seen yet. */
function whoDecided({ state, stateByName }: SectionRow): string {
  if (!stateByName || (state !== 'approved' && state !== 'queried')) return '';
  return ` ${stateByName} has ${state} it.`;
}

/** Where the module stands now, for the caller's answer. */
export function stateOf({ id, status, workflow, round }: ModuleRow): ModuleState {
  return { module_id: id, status, workflow: workflow ?? null, round };
}

/** Nobody decides on what they made or edited in this working copy (decisions §2). @throws AppError `self_review` */
export async function mustNotBeOwn(
  em: EntityManager,
  ctx: Context,
  { id, cycle, createdBy }: ModuleRow,
): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const contributed = await execute(
    em,
    'select 1 from module_contributors where workspace_id = $1 and module_id = $2 and cycle = $3 and user_id = $4',
    [ctx.workspace.id, id, cycle, ctx.actor.id],
  );
  if (createdBy === ctx.actor.id || contributed.length > 0) {
    throw new AppError('self_review', 'You wrote or edited this; somebody else has to review it.');
  }
}

type Seen = Pick<ApproveSection, 'section' | 'round' | 'content_hash'>;

/** A decision is about what was seen. @throws AppError `stale_revision` where the section's content is not that any more */
export function mustBeWhatWasSeen(locked: LockedModule, seen: Seen): void {
  mustBeInRound(locked, seen.round);
  if (locked.sections[seen.section].contentHash === seen.content_hash) return;
  throw new AppError('stale_revision', 'The section has other content by now; look at it again, then decide.');
}

/** A decision is about the submission that was seen. @throws AppError `stale_revision` in any other round */
export function mustBeInRound({ module }: LockedModule, round: number): void {
  if (round === module.round) return;
  throw new AppError('stale_revision', `The module is in round ${module.round} by now; look at it again, then decide.`);
}

/** Tells everybody who looks at the module, and at the queue. */
export async function tellWatchers(em: EntityManager, ctx: Context, moduleId: string): Promise<void> {
  await publish(em, moduleTopic(ctx.workspace.id, moduleId));
  await publish(em, reviewQueueTopic(ctx.workspace.id));
}
