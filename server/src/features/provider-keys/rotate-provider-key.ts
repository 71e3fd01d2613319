import type { RotateProviderKey, ProviderKey } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';

export function rotateProviderKey(ctx: AiContext, input: RotateProviderKey): Promise<ProviderKey> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
