import { execute } from '../../database/database.ts';
import type { Step } from './transition.ts';

const LOCK_COURSE = 'select 1 from courses where workspace_id = $1 and id = $2 for no key update';

const SETTLE = `
update courses c
set published = not c.published, published_at = coalesce(c.published_at, $3::timestamptz), updated_at = $3::timestamptz
where c.workspace_id = $1 and c.id = $2 and c.published <> exists (
  select from modules m where m.workspace_id = $1 and m.course_id = c.id and m.status = 'published')
returning c.published`;

/**
 * A course is published while some module of it is (rules/review 8 and 12), and keeps the time at which it was
 * first. Its lock comes after that of the module, as where modules are put in order, and before the other modules are
 * read: of two that change at once the later one sees what the earlier one did. Needs the module's changes in the
 * database.
 * @returns For the audit log, whether that changed.
 */
export async function settleCourse({ em, ctx, module }: Step): Promise<{ course_published?: [boolean, boolean] }> {
  const values = [ctx.workspace.id, module.courseId];
  await execute(em, LOCK_COURSE, values);
  const [course] = await execute<{ published: boolean }>(em, SETTLE, [...values, ctx.now]);
  return course ? { course_published: [!course.published, course.published] } : {};
}
