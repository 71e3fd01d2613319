import type { Database } from './database.ts';

/** What is kept for a time only, and for how long after it has served. */
const EXPIRED = [
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  `delete from rate_windows where starts_at < now() - interval '1 hour'`,
  `delete from auth_sessions where expires_at < now()`,
  `delete from auth_verifications where expires_at < now()`,
];

/** Removes what has had its time; run every hour, by one instance. */
export async function removeExpired({ pool }: Database): Promise<void> {
  for (const statement of EXPIRED) await pool.query(statement);
}
