import { isTokenScope, permissionReachOf, type Permission, type PermissionReach } from '@training/shared/permissions';
import type { Actor } from './context.ts';
import { AppError } from './errors.ts';

/** Returns how far the actor's permission reaches. @throws AppError 403 that names the missing permission */
export function requirePermittedReach(actor: Actor, permission: Permission): PermissionReach {
  if (actor.kind === 'system') return 'workspace';
  if (actor.kind === 'token') {
    if (isTokenScope(permission) && actor.scopes.includes(permission)) return 'workspace';
    throw new AppError(
      'insufficient_scope',
      isTokenScope(permission)
        ? `The token needs the scope ${permission}; issue one that has it on the settings page.`
        : 'No API token can do this; sign in to the console.',
      { headers: { 'www-authenticate': `Bearer realm="api", error="insufficient_scope", scope="${permission}"` } },
    );
  }
  const reach = permissionReachOf(actor.role, permission);
  if (reach === undefined) {
    throw new AppError('forbidden', `The role ${actor.role} does not have the permission ${permission}.`);
  }
  return reach;
}
