import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import { createSystemContextFields, type Context, type Workspace } from '../../core/context.ts';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { inTransaction } from '../../core/transaction.ts';
import { COMPLETION_IS_IN_AUDIT_LOG } from './find-evidence-problems.ts';
import { recordMissingEvidence } from './record-evidence.ts';

const LOCK = defineStatement({
  name: 'lock-completion-to-record',
  scope: 'tenant',
  sql: `select 1 from enrollments where workspace_id = :workspaceId and id = :enrollmentId for no key update`,
});

/** Evidence of what the log does not have as completed would make a forged completion good. */
const IN_LOG = defineStatement({
  name: 'completions-in-audit-log',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
select e.id from enrollments e
where e.workspace_id = :workspaceId and e.id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))
  and ${COMPLETION_IS_IN_AUDIT_LOG}
order by e.id`,
});

const UNRECORDED = defineStatement({
  name: 'unrecorded-completions',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string(), slug: z.string(), name: z.string(), enrollment_ids: z.array(z.string()) }),
  sql: `
select w.id, w.slug, w.name, json_agg(e.id order by e.id) as enrollment_ids
from enrollments e join workspaces w on w.id = e.workspace_id
where e.completed_at is not null and e.attested_id is null and ${runsBackgroundWorkSql('e.workspace_id')} and not exists (
  select from completion_evidence v where v.workspace_id = e.workspace_id and v.enrollment_id = e.id)
group by w.id`,
});

/**
 * Records the evidence of these completions where the audit log has the completion and no evidence is recorded yet. If
 * one fails, the others are still recorded.
 * @throws the first failure, once all are done
 */
export async function recordMissingEvidenceOfMany(
  db: Database,
  workspace: Workspace,
  enrollmentIds: string[],
  isStopping: () => boolean = () => false,
): Promise<void> {
  const record = (enrollmentId: string) => {
    const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('Server') };
    return runAsSystem(() =>
      inTransaction(ctx, async (em) => {
        await LOCK.run(em, { workspaceId: workspace.id, enrollmentId });
        await recordMissingEvidence(em, ctx, enrollmentId);
      }),
    );
  };
  const inLog = await IN_LOG.all(db.pool, { workspaceId: workspace.id, ids: JSON.stringify(enrollmentIds) });
  await processEachAndThrowFirstFailure(inLog, ({ id }) => record(id), isStopping);
}

/**
 * Records, once a night, the evidence of what was completed before the audit log bound it, or by an instance of the
 * release before.
 */
export async function recordMissingEvidenceOfAllWorkspaces(db: Database, isStopping: () => boolean): Promise<void> {
  await processEachAndThrowFirstFailure(
    await UNRECORDED.all(db.pool),
    ({ enrollment_ids, ...workspace }) => recordMissingEvidenceOfMany(db, workspace, enrollment_ids, isStopping),
    isStopping,
  );
}
