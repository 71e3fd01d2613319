import { permissionReachOf, type Permission } from '@training/shared/permissions';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';

/**
 * Context of the caller as a procedure with `permission` would get it, so that each part of the start page shows no
 * more than its own page.
 * @throws AppError `forbidden` if the role lacks it
 */
export function createContextWithPermission<Asking extends Context>(ctx: Asking, permission: Permission): Asking {
  const reach = ctx.actor.kind === 'user' ? permissionReachOf(ctx.actor.role, permission) : undefined;
  if (reach === undefined) throw new AppError('forbidden', 'Your role doesn’t allow this.');
  return { ...ctx, reach };
}
