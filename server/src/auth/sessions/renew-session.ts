import type { Database } from '../../database/database.ts';
import { asSystem } from '../../database/statements/guarded-writes.ts';
import { AuthSessionEntity } from './identity.entity.ts';
import type { FoundSession } from './find-session.ts';
import { RENEWED_AFTER_SECONDS, sessionEnd, SESSION_SECONDS } from './session-lifetime.ts';

export function isDueForRenewal({ expiresAt }: FoundSession): boolean {
  return expiresAt.getTime() - Date.now() <= (SESSION_SECONDS - RENEWED_AFTER_SECONDS) * 1000;
}

/** Extends a session to its full lifetime. Returns false if it has just ended. */
export async function renewSession(db: Database, id: string): Promise<boolean> {
  const open = { token: id, expiresAt: { $gt: new Date() } };
  const renew = () => db.em.fork().nativeUpdate(AuthSessionEntity, open, { expiresAt: sessionEnd() });
  return (await asSystem(renew)) > 0;
}
