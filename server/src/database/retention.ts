import type { Database } from './database.ts';
import { NEEDS_ITS_FILE } from './embedded/needed-files.ts';
import { removeOldRecordings } from './remove-old-recordings.ts';
import { defineStatement } from './statements/statement.ts';

/** Statements that delete expired data. */
const EXPIRED = [
  defineStatement({
    name: 'remove-old-answers',
    scope: 'cross_tenant',
    sql: `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  }),
  defineStatement({
    name: 'remove-old-rate-windows',
    scope: 'cross_tenant',
    sql: `delete from rate_windows where starts_at < now() - interval '1 hour'`,
  }),
  defineStatement({
    name: 'remove-expired-sessions',
    scope: 'global',
    sql: `delete from auth_sessions where expires_at < now()`,
  }),
  defineStatement({
    name: 'remove-expired-links',
    scope: 'global',
    sql: `delete from auth_verifications where expires_at < now()`,
  }),
  defineStatement({
    name: 'remove-expired-webhook-secrets',
    scope: 'cross_tenant',
    sql: `delete from webhook_secrets where expires_at < now()`,
  }),
  defineStatement({
    name: 'remove-old-invitations',
    scope: 'cross_tenant',
    sql: `delete from invitations where at < now() - interval '90 days'`,
  }),
  defineStatement({
    name: 'remove-old-drive-authorizations',
    scope: 'cross_tenant',
    sql: `delete from drive_authorizations where created_at < now() - interval '1 hour'`,
  }),
  defineStatement({
    name: 'remove-old-drive-findings',
    scope: 'cross_tenant',
    sql: `delete from drive_file_changes where found_at < now() - interval '31 days'`,
  }),
  // Unhandled events stay, whatever their age.
  defineStatement({
    name: 'remove-old-drive-events',
    scope: 'global',
    sql: `delete from drive_events where handled_at < now() - interval '3 days'`,
  }),
  // The last scan of each drive stays, because its card shows it.
  defineStatement({
    name: 'remove-old-drive-crawls',
    scope: 'cross_tenant',
    sql: `
delete from drive_crawls v where finished_at < now() - interval '90 days' and exists (
  select from drive_crawls later
  where later.workspace_id = v.workspace_id and later.connection_id = v.connection_id and later.started_at > v.started_at)`,
  }),
  // The job may be waiting for a provider key that will never be added.
  defineStatement({
    name: 'expire-ai-jobs',
    scope: 'cross_tenant',
    sql: `
update ai_jobs set state = 'failed', error_code = 'ai_job_expired',
  error_detail = 'The job couldn’t be done within 30 days. Start it again.', input = null, work = '{}',
  progress_step = '', due_at = null, finished_at = now()
where state in ('queued', 'parked') and created_at < now() - interval '30 days'`,
  }),
  defineStatement({
    name: 'remove-old-credential-pauses',
    scope: 'global',
    sql: `delete from credential_pauses where not_before < now() - interval '1 day'`,
  }),
  // The reserved amounts stay charged.
  defineStatement({
    name: 'remove-old-ai-reservations',
    scope: 'cross_tenant',
    sql: `delete from ai_reservations where expires_at < now() - interval '1 day'`,
  }),
  // The process that received the file has died; no upload takes this long.
  defineStatement({
    name: 'remove-files-left-arriving',
    scope: 'cross_tenant',
    sql: `
with left_over as (
  update ai_files set state = 'deleted' where state = 'arriving' and created_at < now() - interval '1 hour'
  returning workspace_id, id
)
delete from ai_file_parts p using left_over f where p.workspace_id = f.workspace_id and p.file_id = f.id`,
  }),
  defineStatement({
    name: 'remove-recordings-left-arriving',
    scope: 'cross_tenant',
    sql: `
with left_over as (
  update recordings set state = 'deleted' where state = 'arriving' and created_at < now() - interval '1 hour'
  returning workspace_id, id
)
delete from recording_parts p using left_over r where p.workspace_id = r.workspace_id and p.recording_id = r.id`,
  }),
  defineStatement({
    name: 'remove-dead-drive-channels',
    scope: 'cross_tenant',
    sql: `delete from drive_channels where expires_at < now()`,
  }),
  defineStatement({
    name: 'remove-old-jobs',
    scope: 'cross_tenant',
    sql: `delete from ai_jobs where finished_at < now() - interval '30 days'`,
  }),
  // A job that waits longer than a day, for example for a provider key, keeps its file until it has ended, and a
  // transcript keeps its recording as long as it exists.
  defineStatement({
    name: 'remove-old-files',
    scope: 'cross_tenant',
    sql: `
delete from ai_files f where created_at < now() - interval '1 day' and not exists (
  select from ai_jobs j where j.workspace_id = f.workspace_id and j.file_id = f.id and ${NEEDS_ITS_FILE})`,
  }),
];

/**
 * Deletes in batches, because each hour may have had many events and transactions must stay short. An event without a
 * sequence number stays until it has one, so that there are no gaps.
 */
const REMOVE_OLD_EVENTS = defineStatement({
  name: 'remove-old-events',
  scope: 'cross_tenant',
  sql: `
delete from outgoing_events where (workspace_id, id) in (
  select workspace_id, id from outgoing_events where at < :before and sequence is not null limit 10000)`,
});

/** Deletes deliveries with their attempts, and no later than their events, which are needed for sending. */
const REMOVE_OLD_DELIVERIES = defineStatement({
  name: 'remove-old-webhook-deliveries',
  scope: 'cross_tenant',
  sql: `
delete from webhook_deliveries where (workspace_id, endpoint_id, event_id) in (
  select workspace_id, endpoint_id, event_id from webhook_deliveries where at < :before limit 10000)`,
});

/** Deletes the pending deliveries of removed endpoints, except those being sent. */
const REMOVE_LEFT_DELIVERIES = defineStatement({
  name: 'remove-left-webhook-deliveries',
  scope: 'cross_tenant',
  sql: `
delete from webhook_deliveries where (workspace_id, endpoint_id, event_id) in (
  select d.workspace_id, d.endpoint_id, d.event_id from webhook_endpoints e
  join webhook_deliveries d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state <> 'sending'
  where e.state = 'removed' limit 10000)`,
});

const REMOVE_WEBHOOKS = defineStatement({
  name: 'remove-removed-webhooks',
  scope: 'cross_tenant',
  sql: `
delete from webhook_endpoints e where e.state = 'removed' and not exists (
  select from webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id)`,
});

const REMOVE_OLD_NOTIFICATIONS = defineStatement({
  name: 'remove-old-notifications',
  scope: 'cross_tenant',
  sql: `
delete from notifications where (workspace_id, id) in (
  select workspace_id, id from notifications where at < now() - interval '90 days' limit 10000)`,
});

const DAY = 86_400_000;

/** Deletes expired data. One instance runs it every hour. */
export async function removeExpired(db: Database): Promise<void> {
  const { pool } = db;
  for (const statement of EXPIRED) await statement.run(pool);
  while (await removeOldRecordings(db));
  const before = new Date(Date.now() - 30 * DAY);
  while ((await REMOVE_OLD_DELIVERIES.run(pool, { before })) > 0);
  while ((await REMOVE_OLD_EVENTS.run(pool, { before })) > 0);
  while ((await REMOVE_LEFT_DELIVERIES.run(pool)) > 0);
  await REMOVE_WEBHOOKS.run(pool);
  while ((await REMOVE_OLD_NOTIFICATIONS.run(pool)) > 0);
}
