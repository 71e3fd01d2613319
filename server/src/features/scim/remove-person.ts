import type { EntityManager } from '@mikro-orm/postgresql';
import { raw } from '@mikro-orm/core';
import { ScimGroupEntity, ScimGroupMemberEntity, ScimPersonEntity } from './scim.entity.ts';

type Member = { personId: string; connectionId?: string };

/**
 * Removes a person from the groups of a connection, or of all, each of which gets another version (rules/scim 17).
 */
export async function removeFromGroups(em: EntityManager, member: Member, now: Date): Promise<void> {
  const memberships = await em.find(ScimGroupMemberEntity, member);
  if (memberships.length === 0) return;
  const ids = memberships.map(({ groupId }) => groupId);
  const changed = { revision: raw<number>('revision + 1'), updatedAt: now };
  await em.nativeUpdate(ScimGroupEntity, { id: { $in: ids } }, changed);
  await em.nativeDelete(ScimGroupMemberEntity, member);
}

/**
 * Removes what providers sent of a person. To a provider it is as if they were deleted: it can add them again
 * (rules/retention 5).
 */
export async function deleteScimDataOfPerson(em: EntityManager, personId: string, now: Date): Promise<void> {
  await removeFromGroups(em, { personId }, now);
  await em.nativeDelete(ScimPersonEntity, { id: personId });
}
