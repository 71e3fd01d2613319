import type { DisconnectedDrive, NameDrive } from '@training/shared/drives/drive-cards';
import { z } from 'zod';
import type { DriveContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import type { Drive } from '../../providers/drives/drive.ts';
import { RELEASED } from '../../platform/queue/lease.ts';
import { endAiJob } from '../ai/jobs/end-ai-job.ts';
import { recordEvent } from '../events/record-event.ts';
import { DriveUnavailable, openDrive, type OpenedDrive } from '../drive-sync/connection/open-drive.ts';
import { driveSubject } from '../drive-sync/connection/drive-subject.ts';
import { drivesTopic } from '../drive-sync/connection/drives-topic.ts';
import { lockDrive } from '../drive-sync/ingest/lock-drive.ts';
import { IN_HAND } from '../drive-sync/ingest/scope-sql.ts';
import { findDrive, lockConnection } from './find-drive.ts';

/** Milliseconds to wait for the provider to close its channels. If it doesn't, they expire. */
const PATIENCE = 5_000;

/** Disconnects a drive and drops all pending work. Known files and suggestions stay. */
const DISCONNECT = defineStatement({
  name: 'disconnect-drive',
  scope: 'tenant',
  row: z.strictObject({ channels: z.array(z.strictObject({ id: z.uuid(), resourceId: z.string() })) }),
  sql: `
with connection as (
  update drive_connections set state = 'disconnected', state_reason = null, state_at = :now, disconnected_at = :now,
    sealed = null, key_id = null, due_at = null, ${RELEASED}, failing_since = null, misses = 0,
    paused_until = null, version = version + 1, updated_at = :now
  where workspace_id = :workspaceId and id = :id
), crawls as (
  update drive_crawls set state = 'stopped', finished_at = :now, due_at = null, ${RELEASED}
  where workspace_id = :workspaceId and connection_id = :id and state = 'running'
  returning id
), frontier as (
  delete from drive_crawl_folders o using crawls where o.workspace_id = :workspaceId and o.crawl_id = crawls.id
), seen as (
  delete from drive_crawl_seen o using crawls where o.workspace_id = :workspaceId and o.crawl_id = crawls.id
), missing as (
  delete from drive_crawl_missing o using crawls where o.workspace_id = :workspaceId and o.crawl_id = crawls.id
), files as (
  update drive_files set due_at = null, gathering_since = null, ${RELEASED}, job_id = null,
    state = case when state in ${IN_HAND} then 'discovered' else state end,
    text_hash = case when state in ${IN_HAND} or job_id is not null then null else text_hash end
  where workspace_id = :workspaceId and connection_id = :id and not is_folder
    and (due_at is not null or job_id is not null or state in ${IN_HAND})
), logs as (
  delete from drive_change_feeds where workspace_id = :workspaceId and connection_id = :id
), consents as (
  delete from drive_authorizations where workspace_id = :workspaceId and connection_id = :id
), channels as (
  delete from drive_channels where workspace_id = :workspaceId and connection_id = :id returning id, resource_id
)
select coalesce(json_agg(json_build_object('id', id, 'resourceId', resource_id)) filter (where resource_id is not null),
  '[]') as channels
from channels`,
});

/** Locks in the same order as a crawl does (the crawl, then the files it stores) to prevent deadlocks. */
const LOCK_CRAWL = defineStatement({
  name: 'lock-crawl-of-drive',
  scope: 'tenant',
  sql: `
select 1 from drive_crawls where workspace_id = :workspaceId and connection_id = :id and state = 'running'
for no key update`,
});

/** Locks files before their jobs, like the code that stores scan results. */
const LOCK_SCANNED = defineStatement({
  name: 'lock-scanned-files-of-drive',
  scope: 'tenant',
  sql: `
select 1 from drive_files
where workspace_id = :workspaceId and connection_id = :id and job_id is not null
order by provider_id for no key update`,
});

/** Scan jobs that are queued, running, or waiting for a key. */
const LOCK_JOBS = defineStatement({
  name: 'lock-jobs-of-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select j.id from ai_jobs j
where j.workspace_id = :workspaceId and j.state in ('queued', 'running', 'parked') and j.id in (
  select f.job_id from drive_files f
  where f.workspace_id = :workspaceId and f.connection_id = :id and f.job_id is not null)
order by j.id for no key update`,
});

/**
 * Deletes a drive’s credential and all pending work. Suggestions and known files stay. Afterwards asks the provider to
 * close its channels, and ignores failures of that (rules/drives 1).
 * @throws AppError `drive_not_found`
 */
export async function disconnectDrive(ctx: DriveContext, { id }: NameDrive): Promise<DisconnectedDrive> {
  const { workspace, now } = ctx;
  const workspaceId = workspace.id;
  const { state } = await findDrive(ctx.db.pool, workspaceId, id);
  const opened = state === 'disconnected' ? undefined : await openedIfAny(ctx, id);
  const channels = await inTransaction(ctx, async (em) => {
    const held = await lockConnection(em, workspaceId, id);
    if (held.state === 'disconnected') return [];
    await LOCK_CRAWL.run(em, { workspaceId, id });
    await lockDrive(em, workspaceId, id);
    await LOCK_SCANNED.run(em, { workspaceId, id });
    for (const job of await LOCK_JOBS.all(em, { workspaceId, id })) {
      await endAiJob(em, { workspaceId, id: job.id }, { state: 'cancelled' });
    }
    const disconnected = await DISCONNECT.one(em, { workspaceId, id, now });
    await recordEvent(em, ctx, { action: 'drive.disconnected', subject: driveSubject(held) });
    await publish(em, drivesTopic(workspaceId));
    return disconnected.channels;
  });
  if (opened && channels.length > 0) await stop(ctx, opened.drive, channels);
  return { id, disconnected_at: now.toISOString() };
}

/** Returns undefined if the drive can't be opened. It is disconnected anyway. */
async function openedIfAny(ctx: DriveContext, id: string): Promise<OpenedDrive | undefined> {
  try {
    return await openDrive(ctx, { workspaceId: ctx.workspace.id, id });
  } catch (error) {
    if (error instanceof DriveUnavailable) return undefined;
    throw error;
  }
}

async function stop(ctx: DriveContext, { log }: Drive, channels: { id: string; resourceId: string }[]): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE);
  if (!log) return;
  const stopping = () => Promise.allSettled(channels.map((channel) => log.stop(channel, signal)));
  await (ctx.outside ? ctx.outside(stopping) : stopping());
}
