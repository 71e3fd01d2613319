import { z } from 'zod';
import { ListTrainingConcerns } from '../analytics/analytics-lists.ts';
import { RemindOfTrainings } from '../assignments/assign-several.ts';
import { Count, textSchema } from '../primitives.ts';

/** The maximum number of managers above a person (rules/managers 2). */
export const MAX_MANAGERS_ABOVE_PERSON = 20;

/** Who belongs to a team: direct reports, or everyone below as well (rules/managers 6). */
export const TeamReach = z.enum(['direct', 'all']);
export type TeamReach = z.infer<typeof TeamReach>;

const reach = TeamReach.default('all').describe('`direct`: those who report to the caller; `all`: everyone below.');

/** The lists of My team; see `TrainingConcernKind`. */
export const TeamConcernKind = z.enum(['overdue', 'due_soon', 'expiring', 'expired']);
export type TeamConcernKind = z.infer<typeof TeamConcernKind>;

export const ReadTeamCounts = z.strictObject({ reach });
export type ReadTeamCounts = z.infer<typeof ReadTeamCounts>;

/** Counts of the caller's team. */
export const TeamCounts = z.strictObject({
  people: Count.describe('Active people.'),
  lists: z.strictObject({ overdue: Count, due_soon: Count, expiring: Count, expired: Count }),
  may_excuse: z.boolean().describe('Whether the workspace lets managers excuse people.'),
});
export type TeamCounts = z.infer<typeof TeamCounts>;

export const ListTeamConcerns = ListTrainingConcerns.pick({
  order: true,
  descending: true,
  limit: true,
  offset: true,
}).extend({
  list: TeamConcernKind,
  reach,
});
export type ListTeamConcerns = z.infer<typeof ListTeamConcerns>;

/** Excuses people of the team, for one reason. */
export const ExcuseTrainings = RemindOfTrainings.extend({ reason: textSchema(1, 2000) });
export type ExcuseTrainings = z.infer<typeof ExcuseTrainings>;
