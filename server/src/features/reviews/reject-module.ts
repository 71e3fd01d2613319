import type { ModuleState, ModuleWithReason } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function rejectModule(ctx: Context, input: ModuleWithReason): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
