import { z } from 'zod';
import { defineStatement, type Runner } from '../../database/statement.ts';

const IS_MEMBER = defineStatement({
  name: 'is-member',
  scope: 'cross_tenant',
  row: z.strictObject({ member: z.boolean() }),
  sql: 'select exists (select from users where email = :email and is_active) as member',
});

const END_SESSIONS = defineStatement({
  name: 'end-sessions',
  scope: 'global',
  sql: `
delete from auth_sessions using identities i where i.id = auth_sessions.user_id and i.email = :email`,
});

const END_SESSIONS_HERE = defineStatement({
  name: 'end-sessions-of-workspace',
  scope: 'global',
  sql: `
delete from auth_sessions using identities i
where i.id = auth_sessions.user_id and i.email = :email and only_workspace = :workspaceId`,
});

/** Returns true if the email has an active membership in any workspace. */
export async function isMember(on: Runner, email: string): Promise<boolean> {
  return (await IS_MEMBER.one(on, { email })).member;
}

/**
 * Ends all sessions of an email that has no active membership left (rules/sign-in 5). If a membership remains, its
 * sessions remain, too: each request checks the membership of its own workspace. Sessions restricted to this workspace
 * end. Call it in the transaction that deactivates the user, after the change is flushed to the database.
 */
export async function endSessionsOf(transaction: Runner, workspaceId: string, email: string): Promise<void> {
  if (await isMember(transaction, email)) await END_SESSIONS_HERE.run(transaction, { workspaceId, email });
  else await END_SESSIONS.run(transaction, { email });
}
