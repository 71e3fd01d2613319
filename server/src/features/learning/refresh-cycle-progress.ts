import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { joinAllowedAndUsedAttemptsSql, attemptQuestionCountSql } from '../courses/attempt-settings.ts';
import { CYCLE_IS_OUT_OF_ATTEMPTS } from './attempt.ts';

/**
 * Updates the attempt and card columns of a cycle; `added` is an SQL expression for the number of cards just seen.
 * Progress is the share of seen cards and of questions answered correctly or not graded yet, in the attempt that has
 * the most of them; it stays below 1 until the module is completed. Only the index on `out_of_attempts`, which seldom
 * changes, contains a column of it, so that the new row stays on its page.
 */
export const refreshCycleProgressSql = <const Added extends string>(added: Added) =>
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
  select c.id, ${attemptQuestionCountSql('r')} as questions, r.cards + ${attemptQuestionCountSql('r')} as items, ended.*, ${CYCLE_IS_OUT_OF_ATTEMPTS} as exhausted, (
    select sum(coalesce(g.score, 1)) from attempts u
    join answers g on g.workspace_id = :workspaceId and g.attempt_id = u.id
    where u.workspace_id = :workspaceId and u.enrollment_id = c.id and u.state in ('open', 'waiting')) as points
  from enrollments c
  join module_revisions r on r.workspace_id = :workspaceId and r.id = c.revision_id
  cross join lateral (
    select count(*) as attempts, max(a.score) as best_score, max(a.score) filter (where a.revision_id = c.revision_id) as best_here
    from attempts a
    where a.workspace_id = :workspaceId and a.enrollment_id = c.id and a.state in ('passed', 'failed')) ended
  ${joinAllowedAndUsedAttemptsSql('c', 'r')}
  where c.workspace_id = :workspaceId and c.id = :enrollmentId
) now
where e.workspace_id = :workspaceId and e.id = now.id` as const;

const REFRESH = defineStatement({ name: 'refresh-cycle', scope: 'tenant', sql: refreshCycleProgressSql('0') });

/**
 * Updates the attempt and card columns of a locked cycle.
 * @param activeAt Time of the learner's action; null if someone else acted.
 */
export function refreshCycleProgress(
  on: StatementRunner,
  { workspace }: Context,
  enrollmentId: string,
  activeAt: Date | null,
): Promise<number> {
  return REFRESH.run(on, { workspaceId: workspace.id, enrollmentId, activeAt });
}
