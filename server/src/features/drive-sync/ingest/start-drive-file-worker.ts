import { startQueueWorker } from '../../../platform/queue/start-worker.ts';
import { runEvery, type RepeatingTask } from '../../../platform/concurrency/run-every.ts';
import { DRIVE_FILES_DUE_CHANNEL, syncDriveFileStatesWithScanJobs } from '../../suggestions/intake/drive-scan.ts';
import { claimFiles, SLOW_DOWNLOAD_AFTER_SECONDS, type DrivePrimaryKey, type FileServices } from './claim-file.ts';
import { processFile } from './process-file.ts';

/** Files fetched at once by an instance. */
const AT_ONCE = 4;

/** Downloads that take longer than most. Each may keep a whole file in memory. */
const HANGING = { after: SLOW_DOWNLOAD_AFTER_SECONDS * 1_000, most: 4 };

/** Milliseconds between checks for due files without a notification: after gathering, or when another instance died. */
const POLL_INTERVAL = 2_000;

/** Milliseconds between checks of scan jobs. */
const FOLLOW_EVERY = 5_000;

/**
 * Fetches due files in every instance, a few at once, in turn between workspaces. Only one instance fetches a file
 * (rules/drives 6 and 10).
 * @param only Restricts fetching to this drive
 */
export function startDriveFileWorker(services: FileServices, only?: DrivePrimaryKey): RepeatingTask {
  const { db, live, log, stopping, lookEvery } = services;
  const worker = startQueueWorker({
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
  const unfollow = live.follow(DRIVE_FILES_DUE_CHANNEL, () => worker.notify());
  const failed = 'Couldn’t follow the scans of drives; retrying';
  const following = runEvery({ every: lookEvery ?? FOLLOW_EVERY, stopping, log, failed }, () =>
    syncDriveFileStatesWithScanJobs(db),
  );
  return {
    async stop() {
      unfollow();
      await Promise.all([worker.stop(), following.stop()]);
    },
  };
}
