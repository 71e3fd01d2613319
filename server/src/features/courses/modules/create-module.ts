import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreateModule } from '@training/shared/courses/modules';
import { NEW_MODULE_WORKFLOW_STATE, publicStatusOf } from '@training/shared/reviews/workflow-state';
import { type Context, actingUserIdOf } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { recordEvent } from '../../events/record-event.ts';
import { lockWorkspace, WorkspaceEntity } from '../../workspaces/workspace.entity.ts';
import { ModuleEntity, SectionEntity, type CourseRow } from '../course.entity.ts';
import { lockCourse } from '../lock-course.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

/** Default share of quiz points needed to pass. */
const PASS_SCORE = 0.8;

/**
 * Creates a draft at the end of the course (rules/review 1).
 * @throws AppError `course_not_found`, `forbidden`, `invalid_request`, `content_limit_reached`
 */
export function createModule(ctx: Context, { course_id, title }: CreateModule): Promise<{ id: string }> {
  return inTransaction(ctx, async (em) => {
    const course = await lockCourse(em, ctx, course_id);
    return { id: await insertDraftModule(em, ctx, course, { title }) };
  });
}

/**
 * Adds an empty draft to a locked course.
 * @throws AppError `invalid_request` if the course is full, `content_limit_reached` if the workspace is
 */
export async function insertDraftModule(
  em: EntityManager,
  ctx: Context,
  course: CourseRow,
  { title, suggestionId = null, language }: { title: string; suggestionId?: string | null; language?: string },
): Promise<string> {
  const { actor, now } = ctx;
  const workspaceId = ctx.workspace.id;
  const id = newId();
  // Serializes per workspace, so that concurrent requests can't both take the last place.
  await lockWorkspace(em, workspaceId);
  if ((await em.count(ModuleEntity, {})) >= CONTENT_LIMITS.modulesOfWorkspace) {
    throw new AppError(
      'content_limit_reached',
      `A workspace has at most ${CONTENT_LIMITS.modulesOfWorkspace} modules, archived ones included. Revise existing ones.`,
    );
  }
  const workspace = await em.findOneOrFail(WorkspaceEntity, { id: workspaceId }, { fields: ['language'] });
  em.create(ModuleEntity, {
    workspaceId,
    id,
    courseId: course.id,
    title,
    language: language ?? workspace.language,
    status: publicStatusOf(NEW_MODULE_WORKFLOW_STATE),
    position: await nextPosition(em, workspaceId, course.id),
    validityDays: null,
    passScore: PASS_SCORE,
    workflow: NEW_MODULE_WORKFLOW_STATE.workflow,
    liveRevisionId: null,
    createdBy: actingUserIdOf(ctx),
    suggestionId,
    submittedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  // Flush first: without relations, the ORM doesn't know that sections depend on their module.
  await em.flush();
  for (const kind of ['flashcards', 'quiz'] as const) {
    const section = { workspaceId, id: newId(), moduleId: id, kind, state: NEW_MODULE_WORKFLOW_STATE[kind], items: [] };
    em.create(SectionEntity, { ...section, stateSince: now, stateByName: actor.name, updatedAt: now });
  }
  await em.flush();
  const subject = { kind: 'module', id, name: title };
  await recordEvent(em, ctx, { action: 'module.created', subject, changes: { course_id: course.id } });
  return id;
}

const END_OF_COURSE = defineStatement({
  name: 'end-of-course',
  scope: 'tenant',
  row: z.strictObject({ modules: z.number(), next: z.number() }),
  sql: `
select count(*)::integer as modules, coalesce(max(position) + 1, 0) as next
from modules where workspace_id = :workspaceId and course_id = :courseId`,
});

async function nextPosition(em: EntityManager, workspaceId: string, courseId: string): Promise<number> {
  const { modules, next } = await END_OF_COURSE.one(em, { workspaceId, courseId });
  if (modules >= CONTENT_LIMITS.modules) {
    const message = `A course has at most ${CONTENT_LIMITS.modules} modules`;
    throw invalidFieldError('course_id', message, 'too_big', `${message}; start another course.`);
  }
  return next;
}
