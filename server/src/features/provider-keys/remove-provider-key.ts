import type { NameProviderKey, RemovedProviderKey } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';

export function removeProviderKey(ctx: AiContext, input: NameProviderKey): Promise<RemovedProviderKey> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
