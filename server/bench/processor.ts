// Processor time, which says more than the clock does where others work on the same machine; of Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Milliseconds of the server, and of PostgreSQL with all its processes. */
export type Processor = { server: number; database: number };

const TICK = 10;

type Stat = { parent: number; own: number; children: number };

function statOf(pid: number | string): Stat | undefined {
  try {
    // After the name, which may hold anything, come the state and the parent; the times are in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11);
    return { parent, own: (user + system) * TICK, children: (childrenUser + childrenSystem) * TICK };
  } catch {
    return undefined;
  }
}

/** The process that all of PostgreSQL's are children of. */
export async function findPostmaster(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
}

/** What both have used since they were started. */
export function processorOf(server: number, postmaster: number): Processor {
  const children = childrenOf(postmaster).map((pid) => statOf(pid)?.own ?? 0);
  const parent = statOf(postmaster);
  const database = children.reduce((sum, own) => sum + own, (parent?.own ?? 0) + (parent?.children ?? 0));
  return { server: statOf(server)?.own ?? 0, database };
}

/** The processes that a process has started. */
export function childrenOf(parent: number): string[] {
  return existingProcesses().filter((pid) => statOf(pid)?.parent === parent);
}

function existingProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
