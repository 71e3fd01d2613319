import { recordEvent } from '../../features/events/record-event.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statement.ts';
import { memberships, type SignedIn } from '../sessions/memberships.ts';

const NOTE_SIGN_IN = defineStatement({
  name: 'note-sign-in',
  scope: 'tenant',
  sql: `
insert into user_sign_ins as s (workspace_id, user_id, at) values (:workspaceId, :id, :now::timestamptz)
on conflict (workspace_id, user_id) do update set at = greatest(s.at, excluded.at)`,
});

/** Records a sign-in in every workspace it opens. */
export async function recordSignIn(
  db: Database,
  who: SignedIn,
  how: { now: Date; requestId: string | null; ip: string | null; handedBy?: string | undefined },
): Promise<void> {
  for (const { workspace, user } of await memberships(db, who)) {
    const { id, full_name: name, role, department_id: departmentId } = user;
    const actor = { kind: 'user', id, name, email: who.email, role, departmentId } as const;
    const { now, requestId, ip, handedBy } = how;
    const cause = { workspace, actor, now, requestId, ip };
    await NOTE_SIGN_IN.run(db.pool, { workspaceId: workspace.id, id, now });
    await recordEvent(db.pool, cause, {
      action: 'user.signed_in',
      subject: { kind: 'user', id, name },
      ...(handedBy !== undefined && { changes: { link_from: handedBy } }),
    });
  }
}
