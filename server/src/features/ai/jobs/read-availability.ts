import type { AiAvailability } from '@training/shared/ai-jobs';
import { Capability } from '@training/shared/provider-keys';
import { z } from 'zod';
import type { AiContext } from '../../../context.ts';
import { defineStatement, type Runner } from '../../../database/statement.ts';

const OWN_CAPABILITIES = defineStatement({
  name: 'own-capabilities',
  scope: 'tenant',
  sql: 'select capability from provider_keys where workspace_id = :workspaceId',
  row: z.strictObject({ capability: Capability }),
});

/**
 * Which capabilities have a key at all, the workspace's own or the installation's.
 * @param on The transaction that the caller is in: a second connection would be waited for while the first is held.
 */
export async function readAvailability(
  { db, workspace, ai: { settings } }: Pick<AiContext, 'db' | 'workspace'> & { ai: Pick<AiContext['ai'], 'settings'> },
  on: Runner = db.pool,
): Promise<AiAvailability> {
  const rows = await OWN_CAPABILITIES.all(on, { workspaceId: workspace.id });
  const has = (capability: Capability) =>
    settings.pooled[capability] !== undefined || rows.some((row) => row.capability === capability);
  return { generation: has('generation'), transcription: has('transcription') };
}
