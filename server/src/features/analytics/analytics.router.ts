import { Analytics, ReadAnalytics } from '@training/shared/analytics/analytics';
import {
  AnalyticsCharts,
  TrainingConcernPage,
  ListTrainingConcerns,
  ReadAnalyticsCharts,
  ReadAnalyticsTrend,
  AnalyticsTrend,
} from '@training/shared/analytics/analytics-lists';
import { ItemStatistics, ReadItemStatistics } from '@training/shared/analytics/item-statistics';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import type { Context } from '../../core/context.ts';
import { assertManagerVisible } from './cycle-scope.ts';
import { readItemStatistics } from './read-items.ts';
import { listTrainingConcerns } from './list-concerns.ts';
import { readAnalyticsCharts } from './read-breakdown.ts';
import { readAnalytics } from './read-analytics.ts';
import { readTrainingTrend } from './read-trend.ts';

/** Reads what may be filtered by a manager, once the caller may see them. */
const ofTeam =
  <Input extends { manager_id?: string | undefined }, Output>(read: (ctx: Context, input: Input) => Promise<Output>) =>
  async (ctx: Context, input: Input): Promise<Output> => {
    await assertManagerVisible(ctx, input);
    return read(ctx, input);
  };

export const analyticsRouter = router({
  read: permittedProcedure('analytics:read')
    .meta(
      createRestOperationMeta('GET', '/analytics', {
        operationId: 'readAnalytics',
        summary: 'Read analytics',
        description:
          'Completion rates of each module, progress of each learner and a summary of recertification, all of one ' +
          'moment. Rates are null where nobody is assigned.',
        query: {
          department_id: 'text',
          course_id: 'text',
          module_id: 'text',
          user_id: 'text',
          manager_id: 'text',
          from: 'text',
          to: 'text',
          include: 'list',
          include_inactive: 'boolean',
          email: 'text',
          window_days: 'integer',
          limit: 'integer',
          offset: 'integer',
          fields: 'list',
          modules_limit: 'integer',
          modules_offset: 'integer',
        },
        conditional: 'content',
        errors: ['department_not_found', 'course_not_found', 'module_not_found', 'user_not_found', 'manager_not_found'],
      }),
    )
    .input(ReadAnalytics)
    .output(toPreparedOutputSchema(Analytics))
    .query(({ ctx, input }) => readAnalytics(ctx, input)),
  concerns: permittedProcedure('learners:compare')
    .input(ListTrainingConcerns)
    .output(toPreparedOutputSchema(TrainingConcernPage))
    .query(({ ctx, input }) => ofTeam(listTrainingConcerns)(ctx, input)),
  breakdown: permittedProcedure('learners:compare')
    .input(ReadAnalyticsCharts)
    .output(toPreparedOutputSchema(AnalyticsCharts))
    .query(({ ctx, input }) => ofTeam(readAnalyticsCharts)(ctx, input)),
  trend: permittedProcedure('learners:compare')
    .input(ReadAnalyticsTrend)
    .output(toPreparedOutputSchema(AnalyticsTrend))
    .query(({ ctx, input }) => ofTeam(readTrainingTrend)(ctx, input)),
  items: permittedProcedure('learners:compare')
    .input(ReadItemStatistics)
    .output(ItemStatistics)
    .query(({ ctx, input }) => ofTeam(readItemStatistics)(ctx, input)),
});
