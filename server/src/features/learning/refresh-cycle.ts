import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { limitsOf } from '../courses/attempt-settings.ts';
import { OUT_OF_ATTEMPTS } from './attempt-limit.ts';

/**
 * Updates what a cycle says of its attempts and cards; takes how many cards have just been seen besides, as an
 * expression. Progress is the share of cards that have been seen and of questions that are answered rightly, or not
 * graded yet, in the attempt that has the most of them; it stays below 1 until the module is completed. No column of it
 * is in an index but `out_of_attempts`, which seldom changes: the new row stays on its page.
 */
export const refreshCycleSql = <const Added extends string>(added: Added) =>
  `
update enrollments e set
  cards_seen = e.cards_seen + ${added},
  attempts = now.attempts,
  best_score = now.best_score,
  out_of_attempts = e.completed_at is null and now.questions > 0 and now.exhausted,
  progress = case when e.completed_at is not null then e.progress else least(0.9999,
    round((e.cards_seen + ${added} + greatest(now.points, now.best_here * now.questions, 0)) / nullif(now.items, 0), 4)) end,
  last_activity_at = greatest(e.last_activity_at, :activeAt::timestamptz)
from (
  select c.id, r.questions, r.cards + r.questions as items, ended.*, ${OUT_OF_ATTEMPTS} as exhausted, (
    select sum(coalesce(g.score, 1)) from attempts u
    join answers g on g.workspace_id = :workspaceId and g.attempt_id = u.id
    where u.workspace_id = :workspaceId and u.enrollment_id = c.id and u.state in ('open', 'waiting')) as points
  from enrollments c
  join module_revisions r on r.workspace_id = :workspaceId and r.id = c.revision_id
  cross join lateral (
    select count(*) as attempts, max(a.score) as best_score, max(a.score) filter (where a.revision_id = c.revision_id) as best_here
    from attempts a
    where a.workspace_id = :workspaceId and a.enrollment_id = c.id and a.state in ('passed', 'failed')) ended
  ${limitsOf('c', 'r')}
  where c.workspace_id = :workspaceId and c.id = :enrollmentId
) now
where e.workspace_id = :workspaceId and e.id = now.id` as const;

const REFRESH = defineStatement({ name: 'refresh-cycle', scope: 'tenant', sql: refreshCycleSql('0') });

/** @param activeAt When its learner did something; null where somebody else did. The cycle is locked by then. */
export function refreshCycle(
  on: Runner,
  { workspace }: Context,
  enrollmentId: string,
  activeAt: Date | null,
): Promise<number> {
  return REFRESH.run(on, { workspaceId: workspace.id, enrollmentId, activeAt });
}
