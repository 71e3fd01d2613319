import { setTimeout as sleep } from 'node:timers/promises';
import type { Repeated } from '../../../platform/run-every.ts';
import { repeatedly } from '../../../platform/run-every.ts';
import { claimFile, findDueFiles, type DriveKey } from './claim-file.ts';
import { DRIVE_FILES_DUE } from './due-topic.ts';
import type { FileServices } from './file-services.ts';
import { followScans } from './follow-scans.ts';
import { processFile } from './process-file.ts';

/** Files fetched at once by an instance, and the maximum per workspace, so that others always get a slot. */
const AT_ONCE = 4;
const OF_WORKSPACE = 3;

/** Milliseconds between checks for due files without a notification: after gathering, or when another instance died. */
const LOOK_EVERY = 2_000;

/** Milliseconds between checks of scan jobs. */
const FOLLOW_EVERY = 5_000;

/**
 * Fetches due files in every instance, a few at once, round-robin by workspace. Only one instance fetches a file
 * (rules/drives 6 and 10).
 * @param only Restricts fetching to this drive
 */
export function startDriveFileWorker(services: FileServices, only?: DriveKey): Repeated {
  const { db, live, log, stopping } = services;
  const running = new Map<Promise<void>, string>();
  /** Sequence number of each workspace's last claim, to pick the one served longest ago. */
  const served = new Map<string, number>();
  let turn = 0;
  let wake = () => {};

  const runningOf = (workspaceId: string) => [...running.values()].filter((each) => each === workspaceId).length;

  /** The next drive: of the workspace that was served longest ago. */
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
