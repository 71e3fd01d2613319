import type { UpdateCourse, CreateCourse } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { lockCourse, assertEditedVersionIsCurrent } from './lock-course.ts';
import { newId } from '../../platform/ids.ts';
import { CourseEntity } from './course.entity.ts';
import { LockMode } from '@mikro-orm/postgresql';
import type { MoveCourses, MovedCourseCounts } from '@training/shared/departments/departments';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';

/**
 * Creates an empty course in the trainer's department; it is published with its first module
 * (rules/courses-and-modules 2).
 * @param ofSystem The department that another system names.
 * @throws AppError `content_limit_reached`
 */
export function createCourse(
  ctx: Context,
  { title, emoji }: CreateCourse,
  ofSystem: string | null = null,
): Promise<{ id: string }> {
  const { workspace, actor, now } = ctx;
  return inTransaction(ctx, async (em) => {
    const id = newId();
    const departmentId = actor.kind === 'user' ? actor.departmentId : ofSystem;
    // Serializes per workspace, so that concurrent requests can't both take the last place.
    await lockWorkspace(em, workspace.id);
    if ((await em.count(CourseEntity, {})) >= CONTENT_LIMITS.coursesOfWorkspace) {
      throw new AppError(
        'content_limit_reached',
        `A workspace has at most ${CONTENT_LIMITS.coursesOfWorkspace} courses. Use an existing course.`,
      );
    }
    em.create(CourseEntity, {
      workspaceId: workspace.id,
      id,
      title,
      emoji,
      departmentId,
      published: false,
      publishedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'course.created',
      subject: { kind: 'course', id, name: title },
      changes: { emoji, department_id: departmentId },
    });
    return { id };
  });
}

/**
 * Changes title or emoji; unchanged values keep the version. @throws AppError `course_not_found`, `forbidden`,
 * `stale_version`
 */
export function updateCourse(ctx: Context, input: UpdateCourse): Promise<{ id: string }> {
  const { id, version, title, emoji } = input;
  return inTransaction(ctx, async (em) => {
    const course = await lockCourse(em, ctx, id);
    assertEditedVersionIsCurrent({
      what: 'title or emoji',
      from: version,
      present: course.version,
      by: course.editedByName,
    });
    const changes: Record<string, [before: string, after: string]> = {};
    if (title !== undefined && title !== course.title) changes.title = [course.title, (course.title = title)];
    if (emoji !== undefined && emoji !== course.emoji) changes.emoji = [course.emoji, (course.emoji = emoji)];
    if (Object.keys(changes).length === 0) return { id };
    course.version += 1;
    course.editedByName = ctx.actor.name;
    course.updatedAt = ctx.now;
    await em.flush();
    const subject = { kind: 'course', id, name: course.title };
    await recordEvent(em, ctx, { action: 'course.updated', subject, changes });
    return { id };
  });
}

/** Maximum number of courses moved per call, to keep transactions short. */
const AT_ONCE = 200;

/** Locks the departments against deletion. */
const SAVE = defineStatement({
  name: 'save-departments-of-courses',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from departments where workspace_id = :workspaceId and id in (:from::uuid, :to::uuid) order by id for key share`,
});

const LEFT = defineStatement({
  name: 'courses-left-in-department',
  scope: 'tenant',
  row: z.strictObject({ left: z.int() }),
  sql: `
select count(*)::integer as left from courses where workspace_id = :workspaceId and department_id = :from`,
});

/**
 * Moves the courses of a department to another one, whose trainers maintain them from then on (rules/users 13).
 * @throws AppError `department_not_found`
 */
export function moveAllCoursesOfDepartment(ctx: Context, { from, to }: MoveCourses): Promise<MovedCourseCounts> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const kept = new Set((await SAVE.all(em, { workspaceId, from, to })).map(({ id }) => id));
    const missing = [from, to].find((id) => !kept.has(id));
    if (missing) throw new AppError('department_not_found', `There is no department ${missing} in this workspace.`);
    if (from === to) return { moved: 0, left: 0 };
    const first = { orderBy: { id: 'asc' }, limit: AT_ONCE, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const moved = await em.find(CourseEntity, { departmentId: from }, { ...first, fields: ['id', 'title'] });
    const ids = moved.map(({ id }) => id);
    await em.nativeUpdate(CourseEntity, { id: { $in: ids } }, { departmentId: to, updatedAt: ctx.now });
    for (const { id, title } of moved) {
      const subject = { kind: 'course', id, name: title };
      await recordEvent(em, ctx, { action: 'course.moved', subject, changes: { department_id: [from, to] } });
    }
    const { left } = await LEFT.one(em, { workspaceId, from });
    return { moved: moved.length, left };
  });
}
