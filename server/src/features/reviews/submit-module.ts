import type { ModuleState, NameModule } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function submitModule(ctx: Context, input: NameModule): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}

export function resubmitModule(ctx: Context, input: NameModule): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
