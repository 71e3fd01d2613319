import { LockMode, raw, type EntityManager } from '@mikro-orm/postgresql';
import type { DisconnectedDrive, DriveRef } from '@training/shared/drives/drive-summaries';
import { z } from 'zod';
import type { DriveContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import type { Drive } from '../../providers/drives/drive.ts';
import { RELEASE_LEASE_ASSIGNMENTS_SQL } from '../../platform/queue/lease.ts';
import { cancelAiJobs } from '../ai/jobs/end-ai-job.ts';
import { recordEvent } from '../events/record-event.ts';
import { DriveUnavailableError, openDrive, type OpenedDrive } from '../drive-sync/connection/open-drive.ts';
import {
  PendingDriveAuthorizationEntity,
  DriveConnectionEntity,
  UNREADABLE_DRIVE_VALUES,
} from '../drive-sync/connection/drive-connection.entity.ts';
import { driveAuditSubjectOf, drivesLiveTopicOf } from '../drive-sync/connection/drive-subject.ts';
import { lockDriveFileUpdates } from '../drive-sync/ingest/lock-drive-file-updates.ts';
import { FILE_STATES_IN_PROCESS_SQL } from '../drive-sync/ingest/scope-sql.ts';
import { ChangeFeedEntity, DriveChannelEntity } from '../drive-sync/connection/change-feed.entity.ts';
import { endCrawlInTransaction } from '../drive-sync/crawl/end-crawl.ts';
import { getDriveConnection, lockDriveConnection } from './get-drive-connection.ts';

/** Milliseconds to wait for the provider to close its channels. If it doesn't, they expire. */
const PATIENCE = 5_000;

const DISCONNECTED = {
  state: 'disconnected',
  stateReason: null,
  sealed: null,
  keyId: null,
  ...UNREADABLE_DRIVE_VALUES,
} as const;

/** Drops the pending work on files, which stay. */
const DROP_FILES = defineStatement({
  name: 'drop-work-on-drive-files',
  scope: 'tenant',
  sql: `
update drive_files set due_at = null, gathering_since = null, ${RELEASE_LEASE_ASSIGNMENTS_SQL}, job_id = null,
  state = case when state in ${FILE_STATES_IN_PROCESS_SQL} then 'discovered' else state end,
  text_hash = case when state in ${FILE_STATES_IN_PROCESS_SQL} or job_id is not null then null else text_hash end
where workspace_id = :workspaceId and connection_id = :id and not is_folder
  and (due_at is not null or job_id is not null or state in ${FILE_STATES_IN_PROCESS_SQL})`,
});

/** Locks in the same order as a crawl does (the crawl, then the files it stores) to prevent deadlocks. */
const LOCK_CRAWL = defineStatement({
  name: 'lock-crawl-of-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from drive_crawls where workspace_id = :workspaceId and connection_id = :id and state = 'running'
for no key update`,
});

/** Locks files before their jobs, like the code that stores scan results. */
const LOCK_SCANNED = defineStatement({
  name: 'lock-scanned-files-of-drive',
  scope: 'tenant',
  row: z.strictObject({ jobId: z.uuid() }),
  sql: `
select job_id as "jobId" from drive_files
where workspace_id = :workspaceId and connection_id = :id and job_id is not null
order by provider_id for no key update`,
});

/**
 * Deletes a drive’s credential and all pending work. Suggestions and known files stay. Afterwards asks the provider to
 * close its channels, and ignores failures of that (rules/drives 1).
 * @throws AppError `drive_not_found`
 */
export async function disconnectDrive(ctx: DriveContext, { id }: DriveRef): Promise<DisconnectedDrive> {
  const { workspace, now } = ctx;
  const workspaceId = workspace.id;
  const { state } = await getDriveConnection(ctx.db.pool, workspaceId, id);
  const opened = state === 'disconnected' ? undefined : await openedIfAny(ctx, id);
  const channels = await inTransaction(ctx, async (em) => {
    const locked = await lockDriveConnection(em, workspaceId, id);
    if (locked.state === 'disconnected') return [];
    const crawls = await LOCK_CRAWL.all(em, { workspaceId, id });
    await lockDriveFileUpdates(em, workspaceId, id);
    const scans = (await LOCK_SCANNED.all(em, { workspaceId, id })).map(({ jobId }) => ({ id: jobId }));
    await cancelAiJobs(em, workspaceId, scans);
    const disconnected = await disconnect(em, { workspaceId, id }, crawls, now);
    await recordEvent(em, ctx, { action: 'drive.disconnected', subject: driveAuditSubjectOf(locked) });
    await publishTopics(em, drivesLiveTopicOf(workspaceId));
    return disconnected;
  });
  if (opened && channels.length > 0) await stop(ctx, opened.drive, channels);
  return { id, disconnected_at: now.toISOString() };
}

/** Drops all pending work, and returns the channels to close. Known files and suggestions stay. */
async function disconnect(
  em: EntityManager,
  { workspaceId, id }: { workspaceId: string; id: string },
  crawls: { id: string }[],
  now: Date,
): Promise<{ id: string; resourceId: string }[]> {
  await em.nativeUpdate(
    DriveConnectionEntity,
    { workspaceId, id },
    { ...DISCONNECTED, stateAt: now, disconnectedAt: now, updatedAt: now, version: raw('version + 1') },
  );
  for (const crawl of crawls) {
    await endCrawlInTransaction(em, { workspaceId, id: crawl.id }, { state: 'stopped', finishedAt: now });
  }
  const of = { workspaceId, connectionId: id };
  await DROP_FILES.run(em, { workspaceId, id });
  await em.nativeDelete(ChangeFeedEntity, of);
  await em.nativeDelete(PendingDriveAuthorizationEntity, of);
  const channels = await em.find(DriveChannelEntity, of, {
    fields: ['id', 'resourceId'],
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
  await em.nativeDelete(DriveChannelEntity, { ...of, id: { $in: channels.map((channel) => channel.id) } });
  return channels.flatMap(({ id: channelId, resourceId }) => (resourceId ? [{ id: channelId, resourceId }] : []));
}

/** Returns undefined if the drive can't be opened. It is disconnected anyway. */
async function openedIfAny(ctx: DriveContext, id: string): Promise<OpenedDrive | undefined> {
  try {
    return await openDrive(ctx, { workspaceId: ctx.workspace.id, id });
  } catch (error) {
    if (error instanceof DriveUnavailableError) return undefined;
    throw error;
  }
}

async function stop(ctx: DriveContext, { feed }: Drive, channels: { id: string; resourceId: string }[]): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE);
  if (!feed) return;
  const stopping = () => Promise.allSettled(channels.map((channel) => feed.stop(channel, signal)));
  await (ctx.outside ? ctx.outside(stopping) : stopping());
}
