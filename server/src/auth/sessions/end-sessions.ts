import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { isServed } from '../../database/statements/away.ts';
import { AuthSessionEntity } from './identity.entity.ts';

const IS_MEMBER = defineStatement({
  name: 'is-member',
  scope: 'cross_tenant',
  row: z.strictObject({ member: z.boolean() }),
  sql: `select exists (select from users where email = :email and is_active and ${isServed('workspace_id')}) as member`,
});

const MEMBERS_BY_EMAIL = defineStatement({
  name: 'members-by-email',
  scope: 'cross_tenant',
  row: z.strictObject({ email: z.string() }),
  sql: `
select distinct email from users
where email = any(:emails::text[]) and is_active and ${isServed('workspace_id')}`,
});

const LOCK_IDENTITIES = defineStatement({
  name: 'lock-identities',
  scope: 'global',
  row: z.strictObject({ id: z.uuid(), email: z.string() }),
  sql: 'select id, email from directory.identities where email = any(:emails::text[]) order by email for update',
});

/** Returns true if the email has an active membership in any workspace. */
export async function isMember(on: Runner, email: string): Promise<boolean> {
  return (await IS_MEMBER.one(on, { email })).member;
}

/** Ends a session, by the hash of its token. */
export async function endSession(db: Database, id: string): Promise<void> {
  await db.em.fork().nativeDelete(AuthSessionEntity, { token: id });
}

/**
 * Ends all sessions of emails that have no active membership left (rules/sign-in 5). If a membership remains, its
 * sessions remain, too: each request checks the membership of its own workspace. Sessions restricted to this workspace
 * end. Call it in the transaction that deactivates the users, after the change is flushed to the database. Workspaces
 * that deactivate someone at once do it one after the other, by the lock, so that the last sees no membership left.
 */
export async function endSessionsOf(em: EntityManager, workspaceId: string, emails: string[]): Promise<void> {
  const identities = await LOCK_IDENTITIES.all(em, { emails });
  if (identities.length === 0) return;
  const members = new Set((await MEMBERS_BY_EMAIL.all(em, { emails })).map(({ email }) => email));
  const ids = (isMember: boolean) =>
    identities.filter(({ email }) => members.has(email) === isMember).map(({ id }) => id);
  await em.nativeDelete(AuthSessionEntity, { userId: { $in: ids(false) } });
  await em.nativeDelete(AuthSessionEntity, { userId: { $in: ids(true) }, onlyWorkspace: workspaceId });
}
