import { createHash } from 'node:crypto';
import { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import { EVIDENCE_FROM_CLAUSE, EVIDENCE_JSON_SQL } from './evidence-sql.ts';

const READ = defineStatement({
  name: 'read-evidence-to-record',
  scope: 'tenant',
  row: z.strictObject({ evidence: CompletionEvidenceDocument, recorded: z.string().nullable(), bound: z.boolean() }),
  sql: `
select ${EVIDENCE_JSON_SQL} as evidence, (
  select v.evidence from completion_evidence v
  where v.workspace_id = :workspaceId and v.enrollment_id = e.id order by v.number desc limit 1) as recorded, exists (
  select from audit_events a
  where a.workspace_id = :workspaceId and a.changes ->> 'enrollment_id' = e.id::text
    and a.action in ('learner.module_completed', 'learner.evidence_recorded')) as bound
${EVIDENCE_FROM_CLAUSE}
where e.workspace_id = :workspaceId and e.id = :enrollmentId and e.completed_at is not null and e.attested_id is null`,
});

const APPEND = defineStatement({
  name: 'append-evidence',
  scope: 'tenant',
  sql: `
insert into completion_evidence (workspace_id, enrollment_id, number, event_at, event_id, evidence)
select :workspaceId::uuid, :enrollmentId::uuid, coalesce(max(number), 0) + 1, :now::timestamptz, :eventId::uuid, :evidence
from completion_evidence where workspace_id = :workspaceId and enrollment_id = :enrollmentId::uuid`,
});

/** What the event of a completion says of its evidence, so that the chain of the audit log binds it. */
type BoundEvidence = { enrollment_id: string; completed_at: string; evidence_sha256: string };

/**
 * Records the evidence of a cycle that is completed in this transaction. The cycle is locked.
 * @param record Writes the event of the completion with what binds its evidence, and answers its id.
 */
export async function recordEvidence(
  on: StatementRunner,
  ctx: Context,
  enrollmentId: string,
  record: (bound: BoundEvidence) => Promise<string>,
): Promise<void> {
  const { evidence } = await READ.one(on, { workspaceId: ctx.workspace.id, enrollmentId, now: ctx.now });
  await append(on, ctx, evidence, record);
}

/**
 * Records the evidence of a completed cycle again if it has changed, as after an appeal. The cycle is locked. Does
 * nothing if the cycle isn't completed or has no evidence yet, which `recordMissingEvidence` adds.
 */
export async function updateEvidence(on: StatementRunner, ctx: Context, enrollmentId: string): Promise<void> {
  const found = await READ.first(on, { workspaceId: ctx.workspace.id, enrollmentId, now: ctx.now });
  if (!found?.recorded) return;
  const evidence = withTranscripts(found.evidence, found.recorded);
  if (!isSame(evidence, found.recorded)) await appendLater(on, ctx, evidence);
}

/**
 * Records the evidence of a completed cycle that is in the audit log and has none yet. The cycle is locked. Does
 * nothing if evidence that the audit log binds was removed: that must stay visible.
 */
export async function recordMissingEvidence(on: StatementRunner, ctx: Context, enrollmentId: string): Promise<void> {
  const found = await READ.first(on, { workspaceId: ctx.workspace.id, enrollmentId, now: ctx.now });
  if (found?.recorded === null && !found.bound) await appendLater(on, ctx, found.evidence);
}

/** Records evidence with an event of its own. */
function appendLater(on: StatementRunner, ctx: Context, evidence: CompletionEvidenceDocument): Promise<void> {
  const { person, module } = evidence;
  return append(on, ctx, evidence, (bound) =>
    recordEvent(on, ctx, {
      action: 'learner.evidence_recorded',
      subject: { kind: 'module', id: module.id, name: module.title },
      changes: { learner: person.full_name, user_id: person.id, ...bound },
    }),
  );
}

async function append(
  on: StatementRunner,
  { workspace, now }: Context,
  evidence: CompletionEvidenceDocument,
  record: (bound: BoundEvidence) => Promise<string>,
): Promise<void> {
  const text = JSON.stringify(evidence);
  const { enrollment_id, completed_at } = evidence.completion;
  const evidence_sha256 = createHash('sha256').update(text).digest('hex');
  const eventId = await record({ enrollment_id, completed_at, evidence_sha256 });
  const named = { workspaceId: workspace.id, enrollmentId: enrollment_id, now, eventId };
  await APPEND.run(on, { ...named, evidence: text });
}

/** Keeps transcripts that were recorded, and deleted since (rules/retention 4). */
function withTranscripts(evidence: CompletionEvidenceDocument, recorded: string): CompletionEvidenceDocument {
  const { attempt } = evidence;
  if (!attempt) return evidence;
  const before = new Map(
    CompletionEvidenceDocument.parse(JSON.parse(recorded)).attempt?.answers.map((each) => [each.question_id, each]),
  );
  const answers = attempt.answers.map((answer) => {
    const { oral, question_id, given_at } = answer;
    const earlier = before.get(question_id);
    if (!oral || oral.heard !== null || !earlier?.oral || earlier.given_at !== given_at) return answer;
    return { ...answer, oral: { ...oral, heard: earlier.oral.heard, corrected: earlier.oral.corrected } };
  });
  return { ...evidence, attempt: { ...attempt, answers } };
}

/** Names, titles and when it was read may change without any change of what was proved. */
function isSame(evidence: CompletionEvidenceDocument, recorded: string): boolean {
  const before = CompletionEvidenceDocument.parse(JSON.parse(recorded));
  const proved = ({ revision, completion, attempt }: CompletionEvidenceDocument) =>
    JSON.stringify({ revision, completion, attempt });
  return proved(CompletionEvidenceDocument.parse(evidence)) === proved(before);
}
