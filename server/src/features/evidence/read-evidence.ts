import { Evidence } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import { ownDepartment, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { EVIDENCE_FROM, EVIDENCE_JSON } from './evidence-sql.ts';

const READ_EVIDENCE = defineStatement({
  name: 'read-evidence',
  scope: 'tenant',
  row: z.strictObject({ evidence: Evidence, recorded: z.string().nullable() }),
  sql: `
select ${EVIDENCE_JSON} as evidence, (
  select v.evidence from completion_evidence v
  where v.workspace_id = :workspaceId and v.enrollment_id = e.id order by v.number desc limit 1) as recorded
${EVIDENCE_FROM}
where e.workspace_id = :workspaceId and e.id = :enrollmentId and e.completed_at is not null
  and (:own::uuid is null or e.user_id = :own) and (:department::uuid is null or u.department_id = :department)`,
});

/**
 * What proves a completed cycle; one's own, or of whoever the caller sees in analytics.
 * @throws AppError `completion_not_found`
 */
export async function readEvidence(ctx: Context, enrollmentId: string): Promise<Evidence> {
  const { db, workspace, actor, now } = ctx;
  const found = await READ_EVIDENCE.first(db.pool, {
    workspaceId: workspace.id,
    enrollmentId,
    now,
    own: ctx.reach === 'own' && actor.kind === 'user' ? actor.id : null,
    department: ownDepartment(ctx),
  });
  if (!found) throw new AppError('completion_not_found', 'There is no completed training of this id that you can see.');
  // What the audit log binds; what was completed before it did is read as it is now.
  return found.recorded === null ? found.evidence : Evidence.parse(JSON.parse(found.recorded));
}
