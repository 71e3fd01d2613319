import { z } from 'zod';
import { Count, Id, Timestamp, labelSchema } from '../primitives.ts';

export const Department = z.strictObject({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  active_users: Count,
  inactive_users: Count,
  courses: Count,
  waiting_suggestions: Count,
});
export type Department = z.infer<typeof Department>;

/** A department's name only, for the filters and choices of roles that read drafts. */
export const DepartmentOption = z.strictObject({ id: Id, name: z.string() });
export type DepartmentOption = z.infer<typeof DepartmentOption>;

/** The maximum number of departments of a workspace: lists hold all of them. */
export const MAX_DEPARTMENTS_PER_WORKSPACE = 2_000;

/** Names are unique in a workspace, ignoring case. */
export const CreateDepartment = z.strictObject({ name: labelSchema(120) });
export type CreateDepartment = z.infer<typeof CreateDepartment>;

export const RenameDepartment = CreateDepartment.extend({ id: Id });
export type RenameDepartment = z.infer<typeof RenameDepartment>;

/** Everything that belongs to a department and blocks its deletion. */
export const DepartmentContentCounts = z.strictObject({
  people: Count.describe('Active or not. They can be moved to another department.'),
  courses: Count.describe('These too.'),
  waiting: Count.describe('Suggestions that wait; they can be moved one by one.'),
  lasting: Count.describe('Decided suggestions and assignments: they say for good whose they were.'),
});
export type DepartmentContentCounts = z.infer<typeof DepartmentContentCounts>;

export const DepartmentRef = z.strictObject({ id: Id });
export type DepartmentRef = z.infer<typeof DepartmentRef>;

/** Moves all courses of a department, at most 200 per call. */
export const MoveCourses = z.strictObject({ from: Id, to: Id });
export type MoveCourses = z.infer<typeof MoveCourses>;

export const MovedCourseCounts = z.strictObject({ moved: Count, left: Count.describe('How many are still there.') });
export type MovedCourseCounts = z.infer<typeof MovedCourseCounts>;

/**
 * Deletes a department; 409 `department_in_use` while a user, a course, a suggestion or an assignment belongs to it.
 */
export const DeleteDepartment = z.strictObject({ id: Id });
export type DeleteDepartment = z.infer<typeof DeleteDepartment>;
