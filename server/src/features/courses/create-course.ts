import type { CreateCourse } from '@training/shared/courses/courses';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../events/record-event.ts';
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
