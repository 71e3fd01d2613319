import { newId } from '../../platform/ids.ts';
import { read, type Database } from '../../database/database.ts';
import { memberships } from '../sessions/memberships.ts';

const INSERT = {
  name: 'record_sign_in',
  text: `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name,
      subject_kind, subject_id, subject_name, request_id, ip)
    select workspace_id, id, $5, 'user.signed_in', 'user', user_id, name, 'user', user_id, name, $6, $7
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as member (workspace_id, id, user_id, name)`,
};

/** Writes a sign-in to the audit log of every workspace that it opens. */
export async function recordSignIn(
  db: Database,
  email: string,
  { now, requestId, ip }: { now: Date; requestId: string | null; ip: string | null },
): Promise<void> {
  const entered = await memberships(db, email);
  await read(db, INSERT, [
    entered.map(({ workspace }) => workspace.id),
    entered.map(() => newId()),
    entered.map(({ user }) => user.id),
    entered.map(({ user }) => user.full_name),
    now,
    requestId,
    ip,
  ]);
}
