import { z } from 'zod';
import { defineStatement, type Runner } from '../../database/statement.ts';

const IS_MEMBER = defineStatement({
  name: 'is-member',
  scope: 'sweep',
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

/** Whether an e-mail has an active membership in any workspace. */
export async function isMember(on: Runner, email: string): Promise<boolean> {
  return (await IS_MEMBER.one(on, { email })).member;
}

/**
 * Signs an e-mail out everywhere once it has no active membership left (rules/sign-in 5). A membership
 * that remains keeps its sessions: each request asks for its own workspace's membership anyway. One that opens this
 * workspace alone ends.
 * Call it in the transaction that deactivates, after the change has reached the database.
 */
export async function endSessionsOf(transaction: Runner, workspaceId: string, email: string): Promise<void> {
  if (await isMember(transaction, email)) await END_SESSIONS_HERE.run(transaction, { workspaceId, email });
  else await END_SESSIONS.run(transaction, { email });
}
