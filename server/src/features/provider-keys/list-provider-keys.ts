import type { ProviderKeyList } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { topicOf } from '../../platform/live.ts';

export function listProviderKeys(ctx: AiContext): Promise<ProviderKeyList> {
  throw new Error(`Not there yet ${ctx.workspace.id}`);
}

/** Says that the list of the workspace's provider keys has changed. */
export const providerKeysTopic = (workspaceId: string) => topicOf(workspaceId, 'provider_keys');
