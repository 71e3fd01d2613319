import type { Context } from '../../../core/context.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { ScimOutcomeToRecord } from '../../../core/scim-operation.ts';
import { newId } from '../../../platform/ids.ts';
import { getScimConnectionOfToken } from '../connection.ts';
import { ScimRequestEntity } from '../scim.entity.ts';

/** Characters of a refusal that are kept. */
const LONGEST_DETAIL = 500;

/** Keeps what became of a request for a week, for the page of its connection (rules/scim 10). */
export async function recordScimRequest(
  ctx: Context,
  { operation, status, detail }: ScimOutcomeToRecord,
): Promise<void> {
  const { workspaceId, id: connectionId } = await getScimConnectionOfToken(ctx);
  await createWorkspaceEntityManager(ctx).insert(ScimRequestEntity, {
    workspaceId,
    id: newId(),
    connectionId,
    at: ctx.now,
    operation,
    status,
    detail: detail?.slice(0, LONGEST_DETAIL) ?? null,
  });
}
