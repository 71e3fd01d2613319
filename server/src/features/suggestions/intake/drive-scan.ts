import { liveTopics } from '@training/shared/live';
import { z } from 'zod';
import type { EntityManager } from '@mikro-orm/postgresql';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { publishTopics, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { cancelAiJobs } from '../../ai/jobs/end-ai-job.ts';

/** Channel that announces files of drives that are due in any workspace, and room for another text to scan. */
export const DRIVE_FILES_DUE_CHANNEL = 'drive_files_due';

/** States in which a file isn't read. It returns to scope when it is found again (rules/drives 6). */
export const INACTIVE_DRIVE_FILE_STATES_SQL = `('out_of_scope', 'trashed', 'gone', 'unreadable')` as const;

const IS_AWAITED = `state in ('scanning', 'waiting_for_key')` as const;

/**
 * Doesn't change the state of a file that is being fetched again. A text whose scan has no result counts as new when it
 * is read again.
 */
const RECORD_SCAN = defineStatement({
  name: 'record-drive-scan',
  scope: 'tenant',
  sql: `
update drive_files set job_id = case when :state in ('scanning', 'waiting_for_key') then job_id end,
  state = case when ${IS_AWAITED} then :state else state end,
  reason = case when ${IS_AWAITED} then left(:reason::text, 500) else reason end,
  state_at = case when ${IS_AWAITED} then now() else state_at end,
  text_hash = case when :state not in ('failed', 'discovered') then text_hash end,
  suggestion_id = coalesce(:suggestionId, suggestion_id), due_at = coalesce(due_at, :retryAt::timestamptz)
where workspace_id = :workspaceId and id = :id and job_id = :jobId`,
});

type Scan = { workspaceId: string; id: string; jobId: string };

/** State of a file after its scan, or while it waits for it. */
type ScanState = {
  state: 'scanning' | 'waiting_for_key' | 'suggested' | 'unchanged' | 'not_relevant' | 'failed' | 'discovered';
  reason?: string | null;
  suggestionId?: string | null;
  retryAt?: Date | null;
};

/** Stores the state of a file. Returns false if `jobId` isn't the scan that it waits for. */
export async function recordDriveScanState(
  on: StatementRunner,
  scan: Scan,
  { reason = null, suggestionId = null, retryAt = null, state }: ScanState,
): Promise<boolean> {
  if ((await RECORD_SCAN.run(on, { ...scan, state, reason, suggestionId, retryAt })) === 0) return false;
  await publishTopics(on, workspaceLiveTopicOf(scan.workspaceId, liveTopics.drives));
  await publishTopics(on, DRIVE_FILES_DUE_CHANNEL);
  return true;
}

/** Cancels the scan of an outdated text. The caller has locked the file's row. */
export async function cancelDriveScan(em: EntityManager, workspaceId: string, jobId: string | null): Promise<void> {
  if (jobId !== null) await cancelAiJobs(em, workspaceId, [{ id: jobId }]);
}

/** Only a few files have a job at a time, so all of them are read. */
const FOLLOW = defineStatement({
  name: 'follow-drive-scans',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({
    workspaceId: z.uuid(),
    id: z.uuid(),
    jobId: z.uuid(),
    state: z.enum(['scanning', 'waiting_for_key', 'failed', 'discovered']),
    reason: z.string().nullable(),
  }),
  sql: `
select f.workspace_id as "workspaceId", f.id, f.job_id as "jobId", scan.state,
  case when scan.state = 'failed' then j.error_detail end as reason
from drive_files f
join drive_connections c on c.workspace_id = f.workspace_id and c.id = f.connection_id
left join ai_jobs j on j.workspace_id = f.workspace_id and j.id = f.job_id
cross join lateral (select case when f.state in ${INACTIVE_DRIVE_FILE_STATES_SQL} or c.state = 'disconnected' then 'discovered'
  when j.state = 'parked' then 'waiting_for_key' when j.state in ('queued', 'running') then 'scanning'
  else 'failed' end as state) scan
where f.job_id is not null and ${runsBackgroundWorkSql('f.workspace_id')}
  and (scan.state = 'discovered' or f.${IS_AWAITED} and f.state <> scan.state)`,
});

/**
 * Updates the state of files from their scan jobs: a file waits while the workspace's key fails and continues
 * automatically afterwards; a job that has ended without a result makes it `failed`. Cancels the scans of files that
 * went away and of disconnected drives.
 */
export async function syncDriveFileStatesWithScanJobs(db: Database): Promise<void> {
  await processEachAndThrowFirstFailure(await FOLLOW.all(db.pool), ({ state, reason, ...scan }) =>
    createWorkspaceEntityManager({ db, workspace: { id: scan.workspaceId } }).transactional(async (em) => {
      const isItsScan = await recordDriveScanState(em, scan, { state, reason });
      if (isItsScan && state === 'discovered') await cancelDriveScan(em, scan.workspaceId, scan.jobId);
    }),
  );
}
