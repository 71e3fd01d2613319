import type { ModuleState, QuerySection } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function querySection(ctx: Context, input: QuerySection): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
