import { MOST_LEVELS, type TeamReach } from '@training/shared/team/team';
import { actingPersonOf, type Context } from '../../core/context.ts';

/** Returns the filter of analytics for the caller's team (rules/managers 6). @throws AppError `forbidden` for tokens */
export function teamFilter(ctx: Pick<Context, 'actor'>, reach: TeamReach) {
  return { manager_id: actingPersonOf(ctx).id, levels: reach === 'direct' ? 1 : MOST_LEVELS };
}
