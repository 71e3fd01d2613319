import { z } from 'zod';
import { Count, Id, Timestamp, label } from './primitives.ts';

export const Department = z.strictObject({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  active_users: Count,
  courses: Count,
});
export type Department = z.infer<typeof Department>;

/** For filters and choices of those who read drafts: nothing but what a department is called. */
export const DepartmentName = z.strictObject({ id: Id, name: z.string() });
export type DepartmentName = z.infer<typeof DepartmentName>;

/** Names are unique in a workspace, whatever their case. */
export const CreateDepartment = z.strictObject({ name: label(120) });
export type CreateDepartment = z.infer<typeof CreateDepartment>;

export const RenameDepartment = CreateDepartment.extend({ id: Id });
export type RenameDepartment = z.infer<typeof RenameDepartment>;

/** Refused with 409 `department_in_use` while a user, a course, a suggestion or an assignment belongs to it. */
export const DeleteDepartment = z.strictObject({ id: Id });
export type DeleteDepartment = z.infer<typeof DeleteDepartment>;
