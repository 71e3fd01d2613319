import { z } from 'zod';
import { LastTrainingReminder } from '../assignments/assign-several.ts';
import { Count, Id, NullableRatio, LocalDay, Timestamp } from '../primitives.ts';

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
export const TrainingConcernKind = z.enum(['overdue', 'at_risk', 'expired', 'expiring']);
export type TrainingConcernKind = z.infer<typeof TrainingConcernKind>;

/** The order of a list. `date` is the due date or the last day of the certificate. */
export const TrainingConcernOrder = z.enum(['date', 'person', 'department', 'module', 'progress', 'attempts']);
export type TrainingConcernOrder = z.infer<typeof TrainingConcernOrder>;

export const ListTrainingConcerns = z.strictObject({
  list: TrainingConcernKind,
  ...scope,
  window_days: z.int().min(1).max(365).default(30),
  order: TrainingConcernOrder.default('date'),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(100).default(25),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListTrainingConcerns = z.infer<typeof ListTrainingConcerns>;

/** A person and a module that need attention. By default the longest overdue, or the next due, come first. */
export const TrainingConcern = z.strictObject({
  enrollment_id: Id,
  user_id: Id,
  full_name: z.string(),
  email: z.string().nullable(),
  department: z.string().nullable(),
  module_id: Id,
  module: z.string(),
  course_id: Id,
  course: z.string(),
  progress: NullableRatio,
  attempts: Count,
  due_on: LocalDay.nullable(),
  expires_on: LocalDay.nullable().describe('The last day of the newest certificate.'),
  reminded: LastTrainingReminder.nullable().describe('The newest reminder, of the last 90 days.'),
});
export type TrainingConcern = z.infer<typeof TrainingConcern>;

export const TrainingConcernPage = z.strictObject({ concerns: z.array(TrainingConcern), total: Count });
export type TrainingConcernPage = z.infer<typeof TrainingConcernPage>;

export const ReadAnalyticsCharts = z.strictObject(scope);
export type ReadAnalyticsCharts = z.infer<typeof ReadAnalyticsCharts>;

/** The data of the charts: completion by the learner's department, and certificate expiry. */
export const AnalyticsCharts = z.strictObject({
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
      completion_rate: NullableRatio,
    }),
  ),
  expiring: z
    .array(z.strictObject({ day: LocalDay, certificates: Count }))
    .describe('The last days of certificates, of the 365 days from today on; days without any are left out.'),
});
export type AnalyticsCharts = z.infer<typeof AnalyticsCharts>;

export const ReadAnalyticsTrend = z.strictObject(scope);
export type ReadAnalyticsTrend = z.infer<typeof ReadAnalyticsTrend>;

/** The figures of one moment. */
export const AnalyticsTrendPoint = z.strictObject({
  at: Timestamp,
  due: Count.describe('Trainings whose due date was in the 90 days before.'),
  on_time: Count.describe('Those of them that were completed by their due date.'),
  on_time_rate: NullableRatio.describe('on_time ÷ due; null where none was due.'),
  overdue: Count,
  expiring: Count.describe('Certificates that expire within the 30 days after.'),
});
export type AnalyticsTrendPoint = z.infer<typeof AnalyticsTrendPoint>;

/** The figures every ten days, from 90 days ago to now. */
export const AnalyticsTrend = z.strictObject({ points: z.array(AnalyticsTrendPoint) });
export type AnalyticsTrend = z.infer<typeof AnalyticsTrend>;
