import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { TransitionContext } from '../transition.ts';

const LOCK_COURSE = defineStatement({
  name: 'lock-course',
  scope: 'tenant',
  sql: `select 1 from courses where workspace_id = :workspaceId and id = :id for no key update`,
});

const SETTLE = defineStatement({
  name: 'update-course-status',
  scope: 'tenant',
  row: z.strictObject({ published: z.boolean() }),
  sql: `
update courses c
set published = not c.published, published_at = coalesce(c.published_at, :now::timestamptz), updated_at = :now::timestamptz
where c.workspace_id = :workspaceId and c.id = :id and c.published <> exists (
  select from modules m where m.workspace_id = :workspaceId and m.course_id = c.id and m.status = 'published')
returning c.published`,
});

/**
 * Updates whether the course is published: it is while any of its modules is (rules/review 8 and 12), and keeps the
 * time of its first publication. Locks the course after the module, as sorting modules does, and before reading the
 * other modules: of two concurrent changes, the later one sees the earlier one. The module's changes must be flushed
 * first.
 * @returns The change for the audit log, if any.
 */
export async function updateCourseStatus({
  em,
  ctx,
  module,
}: TransitionContext): Promise<{ course_published?: [boolean, boolean] }> {
  const named = { workspaceId: ctx.workspace.id, id: module.courseId };
  await LOCK_COURSE.run(em, named);
  const course = await SETTLE.first(em, { ...named, now: ctx.now });
  return course ? { course_published: [!course.published, course.published] } : {};
}
