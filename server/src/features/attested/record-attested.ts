import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AttestedEvidenceEntity } from './attested-completion.entity.ts';
import { recordEvent } from '../events/record-event.ts';
import type { CompletionSubject } from './find-completion-subjects.ts';

const READ = defineStatement({
  name: 'read-attested-evidence-to-record',
  scope: 'tenant',
  row: z.strictObject({ evidence: AttestedEvidence }),
  sql: `
select json_build_object(
  'version', 1, 'attested', true, 'generated_at', to_iso(:now::timestamptz), 'time_zone', w.time_zone,
  'workspace', json_build_object('id', w.id, 'slug', w.slug, 'name', w.name),
  'person', json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email, 'department', d.name),
  'module', json_build_object('id', m.id, 'title', m.title, 'course', c.title),
  'completion', json_build_object(
    'attested_id', a.id, 'completed_on', a.completed_on, 'completed_at', to_iso(a.completed_at),
    'expires_at', to_iso(a.expires_at),
    'expires_on', to_char((a.expires_at - interval '1 millisecond') at time zone w.time_zone, 'YYYY-MM-DD'),
    'source', a.source, 'reference', a.reference, 'score', a.score,
    'entered_at', to_iso(a.entered_at), 'entered_by', a.entered_by_name),
  'document', case when f.id is not null then json_build_object('media_type', f.media_type, 'bytes', f.size,
    'sha256', f.hash) end,
  'withdrawn', case when a.withdrawn_at is not null then json_build_object('at', to_iso(a.withdrawn_at),
    'by', a.withdrawn_by_name, 'reason', a.withdrawn_reason) end) as evidence
from attested_completions a
join workspaces w on w.id = :workspaceId
join users u on u.workspace_id = :workspaceId and u.id = a.user_id
left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
join modules m on m.workspace_id = :workspaceId and m.id = a.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join attested_files f on f.workspace_id = :workspaceId and f.id = a.file_id
where a.workspace_id = :workspaceId and a.id = :attestedId`,
});

type Recorded = {
  action: 'learner.completion_attested' | 'learner.attestation_documented' | 'learner.attestation_withdrawn';
  person: Pick<CompletionSubject['person'], 'id' | 'full_name'>;
  module: Pick<CompletionSubject['module'], 'id' | 'title'>;
  changes: Record<string, unknown>;
};

/**
 * Records the evidence of an attested completion as it is now, and the event that binds it, in the transaction that
 * writes or withdraws the completion (rules/attested 6).
 */
export async function recordAttestedEvidence(
  em: EntityManager,
  ctx: Context,
  attestedId: string,
  { action, person, module, changes }: Recorded,
): Promise<void> {
  const named = { workspaceId: ctx.workspace.id, attestedId, now: ctx.now };
  const { evidence } = await READ.one(em, named);
  const text = JSON.stringify(evidence);
  const eventId = await recordEvent(em, ctx, {
    action,
    subject: { kind: 'module', id: module.id, name: module.title },
    changes: {
      user_id: person.id,
      full_name: person.full_name,
      ...changes,
      attested_id: attestedId,
      evidence_sha256: createHash('sha256').update(text).digest('hex'),
    },
  });
  // The completion is new, or locked.
  const of = { workspaceId: ctx.workspace.id, attestedId };
  const number = 1 + (await em.count(AttestedEvidenceEntity, of));
  await em.insert(AttestedEvidenceEntity, { ...of, number, eventAt: ctx.now, eventId, evidence: text });
}
