import { DriveKind } from '@training/shared/drives/drives';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineLeaseQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE_FIELD_SCHEMAS } from '../../../platform/queue/lease.ts';
import type { JobServices } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import type { TopicChangeListener } from '../../../platform/topic-changes.ts';
import type { DriveServices } from '../connection/open-drive.ts';

/** Services needed to fetch files. */
export type FileServices = Pick<JobServices, 'lookEvery'> &
  DriveServices & {
    log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
    live: Pick<TopicChangeListener, 'follow'>;
    ai: Pick<AiServices, 'settings'>;
    stopping: AbortSignal;
  };

/** Seconds that a file is leased; the lease is renewed three times as often. */
export const FILE_LEASE_SECONDS = 120;

/** Seconds after which a download takes longer than most. Others don't wait for it then. */
export const SLOW_DOWNLOAD_AFTER_SECONDS = 15;

/** Maximum number of a drive's texts that wait for the scanner. Files that aren't fetched yet cost nothing. */
const MOST_SCANNED = 20;

export type DrivePrimaryKey = { workspaceId: string; id: string };

const ClaimedFile = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  workspace: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  connection: z.strictObject({ id: z.uuid(), kind: DriveKind }),
  providerId: z.string(),
  driveId: z.string().nullable(),
  name: z.string(),
  mediaType: z.string(),
  targetMediaType: z.string().nullable(),
  reason: z.string().nullable(),
  textHash: z.instanceof(Buffer).nullable(),
  textChecksum: z.string().nullable(),
  /** Number of consecutive attempts, including this one. */
  attempts: z.int(),
  /** When it was tried before, if it was. */
  triedAt: z.date(),
  ...LEASE_FIELD_SCHEMAS,
});
/** A file claimed by this server. */
export type ClaimedFile = z.infer<typeof ClaimedFile>;

/** Files to fetch, of connected drives that aren't paused. */
export const DRIVE_FILE_QUEUE = defineLeaseQueue({
  name: 'drive-files',
  table: 'drive_files',
  key: { workspaceId: 'workspace_id', id: 'id' },
  seconds: FILE_LEASE_SECONDS,
  mostOfWorkspace: 3,
  hanging: { is: `q.state_at < now() - interval '${SLOW_DOWNLOAD_AFTER_SECONDS} seconds'`, most: 3 },
  groups: {
    by: ['connection_id'],
    isReady: `(:only::uuid is null or w.connection_id = :only::uuid) and exists (
    select from drive_connections c
    where c.workspace_id = w.workspace_id and c.id = w.connection_id and c.state in ('connected', 'degraded')
      and (c.paused_until is null or c.paused_until <= now()))
  and (select count(*) from (select from drive_files s where s.workspace_id = w.workspace_id
    and s.connection_id = w.connection_id and s.state in ('scanning', 'waiting_for_key') and not s.is_folder
    limit ${MOST_SCANNED}) scanned) < ${MOST_SCANNED}`,
  },
  before: { tried_at: 'q.state_at' },
  set: `state = 'fetching', state_at = now(), gathering_since = null, attempts = q.attempts + 1`,
  isHeld: `q.state = 'fetching' and exists (
    select from drive_connections c
    where c.workspace_id = :workspaceId and c.id = q.connection_id and c.state in ('connected', 'degraded'))`,
  row: ClaimedFile,
  returning: `q.workspace_id as "workspaceId", q.id,
  json_build_object('id', q.workspace_id, 'slug', o.slug, 'name', o.name) as workspace,
  json_build_object('id', q.connection_id, 'kind', c.kind) as connection, q.provider_id as "providerId",
  q.drive_id as "driveId", q.name, q.media_type as "mediaType",
  q.target_media_type as "targetMediaType", q.reason, q.text_hash as "textHash", q.text_checksum as "textChecksum",
  q.attempts, q.tried_at as "triedAt"`,
  joins: `join drive_connections c on c.workspace_id = q.workspace_id and c.id = q.connection_id
join workspaces o on o.id = q.workspace_id`,
});

/** Claims up to `most` due files. @param only Restricts them to this drive. */
export function claimFiles(db: Database, most: number, only?: DrivePrimaryKey): Promise<ClaimedFile[]> {
  return DRIVE_FILE_QUEUE.claim(db.pool, most, { only: only?.id ?? null });
}

/** The key of a claim, as parameters for statements. */
export const fileClaimParametersOf = ({ workspaceId, id, leaseId }: ClaimedFile) => ({ workspaceId, id, leaseId });
