import { limitsOf, showSolutions } from '../courses/attempt-settings.ts';
import { OUT_OF_ATTEMPTS } from './attempt.ts';

/**
 * SQL condition: the solutions of the attempt `a` at the revision `t` are shown, in the cycle `e` with its `limits`.
 * Used-up attempts count only if no other cycle gives new ones. A withdrawn cycle keeps showing what it showed.
 */
export const SHOWS_SOLUTIONS = `case ${showSolutions('t.settings')}
  when 'with_answer' then true
  when 'never' then false
  else e.completed_at is not null or a.state = 'passed' or limits.passed or (${OUT_OF_ATTEMPTS}
    and e.waived_at is null and (e.is_current or e.withdrawn_at is not null)) end` as const;

/** SQL condition: the learner is shown the solutions of the attempt of the answer `:answerId` (rules/learning 9). */
export const ANSWER_SHOWS_SOLUTIONS = `(
  select ${SHOWS_SOLUTIONS}
  from answers g
  join attempts a on a.workspace_id = :workspaceId and a.id = g.attempt_id
  join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
  join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
  left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
  ${limitsOf('e', 'r')}
  where g.workspace_id = :workspaceId and g.id = :answerId)` as const;
