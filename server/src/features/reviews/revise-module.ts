import type { ModuleState, NameModule } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function reviseModule(ctx: Context, input: NameModule): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
