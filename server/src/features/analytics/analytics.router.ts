import { Analytics, ReadAnalytics } from '@training/shared/analytics/analytics';
import {
  Breakdown,
  ConcernPage,
  ListConcerns,
  ReadBreakdown,
  ReadTrend,
  Trend,
} from '@training/shared/analytics/analytics-lists';
import { ItemResults, ReadItemResults } from '@training/shared/ai/item-results';
import { can, router } from '../../http/procedures.ts';
import { restOperation } from '../../http/rest/meta.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import type { Context } from '../../core/context.ts';
import { assertManagerVisible } from './analytics-selection.ts';
import { readItemResults } from './read-items.ts';
import { listConcerns } from './list-concerns.ts';
import { readBreakdown } from './read-breakdown.ts';
import { readAnalytics } from './read-analytics.ts';
import { readTrend } from './read-trend.ts';

/** Reads what may be filtered by a manager, once the caller may see them. */
const ofTeam =
  <Input extends { manager_id?: string | undefined }, Output>(read: (ctx: Context, input: Input) => Promise<Output>) =>
  async (ctx: Context, input: Input): Promise<Output> => {
    await assertManagerVisible(ctx, input);
    return read(ctx, input);
  };

export const analyticsRouter = router({
  read: can('analytics:read')
    .meta(
      restOperation('GET', '/analytics', {
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
    .output(preparedOutput(Analytics))
    .query(({ ctx, input }) => readAnalytics(ctx, input)),
  concerns: can('learners:compare')
    .input(ListConcerns)
    .output(preparedOutput(ConcernPage))
    .query(({ ctx, input }) => ofTeam(listConcerns)(ctx, input)),
  breakdown: can('learners:compare')
    .input(ReadBreakdown)
    .output(preparedOutput(Breakdown))
    .query(({ ctx, input }) => ofTeam(readBreakdown)(ctx, input)),
  trend: can('learners:compare')
    .input(ReadTrend)
    .output(preparedOutput(Trend))
    .query(({ ctx, input }) => ofTeam(readTrend)(ctx, input)),
  items: can('learners:compare')
    .input(ReadItemResults)
    .output(ItemResults)
    .query(({ ctx, input }) => ofTeam(readItemResults)(ctx, input)),
});
