import { reachOf, type Permission } from '@training/shared/permissions';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';

/**
 * The caller's context as a procedure of `permission` would have it: each part of the first page is asked for as its
 * own page asks, and shows no more.
 * @throws AppError `forbidden` where the role lacks it
 */
export function within<Asking extends Context>(ctx: Asking, permission: Permission): Asking {
  const reach = ctx.actor.kind === 'user' ? reachOf(ctx.actor.role, permission) : undefined;
  if (reach === undefined) throw new AppError('forbidden', 'Your role doesn’t allow this.');
  return { ...ctx, reach };
}
