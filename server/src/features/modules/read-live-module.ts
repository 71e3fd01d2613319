import type { LiveModule } from '@training/shared/modules';
import type { Context } from '../../context.ts';

export function readLiveModule(ctx: Context, input: { id: string }): Promise<LiveModule> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
