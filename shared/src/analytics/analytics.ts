import { z } from 'zod';
import { contractMessage } from '#contract';
import { keysOf } from '../keys-of.ts';
import { Count, Id, PageLimit, MomentInput, PageOffset, NullableRatio, Timestamp } from '../primitives.ts';
import { PeopleWithoutEmailInclusion } from '../users/users.ts';

export const AnalyticsPart = z.enum(['modules', 'learners', 'recertification']);
export type AnalyticsPart = z.infer<typeof AnalyticsPart>;

const completedOutside = Count.optional().describe(
  'With `from` or `to` only: completed outside the range, so that assigned is the sum of all four.',
);

const counts = {
  assigned: Count.describe(
    'Unfinished ones of an archived or unpublished module count nowhere until it is published again.',
  ),
  not_started: Count,
  in_progress: Count,
  completed: Count,
  attested: Count.describe('Those of `completed` that were not proved here, but entered as past training.'),
  completed_outside: completedOutside,
  overdue: Count.describe('Those of the unfinished whose due date has passed.'),
};

/**
 * Columns of a module. A new one needs its SQL in the server's `analytics/module-analytics.ts`, `rollup-sql.ts`,
 * `analytics-selection.ts` and `analytics-csv.ts`, with a heading in the catalogue `exports`; a stored count also a
 * line in `rollups/stored-counts.ts`, `rollups/module-stat.entity.ts` and `enrollment_counts.sql`, or
 * `CYCLES_WITH_COUNTS_SQL` if the release before calls that.
 */
const moduleColumns = {
  title: z.string(),
  course_id: Id,
  department_id: Id.nullable().describe('The department of the course.'),
  ...counts,
  completion_rate: NullableRatio.describe('completed ÷ assigned.'),
  pass_rate: NullableRatio.describe(
    'Of those who tried the quiz, the share that has passed it; null while nobody has.',
  ),
  average_score: NullableRatio.describe('The mean of the best scores of those who tried the quiz.'),
  median_days_to_complete: z.number().min(0).nullable().describe('From assignment to completion.'),
  last_completed_at: Timestamp.nullable(),
};

/** A column of a module, besides its id. */
export const ModuleAnalyticsField = z.enum(keysOf(moduleColumns));
export type ModuleAnalyticsField = z.infer<typeof ModuleAnalyticsField>;

export const ModuleAnalytics = z.strictObject({ module_id: Id, ...moduleColumns }).meta({ id: 'ModuleAnalytics' });
export type ModuleAnalytics = z.infer<typeof ModuleAnalytics>;

/** A module with the columns that `fields` names. */
export const PartialModuleAnalytics = ModuleAnalytics.partial()
  .required({ module_id: true })
  .meta({ id: 'ModuleColumns' });
export type PartialModuleAnalytics = z.infer<typeof PartialModuleAnalytics>;

/**
 * Modules of an answer. Typed as if they had all columns, because typed callers of the procedure seldom choose them;
 * whoever passes `fields` gets only those.
 */
const Modules = z.array(z.union([ModuleAnalytics, PartialModuleAnalytics])) as unknown as z.ZodArray<
  typeof ModuleAnalytics
>;

/** Filters of the analytics (see rules/analytics). `from` and `to` bound completions, half-open. */
export const ReadAnalytics = z
  .strictObject({
    department_id: Id.describe('The department of the learner.').optional(),
    course_id: Id.describe('The modules of this course only.').optional(),
    module_id: Id.describe('This module only.').optional(),
    user_id: Id.describe('This learner only.').optional(),
    manager_id: Id.describe('The team of this person: everyone below them, at every level.').optional(),
    from: MomentInput.describe(
      'Counts completions from this moment on: a date (midnight UTC) or a time with its offset.',
    ).optional(),
    to: MomentInput.describe('Counts completions before this moment; later than `from`.').optional(),
    include: z
      .array(AnalyticsPart)
      .min(1)
      .refine((parts) => new Set(parts).size === parts.length, { error: () => contractMessage('eachPartOnce') })
      .meta({ description: 'The parts to answer, each once; all when omitted.', uniqueItems: true })
      .optional(),
    include_inactive: z.boolean().default(false).describe('Whether inactive users count.'),
    email: PeopleWithoutEmailInclusion,
    window_days: z.int().min(1).max(365).default(30).describe('Within how many days an expiry is `due_soon`.'),
    limit: PageLimit.default(100).describe('At most so many learners.'),
    offset: PageOffset.default(0).describe('Skips so many learners.'),
    fields: z
      .array(ModuleAnalyticsField)
      .min(1)
      .refine((fields) => new Set(fields).size === fields.length, { error: () => contractMessage('eachFieldOnce') })
      .meta({ description: 'The columns of the modules besides `module_id`; all when omitted.', uniqueItems: true })
      .optional(),
    modules_limit: z.int().min(1).max(10_000).describe('At most so many modules; all when omitted.').optional(),
    modules_offset: PageOffset.default(0).describe(
      'Skips so many modules. A page with fewer than `modules_limit` is the last one.',
    ),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: () => contractMessage('laterThanFromParameter'),
  });
export type ReadAnalytics = z.infer<typeof ReadAnalytics>;

export const CertificationStatus = z.enum(['never_certified', 'current', 'due_soon', 'expired']);
export type CertificationStatus = z.infer<typeof CertificationStatus>;

export const LearnerModuleStatus = z.strictObject({
  module_id: Id,
  status: z
    .enum(['not_started', 'in_progress', 'completed', 'completed_outside'])
    .describe('`completed_outside` only with `from` or `to`: completed, outside the range.'),
  progress: NullableRatio,
  attempts: Count,
  best_score: NullableRatio,
  assigned_at: Timestamp,
  due_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  attested: z.boolean().describe('Whether the completion was not proved here, but entered as past training.'),
  expires_at: Timestamp.nullable().describe(
    'When the newest certificate expires, also one of an earlier cycle; null where it counts for ever, or there is none.',
  ),
  certification: CertificationStatus.nullable().describe(
    'null where the module needs no recertification and no certificate of it expires.',
  ),
});
export type LearnerModuleStatus = z.infer<typeof LearnerModuleStatus>;

export const LearnerAnalytics = z
  .strictObject({
    user_id: Id,
    email: z.string().nullable().describe('null only with `email=any`.'),
    full_name: z.string(),
    department_id: Id.nullable(),
    department: z.string().nullable(),
    is_active: z.boolean(),
    ...counts,
    progress: NullableRatio.describe('The mean progress of the assigned modules.'),
    average_score: NullableRatio,
    last_activity_at: Timestamp.nullable(),
    next_due_at: Timestamp.nullable().describe('The earliest due date of the unfinished modules, past ones too.'),
    modules: z.array(LearnerModuleStatus).describe('One for each assigned module.'),
  })
  .meta({ id: 'LearnerAnalytics' });
export type LearnerAnalytics = z.infer<typeof LearnerAnalytics>;

const certificates = { never_certified: Count, current: Count, due_soon: Count, expired: Count };

export const ModuleRecertification = z.strictObject({
  module_id: Id,
  validity_days: z.int(),
  ...certificates,
  next_expiry_at: Timestamp.nullable(),
});

/** Rates are null, never 0, if nobody is assigned. All parts come from one snapshot, so that totals add up. */
export const Analytics = z
  .strictObject({
    generated_at: Timestamp,
    filters: z.strictObject({
      department_id: Id.nullable(),
      course_id: Id.nullable(),
      module_id: Id.nullable(),
      user_id: Id.nullable(),
      manager_id: Id.nullable(),
      from: Timestamp.nullable(),
      to: Timestamp.nullable(),
      include: z.array(AnalyticsPart),
      include_inactive: z.boolean(),
      window_days: z.int(),
    }),
    modules: Modules.optional(),
    learners: z
      .strictObject({
        total: Count,
        limit: PageLimit,
        offset: PageOffset,
        items: z.array(LearnerAnalytics),
      })
      .optional(),
    recertification: z
      .strictObject({
        window_days: z.int(),
        ...certificates,
        by_module: z.array(ModuleRecertification),
      })
      .optional(),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof Analytics>;
