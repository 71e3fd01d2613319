import { execFileSync } from 'node:child_process';
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
export function readPostmaster(clusterFolder: string): Postmaster | undefined {
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
export function runningPostmasterPid(clusterFolder: string): number | undefined {
  const pid = readPostmaster(clusterFolder)?.pid;
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
