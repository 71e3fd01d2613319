import type { AddProviderKey, ProviderKey } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';

export function addProviderKey(ctx: AiContext, input: AddProviderKey): Promise<ProviderKey> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
