import type { NameModule, ReviewComparison } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function compareReview(ctx: Context, input: NameModule): Promise<ReviewComparison> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
