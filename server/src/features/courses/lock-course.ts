import type { EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { CourseEntity, type CourseRow } from './course.entity.ts';

/**
 * Locks the course: its title and its list of modules change in one transaction at a time. Callers that also lock
 * modules must lock those first.
 * @throws AppError `course_not_found`; `forbidden` for a course of a department that the caller may not write in
 */
export async function lockCourse(em: EntityManager, ctx: Context, id: string): Promise<CourseRow> {
  const course = await em.findOne(CourseEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!course) throw new AppError('course_not_found', `There is no course ${id} in this workspace.`);
  if (ctx.actor.kind === 'user' && ctx.reach === 'department' && course.departmentId !== ctx.actor.departmentId) {
    throw new AppError(
      'forbidden',
      'The course belongs to another department. Trainers can change only their own department’s.',
    );
  }
  return course;
}
