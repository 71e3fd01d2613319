import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { limitsOf, showSolutions } from '../courses/attempt-settings.ts';
import { OUT_OF_ATTEMPTS } from './attempt-limit.ts';

/**
 * SQL condition: the solutions of the attempt `a` at the revision `t` are shown, in the cycle `e` with its `limits`.
 * Used-up attempts count only if no other cycle gives new ones. A withdrawn cycle keeps showing what it showed.
 */
export const SHOWS_SOLUTIONS = `case ${showSolutions('t.settings')}
  when 'with_answer' then true
  when 'never' then false
  else e.completed_at is not null or a.state = 'passed' or limits.passed or (${OUT_OF_ATTEMPTS}
    and e.waived_at is null and (e.is_current or e.withdrawn_at is not null)) end` as const;

const READ = defineStatement({
  name: 'read-whether-solutions-are-shown',
  scope: 'tenant',
  row: z.strictObject({ solutions: z.boolean() }),
  sql: `
select ${SHOWS_SOLUTIONS} as solutions
from attempts a
join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
${limitsOf('e', 'r')}
where a.workspace_id = :workspaceId and a.id = :attemptId`,
});

/** Returns true if the learner is shown the solutions of an attempt (rules/learning 9). */
export async function showsSolutions(on: Runner, { workspace }: Context, attemptId: string): Promise<boolean> {
  return (await READ.one(on, { workspaceId: workspace.id, attemptId })).solutions;
}
