/**
 * SQLSTATEs of a connection that is gone or refused, of a database that lacks disk, memory or connections or takes only
 * reads, and what Node says of a socket that is gone.
 */
const AWAY = /^(08|25006$|28|3D000|53|55000|57P0|ECONN|ENOENT$|EPIPE$|ETIMEDOUT$|EAI_AGAIN$|ENOTFOUND$)/;

const AWAY_WORDS = /Connection terminated|Query read timeout|Client has encountered a connection error/;

/** PostgreSQL has no code for a quota that is used up. */
const QUOTA = /Disk quota exceeded/;

export type Unavailable = {
  /** For callers, who can only try again. */
  detail: string;
  /** For the operator, on one line with what PostgreSQL said. */
  summary: string;
  remedy: string;
  /** In seconds. */
  retryAfter: number;
};

export const UNREACHABLE: Unavailable = {
  detail: 'The database can’t be reached. Try again in a moment.',
  summary: 'The database cannot be reached',
  remedy: 'start it, or fix DATABASE_URL',
  retryAfter: 5,
};

const DISK_FULL: Unavailable = {
  detail: 'The database’s disk is full. Whoever runs this server has to make room there.',
  summary: 'The database’s disk is full',
  remedy: 'make room where the database keeps its files',
  retryAfter: 60,
};

export const READ_ONLY: Unavailable = {
  detail: 'The database only answers reads at the moment. Try again in a minute.',
  summary: 'The database takes no writes',
  remedy:
    'let DATABASE_URL name the primary; a hosted database may also turn itself read-only when its disk is nearly full',
  retryAfter: 60,
};

/** The causes that PostgreSQL names, by SQLSTATE. */
const CAUSES: Record<string, Unavailable> = {
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

/** Returns why the database could not do what was asked; undefined where `error` is about something else. */
export function unavailableDatabase(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (QUOTA.test(error.message)) return DISK_FULL;
  if (AWAY.test(code) || AWAY_WORDS.test(error.message)) return CAUSES[code] ?? UNREACHABLE;
  return error.cause === error ? undefined : unavailableDatabase(error.cause);
}

/** Whether an error says that the database could not be reached, or could not do its work for want of room. */
export function isDatabaseAway(error: unknown): boolean {
  return unavailableDatabase(error) !== undefined;
}
