import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What a PostgreSQL says about itself in its data folder's `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
  ready: boolean;
}

/** Reads `postmaster.pid`, which may be left over from a PostgreSQL that is gone; undefined without one. */
export function readPostmaster(clusterFolder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  // Line by line: process, data folder, start, port, socket folder, address, shared memory, status.
  const [pid, , , port, socketFolder, , , status] = lines;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', ready: status?.trim() === 'ready' };
}

/**
 * The process of a PostgreSQL that runs on this folder; a stale file whose number another program has since got is told
 * apart.
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
