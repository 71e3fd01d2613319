import { applyPerson, currentStateForSyncOf } from './apply-person.ts';
import type { SyncTransaction } from './connection.ts';
import { FIND_PEOPLE_BY_SCIM_KEYS, readScimPeople, type ScimPerson } from './people-statements.ts';
import { removeFromGroups } from './remove-person.ts';
import { emailOf, type ScimUser } from './scim-user.ts';
import { ScimGroupMemberEntity, ScimPersonEntity } from './scim.entity.ts';

type Reading = Pick<SyncTransaction, 'ctx' | 'connection'>;

/**
 * Returns the user of the workspace who got the address of someone that was rehearsed and never added: the provider
 * takes them over instead, as it does others with a known address (rules/scim 12).
 */
export async function findTakeOverTargetOfRehearsedPerson(
  { ctx: { transaction }, connection }: Reading,
  { id, here, sent }: ScimPerson,
  user: ScimUser,
): Promise<ScimPerson | undefined> {
  const email = emailOf(user);
  // It may not end whom it didn't provision.
  if (here !== null || sent === null || email === null || user.active === false) return undefined;
  const of = { workspaceId: connection.workspaceId, connectionId: connection.id };
  const nothing = { userName: null, number: null, externalId: null, employeeNumber: null };
  const found = await FIND_PEOPLE_BY_SCIM_KEYS.all(transaction, { ...of, ...nothing, email });
  const others = found.filter((each) => each.id !== id).map((each) => each.id);
  const [other] = others.length === 1 ? await readScimPeople(transaction, connection, others) : [];
  return other?.here?.email === email && other.sent === null ? other : undefined;
}

/** Makes another user what the provider wanted of someone who was rehearsed, with their groups and reports. */
export async function takeOverUser(
  sync: SyncTransaction,
  { id }: ScimPerson,
  instead: ScimPerson,
  user: ScimUser,
): Promise<void> {
  const { connection, ctx } = sync;
  const em = ctx.transaction;
  const member = { connectionId: connection.id, personId: id };
  const memberships = await em.find(ScimGroupMemberEntity, member, { disableIdentityMap: true });
  await removeFromGroups(em, member, ctx.now);
  await em.nativeDelete(ScimPersonEntity, { connectionId: connection.id, id });
  const theirs = memberships.map((each) => ({ ...each, personId: instead.id }));
  if (theirs.length > 0) await em.upsertMany(ScimGroupMemberEntity, theirs, { onConflictAction: 'ignore' });
  const reports = await em.find(ScimPersonEntity, { connectionId: connection.id, resource: { manager: id } });
  for (const report of reports) report.resource = { ...report.resource, manager: instead.id };
  await em.flush();
  await applyPerson(sync, currentStateForSyncOf(instead), withoutActive(user));
}

/** Returns what the provider wants of someone it takes over. Whom the console deactivated since stays inactive. */
export const withoutActive = (user: ScimUser): ScimUser => ({ ...user, active: undefined });
