import type { ModuleState, WithdrawModule } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function withdrawModule(ctx: Context, input: WithdrawModule): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
