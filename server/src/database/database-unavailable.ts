import { z } from 'zod';
import type pg from 'pg';
import { defineStatement } from './statements/statement.ts';

/**
 * Writes about 1 MiB to a temporary file in the database's table space, which fails if the disk is full. Nothing
 * remains, and neither tables nor the write-ahead log grow. The rows depend on the settings, so the settings are
 * applied first.
 */
const PROBE = defineStatement({
  name: 'why-unwritable',
  scope: 'global',
  row: z.strictObject({ read_only: z.boolean(), spilled: z.number() }),
  sql: `
select current_setting('transaction_read_only') = 'on' as read_only, count(*)::int as spilled
from (select set_config('work_mem', '64kB', true) as memory, set_config('temp_tablespaces', '', true)) as settings,
  lateral generate_series(1, 40000 + 0 * length(memory)) as row`,
});

/** Returns why the database is not writable; undefined if it is. */
export async function findWriteProblem({ pool }: { pool: pg.Pool }): Promise<DatabaseUnavailability | undefined> {
  try {
    const { read_only } = await PROBE.one(pool);
    return read_only ? READ_ONLY : undefined;
  } catch (error) {
    const unavailable = databaseUnavailabilityOf(error);
    if (!unavailable) throw error;
    return unavailable;
  }
}

/**
 * SQLSTATEs of lost or refused connections, of a database that is out of disk, memory or connections or is read-only,
 * and Node's error codes of lost sockets.
 */
const AWAY = /^(08|25006$|28|3D000|53|55000|57P0|ECONN|ENOENT$|EPIPE$|ETIMEDOUT$|EAI_AGAIN$|ENOTFOUND$)/;

const AWAY_WORDS = /Connection terminated|Query read timeout|Client has encountered a connection error/;

/** PostgreSQL has no SQLSTATE for an exceeded disk quota. */
const QUOTA = /Disk quota exceeded/;

export type DatabaseUnavailability = {
  /** Message for callers, who can only try again. */
  detail: string;
  /** One line for the operator, to be logged with PostgreSQL's message. */
  summary: string;
  remedy: string;
  /** Seconds. */
  retryAfter: number;
};

export const DATABASE_UNREACHABLE: DatabaseUnavailability = {
  detail: 'The database can’t be reached. Try again in a moment.',
  summary: 'The database cannot be reached',
  remedy: 'start it, or fix DATABASE_URL',
  retryAfter: 5,
};

const DISK_FULL: DatabaseUnavailability = {
  detail: 'The database’s disk is full. Whoever runs this server has to make room there.',
  summary: 'The database’s disk is full',
  remedy: 'make room where the database keeps its files',
  retryAfter: 60,
};

const READ_ONLY: DatabaseUnavailability = {
  detail: 'The database only answers reads at the moment. Try again in a minute.',
  summary: 'The database takes no writes',
  remedy:
    'let DATABASE_URL name the primary; a hosted database may also turn itself read-only when its disk is nearly full',
  retryAfter: 60,
};

/** Causes by SQLSTATE. */
const CAUSES: Record<string, DatabaseUnavailability> = {
  '25006': READ_ONLY,
  '53100': DISK_FULL,
  '53200': {
    detail: 'The database is out of memory. Try again in a moment.',
    summary: 'The database is out of memory',
    remedy: 'give it more memory, or lower its max_connections, shared_buffers or work_mem',
    retryAfter: 5,
  },
  '53300': {
    detail: 'The database takes no more connections. Try again in a moment.',
    summary: 'The database takes no more connections',
    remedy: 'raise max_connections, or lower DATABASE_POOL_SIZE',
    retryAfter: 5,
  },
};

/** Returns why the database was unavailable; undefined if `error` has another cause. */
export function databaseUnavailabilityOf(error: unknown): DatabaseUnavailability | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (QUOTA.test(error.message)) return DISK_FULL;
  if (AWAY.test(code) || AWAY_WORDS.test(error.message)) return CAUSES[code] ?? DATABASE_UNREACHABLE;
  return error.cause === error ? undefined : databaseUnavailabilityOf(error.cause);
}

/** Returns true if an error means that the database is unreachable or out of resources. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  return databaseUnavailabilityOf(error) !== undefined;
}

/** Messages for work that PostgreSQL or the pool stopped because it took too long. Nothing of it was written. */
const LOCKED = 'Someone else is changing the same thing. Try again in a few seconds.';
const BUSY: Record<string, string> = {
  // statement_timeout
  '57014': 'It took too long and was stopped. Ask for less at once, or try again later.',
  // lock_timeout, deadlock_detected, serialization_failure
  '55P03': LOCKED,
  '40P01': LOCKED,
  '40001': LOCKED,
};

/** SQLSTATE of a write to a workspace that has left (rules/workspaces 8). Its message is for the caller. */
export const WORKSPACE_MOVED_SQLSTATE = 'TP421';

/** Returns the database's message to a caller whose workspace left before the write; undefined for other errors. */
export function workspaceMovedMessageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === WORKSPACE_MOVED_SQLSTATE && error.cause === undefined) return error.message;
  return error.cause === error ? undefined : workspaceMovedMessageOf(error.cause);
}

const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Returns a message for the caller if an error means that the database was reachable but overloaded. */
export function databaseBusyMessageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === NO_CONNECTION) return 'All database connections are in use. Try again in a few seconds.';
  const words = 'code' in error ? BUSY[String(error.code)] : undefined;
  return words ?? (error.cause === error ? undefined : databaseBusyMessageOf(error.cause));
}
