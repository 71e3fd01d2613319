import type { ClaimReview, ModuleState, NameModule } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function claimReview(ctx: Context, input: ClaimReview): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}

export function releaseReview(ctx: Context, input: NameModule): Promise<ModuleState> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
