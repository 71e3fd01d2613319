import { z } from 'zod';
import { startWorker } from '../../../platform/queue/start-worker.ts';
import { runEvery, type RepeatedRun } from '../../../platform/concurrency/run-every.ts';
import { claimFiles, HANGS_AFTER, type DriveKey, DRIVE_FILES_DUE, type FileServices } from './claim-file.ts';
import { DriveFileEntity } from './drive-file.entity.ts';
import { processFile } from './process-file.ts';
import { eachAlone } from '../../../core/each-alone.ts';
import { entityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { isWorkedOn } from '../../../database/statements/away.ts';
import { publish } from '../../../platform/live.ts';
import { drivesTopic } from '../connection/drive-subject.ts';
import { UNREAD_STATES } from './scope-sql.ts';
import { cancelTextScan } from './cancel-text-scan.ts';

/** Only a few files have a job at a time, so all of them are updated. */
const FOLLOW = defineStatement({
  name: 'follow-drive-scans',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ workspaceId: z.uuid() }),
  sql: `
with followed as (
  select f.workspace_id, f.id, j.error_detail, coalesce(j.state not in ('queued', 'running', 'parked'), true) as is_over,
    case when j.state = 'parked' then 'waiting_for_key' when j.state in ('queued', 'running') then 'scanning'
      else 'failed' end as state
  from drive_files f left join ai_jobs j on j.workspace_id = f.workspace_id and j.id = f.job_id
  where f.job_id is not null and f.state in ('scanning', 'waiting_for_key') and ${isWorkedOn('f.workspace_id')}
)
update drive_files f set state = w.state, state_at = now(), reason = case when w.is_over then w.error_detail end,
  job_id = case when not w.is_over then f.job_id end, text_hash = case when not w.is_over then f.text_hash end
from followed w
where f.workspace_id = w.workspace_id and f.id = w.id and f.state <> w.state and f.state in ('scanning', 'waiting_for_key')
returning f.workspace_id as "workspaceId"`,
});

const UNWANTED = defineStatement({
  name: 'unwanted-drive-scans',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), jobId: z.uuid() }),
  sql: `
select f.workspace_id as "workspaceId", f.id, f.job_id as "jobId" from drive_files f
join drive_connections c on c.workspace_id = f.workspace_id and c.id = f.connection_id
where f.job_id is not null and (f.state in ${UNREAD_STATES} or c.state = 'disconnected')
  and ${isWorkedOn('f.workspace_id')}`,
});

/**
 * Updates the state of files from their scan jobs: a file waits while the workspace's key fails and continues
 * automatically afterwards; a job that has ended without a result makes it `failed`. Cancels the scans of files that
 * went away and of disconnected drives.
 */
export async function followScans(db: Database): Promise<void> {
  const followed = await FOLLOW.all(db.pool);
  for (const workspaceId of new Set(followed.map((each) => each.workspaceId))) {
    await publish(db.pool, drivesTopic(workspaceId));
  }
  await eachAlone(await UNWANTED.all(db.pool), ({ workspaceId, id, jobId }) =>
    entityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
      const scanned = { workspaceId, id, jobId };
      const awaited = { ...scanned, state: { $in: ['scanning' as const, 'waiting_for_key' as const] } };
      await em.nativeUpdate(DriveFileEntity, awaited, { state: 'discovered' });
      const forgotten = await em.nativeUpdate(DriveFileEntity, scanned, { jobId: null, textHash: null });
      if (forgotten > 0) await cancelTextScan(em, workspaceId, jobId);
    }),
  );
}

/** Files fetched at once by an instance. */
const AT_ONCE = 4;

/** Downloads that take longer than most. Each may keep a whole file in memory. */
const HANGING = { after: HANGS_AFTER * 1_000, most: 4 };

/** Milliseconds between checks for due files without a notification: after gathering, or when another instance died. */
const POLL_INTERVAL = 2_000;

/** Milliseconds between checks of scan jobs. */
const FOLLOW_EVERY = 5_000;

/**
 * Fetches due files in every instance, a few at once, in turn between workspaces. Only one instance fetches a file
 * (rules/drives 6 and 10).
 * @param only Restricts fetching to this drive
 */
export function startDriveFileWorker(services: FileServices, only?: DriveKey): RepeatedRun {
  const { db, live, log, stopping, lookEvery } = services;
  const worker = startWorker({
    queue: 'drive-files',
    name: 'Fetching files of drives',
    slots: AT_ONCE,
    hanging: HANGING,
    pollInterval: lookEvery ?? POLL_INTERVAL,
    claim: (free) => claimFiles(db, free, only),
    run: (file) => processFile(services, file),
    describe: ({ workspaceId, id }) => ({ workspace_id: workspaceId, file_id: id }),
    log,
    stopping,
  });
  const unfollow = live.follow(DRIVE_FILES_DUE, () => worker.notify());
  const failed = 'Couldn’t follow the scans of drives; retrying';
  const following = runEvery({ every: lookEvery ?? FOLLOW_EVERY, stopping, log, failed }, () => followScans(db));
  return {
    async stop() {
      unfollow();
      await Promise.all([worker.stop(), following.stop()]);
    },
  };
}
