import type { Database } from './database.ts';

/** What is kept for a time only, and for how long after it has served. */
const EXPIRED = [
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  `delete from rate_windows where starts_at < now() - interval '1 hour'`,
  `delete from auth_sessions where expires_at < now()`,
  `delete from auth_verifications where expires_at < now()`,
  // A job that waits longer than a day, for a provider key perhaps, keeps its file until it has ended.
  `delete from ai_files f where created_at < now() - interval '1 day' and not exists (
     select from ai_jobs j where j.workspace_id = f.workspace_id and j.file_id = f.id
       and j.state in ('queued', 'running', 'parked'))`,
  `delete from ai_jobs where finished_at < now() - interval '30 days'`,
];

/** Removes what has had its time; run every hour, by one instance. */
export async function removeExpired({ pool }: Database): Promise<void> {
  for (const statement of EXPIRED) await pool.query(statement);
}
