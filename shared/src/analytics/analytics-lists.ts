import { z } from 'zod';
import { Count, Id, Rate, LocalDay } from '../primitives.ts';

/** Filters. Trainers always get their own department only. */
const scope = {
  department_id: Id.optional().describe('The department of the learner.'),
  course_id: Id.optional(),
  module_id: Id.optional(),
};

/**
 * `overdue`: unfinished after the due date. `at_risk`: unfinished, due within 14 days, and less than half done or
 * failed twice. `expired`, `expiring`: certificates that have expired, or expire within the window.
 */
export const ConcernList = z.enum(['overdue', 'at_risk', 'expired', 'expiring']);
export type ConcernList = z.infer<typeof ConcernList>;

export const ListConcerns = z.strictObject({
  list: ConcernList,
  ...scope,
  window_days: z.int().min(1).max(365).default(30),
  limit: z.int().min(1).max(100).default(25),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListConcerns = z.infer<typeof ListConcerns>;

/** A person and a module that need attention; the longest overdue, or the next due, come first. */
export const Concern = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  module_id: Id,
  module: z.string(),
  course_id: Id,
  course: z.string(),
  progress: Rate,
  attempts: Count,
  due_on: LocalDay.nullable(),
  expires_on: LocalDay.nullable().describe('The last day of the newest certificate.'),
});
export type Concern = z.infer<typeof Concern>;

export const ConcernPage = z.strictObject({ concerns: z.array(Concern), total: Count });
export type ConcernPage = z.infer<typeof ConcernPage>;

export const ReadBreakdown = z.strictObject(scope);
export type ReadBreakdown = z.infer<typeof ReadBreakdown>;

/** The data of the charts: completion by the learner's department, and certificate expiry. */
export const Breakdown = z.strictObject({
  today: LocalDay,
  time_zone: z.string(),
  departments: z.array(
    z.strictObject({
      department_id: Id.nullable().describe('null: who has no department.'),
      department: z.string().nullable(),
      assigned: Count,
      completed: Count,
      overdue: Count,
      completion_rate: Rate,
    }),
  ),
  expiring: z
    .array(z.strictObject({ day: LocalDay, certificates: Count }))
    .describe('The last days of certificates, of the 365 days from today on; days without any are left out.'),
});
export type Breakdown = z.infer<typeof Breakdown>;
