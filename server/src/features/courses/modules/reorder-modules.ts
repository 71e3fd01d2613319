import type { ReorderModules } from '@training/shared/courses/modules';
import type { Context } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { recordEvent } from '../../events/record-event.ts';
import { lockCourse } from '../lock-course.ts';

/** Locks the modules in the order of their ids, so that concurrent sorts can't deadlock. */
const LOCK_MODULES = defineStatement({
  name: 'lock-modules-of-course',
  scope: 'tenant',
  sql: `
select 1 from modules where workspace_id = :workspaceId and course_id = :courseId order by id for no key update`,
});

const PRESENT = defineStatement({
  name: 'order-of-modules',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from modules where workspace_id = :workspaceId and course_id = :courseId order by position`,
});

/** Updates all positions at once, because the constraint on positions is checked at the end of the statement. */
const PLACE = defineStatement({
  name: 'place-modules',
  scope: 'tenant',
  sql: `
update modules m set position = place.number - 1
from unnest(:to::uuid[]) with ordinality as place (id, number)
where m.workspace_id = :workspaceId and m.course_id = :courseId and m.id = place.id and m.position <> place.number - 1`,
});

const same = (one: string[], other: string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);

/**
 * Changes the order of a course's modules.
 * @throws AppError `invalid_request` if `to` isn't a permutation of `from`; `course_not_found`, `forbidden`;
 * `stale_version` if the current order isn't `from`
 */
export function reorderModules(
  ctx: Context,
  { course_id, from, to }: ReorderModules,
): Promise<{ course_id: string; modules: string[] }> {
  if (!same(from.toSorted(), to.toSorted())) {
    const message = 'Must have the same modules as “from”, each once';
    throw invalidFieldError('to', message, 'other_modules', `${message}.`);
  }
  return inTransaction(ctx, async (em) => {
    const course = { workspaceId: ctx.workspace.id, courseId: course_id };
    // Lock the modules before the course, like publishing.
    await LOCK_MODULES.run(em, course);
    const { title } = await lockCourse(em, ctx, course_id);
    const present = (await PRESENT.all(em, course)).map(({ id }) => id);
    if (!same(present, from)) {
      throw new AppError('stale_version', 'Modules were added or moved. Reload the course, then sort again.');
    }
    if (same(from, to)) return { course_id, modules: to };
    await PLACE.run(em, { ...course, to });
    const subject = { kind: 'course', id: course_id, name: title };
    await recordEvent(em, ctx, { action: 'course.reordered', subject, changes: { modules: [from, to] } });
    return { course_id, modules: to };
  });
}
