import { newId } from '../../platform/ids.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statement.ts';
import { memberships } from '../sessions/memberships.ts';

const RECORD_SIGN_IN = defineStatement({
  name: 'record-sign-in',
  scope: 'sweep',
  sql: `
insert into audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name,
  subject_kind, subject_id, subject_name, request_id, ip)
select workspace_id, id, :now, 'user.signed_in', 'user', user_id, name, 'user', user_id, name, :requestId, :ip
from unnest(:workspaceIds::uuid[], :ids::uuid[], :userIds::uuid[], :names::text[])
  as member (workspace_id, id, user_id, name)`,
});

/** Writes a sign-in to the audit log of every workspace that it opens. */
export async function recordSignIn(
  db: Database,
  email: string,
  { now, requestId, ip }: { now: Date; requestId: string | null; ip: string | null },
): Promise<void> {
  const entered = await memberships(db, email);
  await RECORD_SIGN_IN.run(db.pool, {
    workspaceIds: entered.map(({ workspace }) => workspace.id),
    ids: entered.map(() => newId()),
    userIds: entered.map(({ user }) => user.id),
    names: entered.map(({ user }) => user.full_name),
    now,
    requestId,
    ip,
  });
}
