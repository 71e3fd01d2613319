import { MAX_MANAGERS_ABOVE_PERSON, type TeamReach } from '@training/shared/team/team';
import { requireActingPerson, type Context } from '../../core/context.ts';

/** Returns the filter of analytics for the caller's team (rules/managers 6). @throws AppError `forbidden` for tokens */
export function teamFilterOf(ctx: Pick<Context, 'actor'>, reach: TeamReach) {
  return { manager_id: requireActingPerson(ctx).id, levels: reach === 'direct' ? 1 : MAX_MANAGERS_ABOVE_PERSON };
}
