import { z } from 'zod';
import { LastReminder } from '../assignments/assign-several.ts';
import { Count, Id, Rate, LocalDay, Timestamp } from '../primitives.ts';

/** Filters. Trainers always get their own department only. */
const scope = {
  department_id: Id.optional().describe('The department of the learner.'),
  manager_id: Id.optional().describe('The team of this person: everyone below them, at every level.'),
  course_id: Id.optional(),
  module_id: Id.optional(),
};

/**
 * `overdue`: unfinished after the due date. `at_risk`: unfinished, due within 14 days, and less than half done or
 * failed twice. `expired`, `expiring`: certificates that have expired, or expire within the window.
 */
export const ConcernList = z.enum(['overdue', 'at_risk', 'expired', 'expiring']);
export type ConcernList = z.infer<typeof ConcernList>;

/** The order of a list. `date` is the due date or the last day of the certificate. */
export const ConcernOrder = z.enum(['date', 'person', 'department', 'module', 'progress', 'attempts']);
export type ConcernOrder = z.infer<typeof ConcernOrder>;

export const ListConcerns = z.strictObject({
  list: ConcernList,
  ...scope,
  window_days: z.int().min(1).max(365).default(30),
  order: ConcernOrder.default('date'),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(100).default(25),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListConcerns = z.infer<typeof ListConcerns>;

/** A person and a module that need attention. By default the longest overdue, or the next due, come first. */
export const Concern = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  email: z.string().nullable(),
  department: z.string().nullable(),
  module_id: Id,
  module: z.string(),
  course_id: Id,
  course: z.string(),
  progress: Rate,
  attempts: Count,
  due_on: LocalDay.nullable(),
  expires_on: LocalDay.nullable().describe('The last day of the newest certificate.'),
  reminded: LastReminder.nullable().describe('The newest reminder, of the last 90 days.'),
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
      attested: Count.describe('Those of the completed that were not proved here.'),
      overdue: Count,
      completion_rate: Rate,
    }),
  ),
  expiring: z
    .array(z.strictObject({ day: LocalDay, certificates: Count }))
    .describe('The last days of certificates, of the 365 days from today on; days without any are left out.'),
});
export type Breakdown = z.infer<typeof Breakdown>;

export const ReadTrend = z.strictObject(scope);
export type ReadTrend = z.infer<typeof ReadTrend>;

/** The figures of one moment. */
export const TrendPoint = z.strictObject({
  at: Timestamp,
  due: Count.describe('Trainings whose due date was in the 90 days before.'),
  on_time: Count.describe('Those of them that were completed by their due date.'),
  on_time_rate: Rate.describe('on_time ÷ due; null where none was due.'),
  overdue: Count,
  expiring: Count.describe('Certificates that expire within the 30 days after.'),
});
export type TrendPoint = z.infer<typeof TrendPoint>;

/** The figures every ten days, from 90 days ago to now. */
export const Trend = z.strictObject({ points: z.array(TrendPoint) });
export type Trend = z.infer<typeof Trend>;
