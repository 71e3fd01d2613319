import type { AiCapabilityAvailability } from '@training/shared/ai/ai-jobs';
import { AiCapability } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { AiContext } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const OWN_CAPABILITIES = defineStatement({
  name: 'own-capabilities',
  scope: 'tenant',
  sql: 'select capability from provider_keys where workspace_id = :workspaceId',
  row: z.strictObject({ capability: AiCapability }),
});

/**
 * Returns which capabilities have a key, the workspace's or the installation's.
 * @param on The caller's transaction: waiting for a second connection while holding the first could deadlock.
 */
export async function readAiCapabilitiesWithKey(
  { db, workspace, ai: { settings } }: Pick<AiContext, 'db' | 'workspace'> & { ai: Pick<AiContext['ai'], 'settings'> },
  on: StatementRunner = db.pool,
): Promise<AiCapabilityAvailability> {
  const rows = await OWN_CAPABILITIES.all(on, { workspaceId: workspace.id });
  const has = (capability: AiCapability) =>
    settings.pooled[capability] !== undefined || rows.some((row) => row.capability === capability);
  return { generation: has('generation'), transcription: has('transcription') };
}
