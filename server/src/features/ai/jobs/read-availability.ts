import type { AiAvailability } from '@training/shared/ai-jobs';
import type { Capability } from '@training/shared/provider-keys';
import type { AiContext } from '../../../context.ts';
import { read } from '../../../database/database.ts';

const OWN_CAPABILITIES = {
  name: 'own-capabilities',
  text: 'select capability from provider_keys where workspace_id = $1',
};

/** Which capabilities have a key at all, the workspace's own or the installation's. */
export async function readAvailability({
  db,
  workspace,
  ai: { settings },
}: Pick<AiContext, 'db' | 'workspace' | 'ai'>): Promise<AiAvailability> {
  const rows = await read<{ capability: Capability }>(db, OWN_CAPABILITIES, [workspace.id]);
  const has = (capability: Capability) =>
    settings.pooled[capability] !== undefined || rows.some((row) => row.capability === capability);
  return { generation: has('generation'), transcription: has('transcription') };
}
