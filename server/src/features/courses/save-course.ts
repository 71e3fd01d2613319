import type { UpdateCourse, CreateCourse } from '@training/shared/courses/courses';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockCourse, assertVersion } from './lock-course.ts';
import { newId } from '../../platform/ids.ts';
import { CourseEntity } from './course.entity.ts';

/**
 * Creates an empty course in the trainer's department; it is published with its first module
 * (rules/courses-and-modules 2).
 */
export function createCourse(ctx: Context, { title, emoji }: CreateCourse): Promise<{ id: string }> {
  const { workspace, actor, now } = ctx;
  return inTransaction(ctx, async (em) => {
    const id = newId();
    const departmentId = actor.kind === 'user' ? actor.departmentId : null;
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
    assertVersion({ what: 'title or emoji', from: version, present: course.version, by: course.editedByName });
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
