import type { EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import type { Context, Viewer } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { CourseEntity, type CourseRow } from './course.entity.ts';

type Change = {
  /** Name of the changed fields, such as "title or emoji". */
  what: string;
  /** Version that the change is based on. */
  from: number;
  present: number;
  /** User who made the last change. */
  by: string | null | undefined;
};

/** @throws AppError `stale_version`, naming the last editor, if the change is based on another version */
export function assertEditedVersionIsCurrent({ what, from, present, by }: Change): void {
  if (from === present) return;
  throw new AppError(
    'stale_version',
    `${by ?? 'Somebody'} changed ${what} after version ${from}, which you started from. Compare with version ${present}, then save again.`,
  );
}

/**
 * Locks the course: its title and its list of modules change in one transaction at a time. Callers that also lock
 * modules must lock those first.
 * @throws AppError `course_not_found`; `forbidden` for a course of a department that the caller may not write in
 */
export async function lockCourse(em: EntityManager, ctx: Context, id: string): Promise<CourseRow> {
  const course = await em.findOne(CourseEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!course) throw new AppError('course_not_found', `There is no course ${id} in this workspace.`);
  assertMayEditInDepartment(ctx, course.departmentId, 'course');
  return course;
}

/** @throws AppError `forbidden` where the caller may write only in another department */
export function assertMayEditInDepartment(
  { actor, reach }: Viewer,
  departmentId: string | null | undefined,
  what: 'course' | 'module',
): void {
  if (actor.kind !== 'user' || reach !== 'department' || departmentId === actor.departmentId) return;
  const words = `The ${what} belongs to another department. Trainers can change only their own department’s.`;
  throw new AppError('forbidden', words);
}
