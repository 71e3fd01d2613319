import type { NameProviderKey, KeyTest } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';

export function testProviderKey(ctx: AiContext, input: NameProviderKey): Promise<KeyTest> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
