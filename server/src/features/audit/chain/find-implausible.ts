import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';

/** Maximum clock difference between instances, in seconds. */
const SKEW = 60;

const BEGINNING = defineStatement({
  name: 'audit-log-beginning',
  scope: 'tenant',
  row: z.strictObject({ created: z.boolean(), completions: z.number(), approvals: z.number(), tokens: z.number() }),
  sql: `
with log as (
  select w.created_at, coalesce((select min(at) from audit_events where workspace_id = :workspaceId), 'infinity')
    - make_interval(secs => :skew::float8) as begins
  from workspaces w where w.id = :workspaceId::uuid
)
select exists (
  select from audit_events e
  where e.workspace_id = :workspaceId and e.action = 'workspace.created' and e.subject_id = :workspaceId
    and e.at <= log.begins + 2 * make_interval(secs => :skew::float8)
    and e.at between log.created_at - make_interval(secs => :skew::float8)
      and log.created_at + make_interval(secs => :skew::float8)) as created, (
  select count(*)::float from enrollments e where e.workspace_id = :workspaceId and e.completed_at < log.begins) as completions, (
  select count(*)::float from review_decisions d
  where d.workspace_id = :workspaceId and d.verdict = 'approved' and d.at < log.begins) as approvals, (
  select count(*)::float from api_tokens t where t.workspace_id = :workspaceId and t.created_at < log.begins) as tokens
from log`,
});

/**
 * Finds contradictions at the beginning of an audit log. A log that was emptied and restarted doesn't begin with the
 * creation of its workspace, and has data older than itself.
 */
export async function findImplausible(on: Runner, workspaceId: string): Promise<string[]> {
  const { created, ...older } = await BEGINNING.one(on, { workspaceId, skew: SKEW });
  const problems = created ? [] : ['The audit log does not begin with the creation of the workspace.'];
  for (const [what, count] of Object.entries(older)) {
    if (count > 0) problems.push(`${count} ${what} are older than the audit log.`);
  }
  return problems;
}
