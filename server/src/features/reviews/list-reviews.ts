import type { ListReviews, ReviewQueue } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function listReviews(ctx: Context, input: ListReviews): Promise<ReviewQueue> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
