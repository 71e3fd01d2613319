import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStage } from '../stage.ts';
import { tryFault, type FaultOutcome } from './fault.ts';
import { fillDisk } from './fill-disk.ts';

const NAME = 'disk full for 10 s';
const SIZE = '400m';
const FULL = 10_000;

/** On a small file system of its own, which only root can mount. */
export async function diskFull(folder: string): Promise<FaultOutcome> {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    const skipped = `no file system can be mounted here (${String(error).split('\n', 1)[0]})`;
    return { name: NAME, skipped, refused: 0, answered: 0, recovered: 0, failures: [] };
  }
  try {
    const stage = await openStage({ folder });
    try {
      const instances = [await stage.startInstance()];
      const filler = path.join(folder, 'filler');
      return await tryFault({
        name: NAME,
        stage,
        instances,
        within: 20_000,
        async strike() {
          const until = Date.now() + FULL;
          // Whatever PostgreSQL frees is taken again.
          while (Date.now() < until) {
            fillDisk(filler);
            await sleep(100);
          }
          rmSync(filler);
        },
      });
    } finally {
      await stage.close();
    }
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
}
