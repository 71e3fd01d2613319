import { LockMode } from '@mikro-orm/postgresql';
import type { MoveCourses, MovedCourses } from '@training/shared/departments/departments';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { CourseEntity } from './course.entity.ts';

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
export function moveCourses(ctx: Context, { from, to }: MoveCourses): Promise<MovedCourses> {
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
