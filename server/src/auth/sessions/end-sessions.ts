import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { AuthSessionEntity } from './identity.entity.ts';

const IS_MEMBER = defineStatement({
  name: 'is-member',
  scope: 'cross_tenant',
  row: z.strictObject({ member: z.boolean() }),
  sql: 'select exists (select from users where email = :email and is_active) as member',
});

const LOCK_IDENTITY = defineStatement({
  name: 'lock-identity',
  scope: 'global',
  row: z.strictObject({ id: z.uuid() }),
  sql: 'select id from identities where email = :email for update',
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
 * Ends all sessions of an email that has no active membership left (rules/sign-in 5). If a membership remains, its
 * sessions remain, too: each request checks the membership of its own workspace. Sessions restricted to this workspace
 * end. Call it in the transaction that deactivates the user, after the change is flushed to the database. Workspaces
 * that deactivate someone at once do it one after the other, by the lock, so that the last sees no membership left.
 */
export async function endSessionsOf(em: EntityManager, workspaceId: string, email: string): Promise<void> {
  const identity = await LOCK_IDENTITY.first(em, { email });
  if (!identity) return;
  const onlyHere = await isMember(em, email);
  const ended = { userId: identity.id, ...(onlyHere && { onlyWorkspace: workspaceId }) };
  await em.nativeDelete(AuthSessionEntity, ended);
}
