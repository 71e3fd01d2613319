import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statement.ts';
import type { FoundSession } from './find-session.ts';
import { RENEWED_AFTER_SECONDS, SESSION_SECONDS } from './session-lifetime.ts';

const RENEW_SESSION = defineStatement({
  name: 'renew-session',
  scope: 'global',
  sql: `
update auth_sessions set expires_at = now() + make_interval(secs => :seconds::int)
where token = :id and expires_at > now()`,
});

export function isDueForRenewal({ expiresAt }: FoundSession): boolean {
  return expiresAt.getTime() - Date.now() <= (SESSION_SECONDS - RENEWED_AFTER_SECONDS) * 1000;
}

/** Extends a session to its full lifetime. Returns false if it has just ended. */
export async function renewSession(db: Database, id: string): Promise<boolean> {
  return (await RENEW_SESSION.run(db.pool, { id, seconds: SESSION_SECONDS })) > 0;
}
