import type { AddComment, ResolveComment, ReviewComment } from '@training/shared/reviews';
import type { Context } from '../../context.ts';

export function addComment(ctx: Context, input: AddComment): Promise<ReviewComment> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}

export function resolveComment(ctx: Context, input: ResolveComment): Promise<ReviewComment> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
