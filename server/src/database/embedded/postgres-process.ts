import { spawn, type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Contents of `postmaster.pid`, in which PostgreSQL describes itself. */
interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
  ready: boolean;
}

/** Reads `postmaster.pid`; undefined if there is none. The file may be left over from a PostgreSQL that has exited. */
export function readPostmasterFile(clusterFolder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  // Lines: process, data folder, start, port, socket folder, address, shared memory, status.
  const [pid, , , port, socketFolder, , , status] = lines;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', ready: status?.trim() === 'ready' };
}

/**
 * Returns the id of the PostgreSQL process running on this folder. Ignores a stale file whose process id now belongs to
 * another program.
 */
export function findRunningPostmasterPid(clusterFolder: string): number | undefined {
  const pid = readPostmasterFile(clusterFolder)?.pid;
  return pid && commandLine(pid).includes(clusterFolder) ? pid : undefined;
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Milliseconds: a start may include crash recovery; a stop becomes immediate early enough to finish within 10 seconds.
 */
const startPatience = 60_000;
const stopPatience = 8_000;
const restartPause = 1_000;

/** Keeps PostgreSQL running: restarts it after each unexpected exit. */
export async function supervisePostgres(start: () => Promise<ChildProcess>, progress: (line: string) => void) {
  let stopping = false;
  let child = await start();
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);

  const restart = async () => {
    while (!stopping) {
      await ended(child);
      if (stopping) return;
      progress('PostgreSQL ended by itself; starting it again');
      await startAgain();
    }
  };
  // The cause of a failed start, such as a full disk, may be temporary.
  const startAgain = async () => {
    while (!stopping) {
      try {
        child = await start();
        return;
      } catch (error) {
        progress(`${String(error)}\nIt is tried again`);
        await sleep(restartPause);
      }
    }
  };
  const kept = restart();

  return {
    async stop() {
      stopping = true;
      process.off('exit', interrupt);
      child.kill('SIGINT');
      const rude = setTimeout(() => child.kill('SIGQUIT'), stopPatience);
      await kept;
      // A restart in progress may have started another process.
      child.kill('SIGINT');
      await ended(child);
      clearTimeout(rude);
    },
  };
}

/** Starts PostgreSQL and waits until it accepts connections. Retries while remains of a killed one are in the way. */
export async function launchPostgres(command: string[], cluster: string): Promise<ChildProcess> {
  const deadline = Date.now() + startPatience;
  for (;;) {
    const { child, log } = spawnDetached(command);
    while (isRunning(child)) {
      const self = readPostmasterFile(cluster);
      if (self?.pid === child.pid && self?.ready) return child;
      if (Date.now() > deadline) child.kill('SIGQUIT');
      await sleep(15);
    }
    if (Date.now() > deadline || !/shared memory|lock file/.test(log())) {
      throw new Error(`PostgreSQL did not start:\n${log()}`);
    }
    await sleep(200);
  }
}

/**
 * Spawns a process in its own session: Ctrl-C in a terminal must reach the server first, which then stops its database.
 */
export function spawnDetached([command = '', ...args]: string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let tail = '';
  child.stderr.on('data', (chunk) => (tail = (tail + String(chunk)).slice(-4000)));
  child.on('error', (error) => (tail += error.message));
  return { child, log: () => tail };
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

async function ended(child: ChildProcess) {
  if (isRunning(child)) await once(child, 'exit');
}
