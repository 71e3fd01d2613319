import { recordEvent } from '../../features/events/record-event.ts';
import type { Database } from '../../database/database.ts';
import { memberships, type SignedIn } from '../sessions/memberships.ts';

/** Records a sign-in in every workspace that it opens. */
export async function recordSignIn(
  db: Database,
  who: SignedIn,
  { now, requestId, ip }: { now: Date; requestId: string | null; ip: string | null },
): Promise<void> {
  for (const { workspace, user } of await memberships(db, who)) {
    const { id, full_name: name, role, department_id: departmentId } = user;
    const actor = { kind: 'user', id, name, email: who.email, role, departmentId } as const;
    const cause = { workspace, actor, now, requestId, ip };
    await recordEvent(db.pool, cause, { action: 'user.signed_in', subject: { kind: 'user', id, name } });
  }
}
