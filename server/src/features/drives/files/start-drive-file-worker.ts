import { setTimeout as sleep } from 'node:timers/promises';
import type { Repeated } from '../../../platform/run-every.ts';
import { repeatedly } from '../../../platform/run-every.ts';
import { claimFile, findDueFiles, type DriveKey } from './claim-file.ts';
import { DRIVE_FILES_DUE } from './due-topic.ts';
import type { FileServices } from './file-services.ts';
import { followScans } from './follow-scans.ts';
import { processFile } from './process-file.ts';

/** Files that an instance fetches at once, and those among them of one workspace: there is always room for another. */
const AT_ONCE = 4;
const OF_WORKSPACE = 3;

/** How often it looks for files that nobody tells of, since they gathered or somebody died, in milliseconds. */
const LOOK_EVERY = 2_000;

/** How often it asks what has become of scans. */
const FOLLOW_EVERY = 5_000;

/**
 * Fetches the files that are due, in every instance: each by one of them, a few at once, and workspaces take turns
 * (rules/drives 6 and 10).
 *
 * @param only the drive whose files are fetched; without it those of all
 */
export function startDriveFileWorker(services: FileServices, only?: DriveKey): Repeated {
  const { db, live, log, stopping } = services;
  const running = new Map<Promise<void>, string>();
  /** When each workspace was served last; those that are served again stand at the end. */
  const served = new Map<string, number>();
  let turn = 0;
  let wake = () => {};

  const runningOf = (workspaceId: string) => [...running.values()].filter((each) => each === workspaceId).length;

  /** The drive whose turn it is: of the workspace that was served longest ago. */
  function nextOf(drives: readonly DriveKey[]): DriveKey | undefined {
    const [next] = drives
      .filter(({ workspaceId }) => runningOf(workspaceId) < OF_WORKSPACE)
      .toSorted((one, other) => (served.get(one.workspaceId) ?? 0) - (served.get(other.workspaceId) ?? 0));
    return next;
  }

  async function fill(): Promise<void> {
    if (running.size >= AT_ONCE) return;
    let drives = (await findDueFiles(db)).filter(({ id }) => only === undefined || id === only.id);
    while (running.size < AT_ONCE && !stopping.aborted) {
      const drive = nextOf(drives);
      if (!drive) return;
      served.set(drive.workspaceId, ++turn);
      const file = await claimFile(db, drive);
      if (!file) {
        drives = drives.filter((each) => each !== drive);
        continue;
      }
      const handled = processFile(services, file)
        .catch((error: unknown) =>
          log.warn({ err: error, file_id: file.id }, 'Reading a file of a drive was broken off'),
        )
        .finally(() => {
          running.delete(handled);
          wake();
        });
      running.set(handled, drive.workspaceId);
    }
  }

  const unfollow = live.follow(DRIVE_FILES_DUE, () => wake());
  const filling = repeatedly({ every: 0, stopping, log, failed: 'Files of drives cannot be looked for' }, async () => {
    const woken = new Promise<void>((resolve) => (wake = resolve));
    try {
      await fill();
    } finally {
      const over = new AbortController();
      const pause = sleep(LOOK_EVERY, undefined, { signal: AbortSignal.any([over.signal, stopping]), ref: false });
      await Promise.race([woken, pause.catch(() => undefined)]);
      over.abort();
    }
  });
  const following = repeatedly(
    { every: FOLLOW_EVERY, stopping, log, failed: 'Scans of drives cannot be followed' },
    () => followScans(db),
  );
  return {
    async stop() {
      unfollow();
      await Promise.all([filling.stop(), following.stop()]);
      await Promise.all(running.keys());
    },
  };
}
