import { PathEvidence } from '@training/shared/evidence/path-evidence';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { type Context, departmentLimitOf, actingUserIdOf } from '../../core/context.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { renderCertificateInThread } from './certificate/render-certificate-in-thread.ts';
import { LEARNER_LANGUAGE_SQL } from './evidence-sql.ts';

/** Only what the audit log binds. */
const READ_PATH = defineStatement({
  name: 'read-path-evidence',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({ text: z.string(), language: z.string() }),
  sql: `
select x.evidence as text, ${LEARNER_LANGUAGE_SQL} as language
from path_completions x
join workspaces w on w.id = :workspaceId::uuid
join users u on u.workspace_id = :workspaceId and u.id = x.user_id
join audit_events a on a.workspace_id = :workspaceId and a.at = x.event_at and a.id = x.event_id
  and a.changes ->> 'evidence_sha256' = encode(sha256(convert_to(x.evidence, 'UTF8')), 'hex')
where x.workspace_id = :workspaceId and x.id = :id
  and (:own::uuid is null or x.user_id = :own) and (:department::uuid is null or u.department_id = :department)`,
});

/**
 * Returns the certificate of a completed path: one's own, or of whoever the caller sees in analytics.
 * @throws AppError `completion_not_found`, `busy`
 */
export async function readPathCertificateFile(ctx: Context, id: string): Promise<Uint8Array> {
  const { db, workspace } = ctx;
  const own = ctx.reach === 'own' ? actingUserIdOf(ctx) : null;
  const named = { workspaceId: workspace.id, id, own, department: departmentLimitOf(ctx) };
  const found = await READ_PATH.first(db.pool, named);
  if (!found) throw new AppError('completion_not_found', 'There is no completed path of this id that you can see.');
  return renderCertificateInThread(workspace.id, PathEvidence.parse(JSON.parse(found.text)), found.language);
}

export const PATH_CERTIFICATE_DOWNLOAD_ROUTE = defineDownloadRoute({
  path: '/path-certificates/:path_completion_id',
  permission: 'analytics:read',
  input: z.strictObject({ path_completion_id: Id }),
  async open(ctx, { path_completion_id: id }) {
    const body = await readPathCertificateFile(ctx, id);
    return { name: `certificate-${id}.pdf`, type: 'application/pdf', inline: true, body };
  },
});
