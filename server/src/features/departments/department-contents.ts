import type { DepartmentContentCounts } from '@training/shared/departments/departments';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const Left = z.strictObject({
  name: z.string(),
  people: z.int(),
  inactive: z.int(),
  waiting: z.int(),
  standing: z.int(),
  courses: z.int(),
  decided: z.int(),
  ended: z.int(),
});

const FIND = defineStatement({
  name: 'what-is-left-of-department',
  scope: 'tenant',
  unprepared: true,
  row: Left,
  sql: `
select d.name, u.people, u.inactive, s.waiting, s.decided, a.standing, a.ended,
  (select count(*)::integer from courses where workspace_id = :workspaceId and department_id = d.id) as courses
from departments d
cross join lateral (
  select count(*)::integer as people, count(*) filter (where not is_active)::integer as inactive
  from users where workspace_id = :workspaceId and department_id = d.id) u
cross join lateral (
  select count(*) filter (where status = 'pending')::integer as waiting,
    count(*) filter (where status <> 'pending')::integer as decided
  from suggestions where workspace_id = :workspaceId and department_id = d.id) s
cross join lateral (
  select count(*) filter (where ended_at is null)::integer as standing,
    count(*) filter (where ended_at is not null)::integer as ended
  from assignments where workspace_id = :workspaceId and department_id = d.id) a
where d.workspace_id = :workspaceId and d.id = :id`,
});

/** Reads what prevents deleting a department, before the user tries. @throws AppError `department_not_found` */
export async function readDepartmentContents(
  on: StatementRunner,
  workspaceId: string,
  id: string,
): Promise<DepartmentContentCounts> {
  const left = await FIND.first(on, { workspaceId, id });
  if (!left) throw new AppError('department_not_found', `There is no department ${id} in this workspace.`);
  const { people, courses, waiting, decided, standing, ended } = left;
  return { people, courses, waiting, lasting: decided + standing + ended };
}

/**
 * Explains why a department can't be deleted and what to do: people and pending items can be moved, but decided
 * suggestions and assignments refer to it permanently. Undefined if the department no longer exists.
 */
export async function explainDepartmentInUse(
  on: StatementRunner,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const left = await FIND.first(on, { workspaceId, id });
  if (!left) return undefined;
  const inactive = left.inactive === 0 ? '' : ` (${left.inactive} inactive)`;
  const movable = listed([
    left.people > 0 && `${counted(left.people, 'person', 'people')}${inactive}`,
    left.courses > 0 && counted(left.courses, 'course'),
    left.waiting > 0 && `${counted(left.waiting, 'waiting suggestion')}`,
    left.standing > 0 && `${counted(left.standing, 'standing assignment')}`,
  ]);
  const lasting = listed([
    left.decided > 0 && `${counted(left.decided, 'decided suggestion')}`,
    // An active assignment becomes permanent, too, once it ends.
    left.ended > 0 && `${counted(left.ended, 'ended assignment')}`,
  ]);
  const has = listed([movable, lasting].filter(Boolean));
  const isLasting = lasting !== '' || left.standing > 0;
  return isLasting
    ? `${left.name} has ${has}. Suggestions and assignments say for good whose they were, so rename it instead, ` +
        `such as “${left.name} (closed)”; people and courses can be moved to another department.`
    : `${left.name} has ${has}: move them to another department, then delete it.`;
}

const counted = (n: number, one: string, several = `${one}s`) => `${n} ${n === 1 ? one : several}`;

const listed = (parts: (string | false)[]) => parts.filter(Boolean).join(', ');
