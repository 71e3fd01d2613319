import type { EntityManager } from '@mikro-orm/postgresql';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleState } from '@training/shared/reviews/reviews';
import type { WorkflowModule } from '@training/shared/reviews/workflow';
import { LockMode } from '@mikro-orm/core';
import { type Context, actingUserIdOf } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { ModuleEntity, SectionEntity, type ModuleRow, type SectionRow } from '../course.entity.ts';
import { assertMayEditInDepartment } from '../lock-course.ts';
import { moduleWorkflowLiveTopicOf, moduleLiveTopicOf, reviewQueueLiveTopicOf } from './module-topic.ts';

/** A locked module with its rows, and the state that the workflow depends on. */
export type LockedModule = WorkflowModule & {
  module: ModuleRow;
  sections: Record<SectionKind, SectionRow>;
};

/**
 * Reads the module's department, and whether the caller is one of its authors: everyone who wrote part of it stays an
 * author (rules/review 16).
 */
const GOVERNED = defineStatement({
  name: 'govern-module',
  scope: 'tenant',
  row: z.strictObject({ department_id: z.uuid().nullable(), mine: z.boolean() }),
  sql: `
select c.department_id, m.created_by is not distinct from :caller::uuid and :caller::uuid is not null or exists (
  select from module_contributors o
  where o.workspace_id = :workspaceId and o.module_id = m.id and o.user_id = :caller) as mine
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :id`,
});

/**
 * Locks the module and reads its sections. Submitting, editing and deciding take this lock first, so they run one at a
 * time.
 * @throws AppError `module_not_found`; `forbidden` for a module of a department that the caller may not write in
 */
export async function lockModule(em: EntityManager, ctx: Context, id: string): Promise<LockedModule> {
  const module = await em.findOne(ModuleEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!module) throw new AppError('module_not_found', `There is no module ${id} in this workspace.`);
  const caller = actingUserIdOf(ctx);
  // Send both queries together; they don't depend on each other.
  const [governed, rows] = await Promise.all([
    GOVERNED.one(em, { workspaceId: ctx.workspace.id, id, caller }),
    em.find(SectionEntity, { moduleId: id }),
  ]);
  assertMayEditInDepartment(ctx, governed.department_id, 'module');
  const flashcards = rows.find(({ kind }) => kind === 'flashcards');
  const quiz = rows.find(({ kind }) => kind === 'quiz');
  if (!flashcards || !quiz) throw new Error(`Module ${id} lacks a section`);
  const state = {
    archived: module.status === 'archived',
    live: module.liveRevisionId !== null,
    workflow: module.workflow ?? null,
    flashcards: flashcards.state,
    quiz: quiz.state,
  };
  return { ...governed, module, sections: { flashcards, quiz }, state };
}

/** The module's current state, for the response. */
export function moduleStateOf({ id, status, workflow, round }: ModuleRow): ModuleState {
  return { module_id: id, status, workflow: workflow ?? null, round };
}

/** Notifies everyone who watches the module, the review queue or their own pending work. */
export async function notifyModuleChanged(em: EntityManager, ctx: Context, moduleId: string): Promise<void> {
  const { id } = ctx.workspace;
  await publishTopics(em, moduleLiveTopicOf(id, moduleId), reviewQueueLiveTopicOf(id), moduleWorkflowLiveTopicOf(id));
}
