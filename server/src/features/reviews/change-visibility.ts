import type { ModuleState, ModuleWithReason } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function unpublishModule(ctx: Context, input: ModuleWithReason): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}

export function archiveModule(ctx: Context, input: ModuleWithReason): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}

export function restoreModule(ctx: Context, input: ModuleWithReason): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
