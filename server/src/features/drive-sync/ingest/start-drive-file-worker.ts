import { startWorker } from '../../../platform/queue/start-worker.ts';
import { repeatedly, type Repeated } from '../../../platform/concurrency/run-every.ts';
import { claimFiles, type DriveKey } from './claim-file.ts';
import { DRIVE_FILES_DUE } from './due-topic.ts';
import type { FileServices } from './file-services.ts';
import { followScans } from './follow-scans.ts';
import { processFile } from './process-file.ts';

/** Files fetched at once by an instance. */
const AT_ONCE = 4;

/** Milliseconds between checks for due files without a notification: after gathering, or when another instance died. */
const POLL_INTERVAL = 2_000;

/** Milliseconds between checks of scan jobs. */
const FOLLOW_EVERY = 5_000;

/**
 * Fetches due files in every instance, a few at once, in turn between workspaces. Only one instance fetches a file
 * (rules/drives 6 and 10).
 * @param only Restricts fetching to this drive
 */
export function startDriveFileWorker(services: FileServices, only?: DriveKey): Repeated {
  const { db, live, log, stopping } = services;
  const worker = startWorker({
    name: 'Fetching files of drives',
    slots: AT_ONCE,
    pollInterval: POLL_INTERVAL,
    claim: (free) => claimFiles(db, free, only),
    run: (file) => processFile(services, file),
    describe: ({ workspaceId, id }) => ({ workspace_id: workspaceId, file_id: id }),
    log,
    stopping,
  });
  const unfollow = live.follow(DRIVE_FILES_DUE, () => worker.notify());
  const failed = 'Scans of drives can’t be followed; tried again';
  const following = repeatedly({ every: FOLLOW_EVERY, stopping, log, failed }, () => followScans(db));
  return {
    async stop() {
      unfollow();
      await Promise.all([worker.stop(), following.stop()]);
    },
  };
}
