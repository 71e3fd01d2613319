import { Role } from '@training/shared/permissions';
import { isPinRole } from '@training/shared/pins/pins';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { isWorkspaceServedSql } from '../../database/statements/away.ts';
import { AuthSessionEntity, SignInIdentityEntity } from './identity.entity.ts';

const MEMBERS_BY_EMAIL = defineStatement({
  name: 'members-by-email',
  scope: 'cross_tenant',
  row: z.strictObject({ email: z.string() }),
  sql: `
select distinct email from users
where email = any(:emails::text[]) and is_active and ${isWorkspaceServedSql('workspace_id')}`,
});

/** Returns those of the emails that have an active membership in any workspace. */
export async function filterActiveMemberEmails(on: StatementRunner, emails: string[]): Promise<Set<string>> {
  return new Set((await MEMBERS_BY_EMAIL.all(on, { emails })).map(({ email }) => email));
}

/** Ends a session, by the hash of its token. */
export async function endSession(db: Database, id: string): Promise<void> {
  await db.em.fork().nativeDelete(AuthSessionEntity, { token: id });
}

/** People who were deactivated or demoted, and addresses that people had before they got another. */
export type SessionEndTargets = { userIds: string[]; formerEmails: string[] };

const ENQUEUE = defineStatement({
  name: 'enqueue-end-of-sessions',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('end_sessions',
  json_build_object('workspace_id', :workspaceId::uuid, 'user_ids', :userIds::uuid[],
    'former_emails', :formerEmails::text[]))`,
});

/** Has the job end sessions of these people after the transaction, in which they lost their access. */
export async function enqueueSessionEnd(
  transaction: StatementRunner,
  workspaceId: string,
  left: SessionEndTargets,
): Promise<void> {
  await ENQUEUE.run(transaction, { workspaceId, ...left });
}

const FIND_LEAVERS = defineStatement({
  name: 'find-leavers',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), email: z.string().nullable(), is_active: z.boolean(), role: Role }),
  sql: `
select id, email, is_active, role from users where workspace_id = :workspaceId and id = any(:userIds::uuid[])`,
});

/**
 * Ends all sessions of those of the addresses that have no active membership left in any workspace (rules/sign-in 5).
 * If one remains, so do their sessions: each request checks the membership of its own workspace. Sessions restricted to
 * this workspace end, and so do those by links of people who are no super admins anymore, and by PINs of people who
 * can't have one anymore. Call it after the transaction
 * that deactivated or demoted them, also again: of workspaces that do so at once, the last sees no membership left.
 * @param db Database of the workspace; `everywhere` reaches all of them.
 */
export async function endSessionsOfFormerMembers(
  db: Database,
  workspaceId: string,
  { userIds, formerEmails }: SessionEndTargets,
  everywhere: Database = db,
): Promise<void> {
  const left = await FIND_LEAVERS.all(db.pool, { workspaceId, userIds });
  if (left.length === 0 && formerEmails.length === 0) return;
  const em = everywhere.em.fork();
  const emails = [
    ...left.flatMap(({ email, is_active }) => (is_active || email === null ? [] : [email])),
    ...formerEmails,
  ];
  const lacking = (has: (member: (typeof left)[number]) => boolean) =>
    left.filter((member) => !member.is_active || !has(member)).map(({ id }) => id);
  const members = await filterActiveMemberEmails(everywhere.pool, emails);
  const identities = await em.find(SignInIdentityEntity, { email: { $in: emails } });
  const ids = (isMember: boolean) =>
    identities.filter(({ email }) => members.has(email) === isMember).map(({ id }) => id);
  const ended = [
    { userId: { $in: ids(false) } },
    { userId: { $in: ids(true) }, onlyWorkspace: workspaceId },
    { personId: { $in: lacking(({ role }) => isPinRole(role)) } },
    { handedBy: { $in: lacking(({ role }) => role === 'super_admin') }, onlyWorkspace: workspaceId },
  ];
  // Whoever asked may have ended their own access.
  await runAsSystem(() => em.nativeDelete(AuthSessionEntity, { $or: ended }));
}
