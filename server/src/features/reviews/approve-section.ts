import type { ApproveSection, ModuleState } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function approveSection(ctx: Context, input: ApproveSection): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
