import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';

/** SQL condition: the audit log has the completion of the cycle `e`. For many cycles: it reads all completions. */
export const COMPLETION_IS_IN_AUDIT_LOG = `(e.module_id, e.user_id::text, e.cycle) in (
  select a.subject_id, a.changes ->> 'user_id', (a.changes ->> 'cycle')::integer from audit_events a
  where a.workspace_id = :workspaceId and a.action = 'learner.module_completed')` as const;

/**
 * SQL condition like `COMPLETION_IS_IN_AUDIT_LOG`, for one cycle: uses an index if the completion bound its evidence.
 */
export const ONE_COMPLETION_IS_IN_AUDIT_LOG = `(exists (
  select from audit_events a
  where a.workspace_id = :workspaceId and a.action = 'learner.module_completed'
    and a.changes ->> 'enrollment_id' = e.id::text and a.subject_id = e.module_id
    and a.changes ->> 'user_id' = e.user_id::text and (a.changes ->> 'cycle')::integer = e.cycle)
  or ${COMPLETION_IS_IN_AUDIT_LOG})` as const;

/**
 * SQL for the numbers of attested completions that differ from the newest evidence that the log binds, and of cycles
 * that name one without being as it is.
 */
const ATTESTED = `(
  select count(*)::float from (
    select distinct on (a.changes ->> 'attested_id') a.id, a.changes ->> 'attested_id' as attested_id,
      a.changes ->> 'evidence_sha256' as sha256
    from audit_events a
    where a.workspace_id = :workspaceId
      and a.action in ('learner.completion_attested', 'learner.attestation_documented', 'learner.attestation_withdrawn')
    order by a.changes ->> 'attested_id', a.at desc, a.id desc
  ) said
  full join (select * from attested_completions where workspace_id = :workspaceId) c on c.id::text = said.attested_id
  left join lateral (
    select v.event_id, v.evidence from attested_evidence v
    where v.workspace_id = :workspaceId and v.attested_id = c.id order by v.number desc limit 1) v on true
  left join attested_files f on f.workspace_id = :workspaceId and f.id = c.file_id
  where v.event_id is distinct from said.id
    or encode(sha256(convert_to(v.evidence, 'UTF8')), 'hex') is distinct from said.sha256
    or (c.user_id::text, c.module_id::text, c.completed_on::text, to_iso(c.completed_at), to_iso(c.expires_at), c.source,
        c.reference, c.score, c.entered_by_name, f.hash, to_iso(c.withdrawn_at), c.withdrawn_reason)
      is distinct from (
        v.evidence::json #>> '{person,id}', v.evidence::json #>> '{module,id}',
        v.evidence::json #>> '{completion,completed_on}', v.evidence::json #>> '{completion,completed_at}',
        v.evidence::json #>> '{completion,expires_at}', v.evidence::json #>> '{completion,source}',
        v.evidence::json #>> '{completion,reference}', (v.evidence::json #>> '{completion,score}')::numeric,
        v.evidence::json #>> '{completion,entered_by}', v.evidence::json #>> '{document,sha256}',
        v.evidence::json #>> '{withdrawn,at}', v.evidence::json #>> '{withdrawn,reason}')
) as attested, (
  select count(*)::float from enrollments e
  left join attested_completions c on c.workspace_id = :workspaceId and c.id = e.attested_id and c.withdrawn_at is null
  where e.workspace_id = :workspaceId and e.attested_id is not null
    and (e.completed_at, e.expires_at, e.user_id, e.module_id)
      is distinct from (c.completed_at, c.expires_at, c.user_id, c.module_id)
) as unattested` as const;

const CHANGED = defineStatement({
  name: 'find-changed-evidence',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    rewritten: z.number(),
    moved: z.number(),
    dropped: z.number(),
    unknown: z.number(),
    attested: z.number(),
    unattested: z.number(),
  }),
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
  where e.workspace_id = :workspaceId and e.completed_at is not null and e.attested_id is null and not ${COMPLETION_IS_IN_AUDIT_LOG}
) as unknown, ${ATTESTED}`,
});

/**
 * Returns a sentence for each kind of completion, or of evidence of one, that differs from what the audit log binds
 * (rules/evidence 6).
 */
export async function findEvidenceProblems({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Promise<string[]> {
  const { rewritten, moved, dropped, unknown, attested, unattested } = await CHANGED.one(db.pool, {
    workspaceId: workspace.id,
  });
  return [
    ...(rewritten > 0 ? [`The evidence of ${rewritten} completions is not what the audit log binds.`] : []),
    ...(moved > 0 ? [`${moved} completions are not what their evidence says, or were removed.`] : []),
    ...(dropped > 0 ? [`Evidence that the audit log binds is missing: ${dropped} times.`] : []),
    ...(attested > 0 ? [`${attested} attested completions are not what the audit log binds, or were removed.`] : []),
    ...(unattested > 0 ? [`${unattested} trainings are completed by no attested completion of the audit log.`] : []),
    ...(unknown > 0 ? [`The audit log does not have ${unknown} of the completions.`] : []),
  ];
}
