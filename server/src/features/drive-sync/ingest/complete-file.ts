import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { DriveFileState } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import {
  LeaseLostError,
  NO_LEASE_VALUES,
  LEASE_ID_MATCHES,
  RELEASE_LEASE_ASSIGNMENTS_SQL,
  secondsUntil,
} from '../../../platform/queue/lease.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { DriveItemEntity } from './drive-file.entity.ts';
import { fileClaimParametersOf, type ClaimedFile } from './claim-file.ts';

const LOCK = defineStatement({
  name: 'lock-claimed-drive-file',
  scope: 'tenant',
  row: z.strictObject({
    jobId: z.uuid().nullable(),
    url: z.string().nullable(),
    departmentId: z.uuid().nullable(),
    scannedFor: z.uuid().nullable(),
  }),
  sql: `
select f.job_id as "jobId", f.url, d.department_id as "departmentId", coalesce(c.connected_by, (
    select u.id from users u where u.workspace_id = :workspaceId and u.role = 'super_admin' and u.is_active
    order by u.id limit 1)) as "scannedFor"
from drive_files f
join drive_connections c on c.workspace_id = :workspaceId and c.id = f.connection_id
left join drive_folders d on d.workspace_id = :workspaceId and d.id = f.folder_id
where f.workspace_id = :workspaceId and f.id = :id and f.${LEASE_ID_MATCHES} and f.state = 'fetching'
  and c.state in ('connected', 'degraded')
for no key update of f`,
});

/**
 * Locks the row of a file whose claim is still valid.
 * @throws LeaseLostError
 */
export async function lockClaimedFile(on: StatementRunner, file: ClaimedFile) {
  const locked = await LOCK.first(on, fileClaimParametersOf(file));
  if (!locked) throw new LeaseLostError();
  return locked;
}

/** Maximum code points of a reason. A longer one wouldn't fit into the index used to count files. */
const LONGEST_REASON = 500;

const shortReason = (reason: string | null): string | null =>
  reason === null
    ? null
    : Array.from(reason.slice(0, 2 * LONGEST_REASON))
        .slice(0, LONGEST_REASON)
        .join('');

export type FileProcessingResult = {
  state: DriveFileState;
  /** A code with a message `fileReason.…` in the catalogue `drives`, or words. */
  reason?: string | null;
  /** Hash of the text that was handled, and the checksum of its file. */
  text?: { hash: Buffer; checksum: string | null };
  /** True if the text read before wasn't handled, so that it counts as new when it is read again. */
  isForgotten?: boolean;
  /** The time to retry, even if nothing changes. */
  retryAt?: Date | null;
  suggestionId?: string;
  jobId?: string | null;
};

/** Stores the result of a file whose row is locked; a change that was detected meanwhile keeps it due. */
export async function completeDriveFile(
  em: EntityManager,
  file: ClaimedFile,
  now: Date,
  { state, reason = null, text, isForgotten = false, retryAt = null, suggestionId, jobId = null }: FileProcessingResult,
): Promise<void> {
  const workspaceId = file.workspace.id;
  const next = 'case when due_at > ?::timestamptz then due_at else now() + make_interval(secs => ?::float8) end';
  await em.nativeUpdate(
    DriveItemEntity,
    { workspaceId, id: file.id },
    {
      state,
      reason: shortReason(reason),
      stateAt: now,
      ...NO_LEASE_VALUES,
      attempts: 0,
      dueAt: raw(next, [file.dueAt, retryAt && secondsUntil(retryAt)]),
      ...(text ? { textHash: text.hash, textChecksum: text.checksum } : state === 'skipped' && { textChecksum: null }),
      ...(isForgotten && { textHash: null }),
      ...(suggestionId !== undefined && { suggestionId }),
      jobId,
    },
  );
  await publishTopics(em, drivesLiveTopicOf(workspaceId));
}

const RELEASE = defineStatement({
  name: 'release-drive-file',
  scope: 'tenant',
  sql: `
update drive_files set ${RELEASE_LEASE_ASSIGNMENTS_SQL}, attempts = :attempts::int,
  state = case when state = 'fetching' then 'discovered' else state end,
  due_at = case when state = 'fetching' then greatest(due_at, now() + make_interval(secs => :delay::float8)) else due_at end
where workspace_id = :workspaceId and id = :id and ${LEASE_ID_MATCHES}`,
});

/**
 * Releases a file, to be claimed again after `delay` seconds. `counts`: the attempt counts as a failure of the file.
 */
export async function releaseFile(
  on: StatementRunner,
  file: ClaimedFile,
  { delay = 0, counts = false }: { delay?: number; counts?: boolean } = {},
): Promise<void> {
  await RELEASE.run(on, {
    ...fileClaimParametersOf(file),
    delay,
    attempts: counts ? file.attempts : file.attempts - 1,
  });
}
