import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { ScimConnectionEntity } from './scim.entity.ts';

/**
 * Returns the connection that a new token of the scope `scim` belongs to: the named one, or a new one (rules/scim 1).
 * @throws AppError `scim_connection_not_found`
 */
export async function findOrCreateScimConnection(
  em: EntityManager,
  { workspace, now }: Context,
  { name, connectionId }: { name: string; connectionId: string | undefined },
): Promise<string> {
  if (connectionId !== undefined) {
    const known = await em.findOne(ScimConnectionEntity, { id: connectionId });
    if (known) return known.id;
    throw new AppError('scim_connection_not_found', `There is no connection ${connectionId} in this workspace.`);
  }
  const id = newId();
  em.create(ScimConnectionEntity, {
    workspaceId: workspace.id,
    id,
    name,
    state: 'rehearsal',
    stateSince: now,
    stoppedBecause: null,
    agreedUntil: null,
    createdAt: now,
  });
  await em.flush();
  return id;
}
