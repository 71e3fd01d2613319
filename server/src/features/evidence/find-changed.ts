import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';

/** SQL condition: the audit log has the completion of the cycle `e`. For many cycles: it reads all completions. */
export const COMPLETED_IN_LOG = `(e.module_id, e.user_id::text, e.cycle) in (
  select a.subject_id, a.changes ->> 'user_id', (a.changes ->> 'cycle')::integer from audit_events a
  where a.workspace_id = :workspaceId and a.action = 'learner.module_completed')` as const;

/** The same for one cycle, by an index where the completion bound its evidence. */
export const ONE_COMPLETED_IN_LOG = `(exists (
  select from audit_events a
  where a.workspace_id = :workspaceId and a.action = 'learner.module_completed'
    and a.changes ->> 'enrollment_id' = e.id::text and a.subject_id = e.module_id
    and a.changes ->> 'user_id' = e.user_id::text and (a.changes ->> 'cycle')::integer = e.cycle)
  or ${COMPLETED_IN_LOG})` as const;

const CHANGED = defineStatement({
  name: 'find-changed-evidence',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ rewritten: z.number(), moved: z.number(), dropped: z.number(), unknown: z.number() }),
  sql: `
select (
  select count(distinct v.enrollment_id)::float from completion_evidence v
  left join audit_events a on a.workspace_id = :workspaceId and a.at = v.event_at and a.id = v.event_id
  where v.workspace_id = :workspaceId
    and a.changes ->> 'evidence_sha256' is distinct from encode(sha256(convert_to(v.evidence, 'UTF8')), 'hex')
) as rewritten, (
  select count(*)::float from (
    select distinct on (v.enrollment_id) v.enrollment_id, v.evidence::json as said from completion_evidence v
    where v.workspace_id = :workspaceId order by v.enrollment_id, v.number desc
  ) v
  left join enrollments e on e.workspace_id = :workspaceId and e.id = v.enrollment_id
  where (e.completed_at, e.expires_at, e.final_score, e.cycle, e.user_id, e.module_id) is distinct from (
    (said -> 'completion' ->> 'completed_at')::timestamptz, (said -> 'completion' ->> 'expires_at')::timestamptz,
    (said -> 'completion' ->> 'score')::numeric, (said -> 'completion' ->> 'cycle')::integer,
    (said -> 'person' ->> 'id')::uuid, (said -> 'module' ->> 'id')::uuid)
) as moved, (
  select count(*)::float from audit_events a
  where a.workspace_id = :workspaceId and a.action in ('learner.module_completed', 'learner.evidence_recorded')
    and a.changes ->> 'enrollment_id' is not null and not exists (
      select from completion_evidence v
      where v.workspace_id = :workspaceId and v.enrollment_id = (a.changes ->> 'enrollment_id')::uuid and v.event_id = a.id)
) as dropped, (
  select count(*)::float from enrollments e
  where e.workspace_id = :workspaceId and e.completed_at is not null and not ${COMPLETED_IN_LOG}
) as unknown`,
});

/** Finds completions that are not what the audit log binds (rules/evidence 6). */
export async function findChangedEvidence({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Promise<string[]> {
  const { rewritten, moved, dropped, unknown } = await CHANGED.one(db.pool, { workspaceId: workspace.id });
  return [
    ...(rewritten > 0 ? [`The evidence of ${rewritten} completions is not what the audit log binds.`] : []),
    ...(moved > 0 ? [`${moved} completions are not what their evidence says, or were removed.`] : []),
    ...(dropped > 0 ? [`Evidence that the audit log binds is missing: ${dropped} times.`] : []),
    ...(unknown > 0 ? [`The audit log does not have ${unknown} of the completions.`] : []),
  ];
}
