import pg from 'pg';
import { nestedConnectionError } from './nested-connection.ts';

type Connected = Parameters<pg.Pool['connect']>[0];

/** How long a connection may take to come about, or to be free, in milliseconds. */
const CONNECT_PATIENCE = 5_000;

/** What PostgreSQL ends by itself, in milliseconds; 0 is never. */
export type Limits = {
  statement: number;
  lock: number;
  idleInTransaction: number;
  /** How long an answer may take; past it, the connection counts as dead. */
  answer: number;
};

/**
 * Of how many tables PostgreSQL compares all orders in which they may be joined; what a statement joins after them is
 * joined in the order in which it is written. Every table names the workspace, so that each could be joined with each,
 * and a statement with eleven tables took 50 ms to plan at the usual eight; at six it takes 5.
 */
const JOINED_AT_ONCE = 6;

export const UNLIMITED: Limits = { statement: 0, lock: 0, idleInTransaction: 0, answer: 0 };

type Options = {
  url: string;
  size: number;
  /** How PostgreSQL's own lists name its connections. */
  name: string;
  limits: Limits;
};

/** Connections of one kind of work. They are made when they are needed, and closed when they have been idle. */
export class WorkPool extends pg.Pool {
  constructor({ url, size, name, limits }: Options) {
    super({
      connectionString: withSettings(url, limits),
      max: size,
      application_name: name,
      connectionTimeoutMillis: CONNECT_PATIENCE,
      query_timeout: limits.answer,
      // What is asked without waiting for the answer before is sent at once; see `pipelinedTransaction`.
      pipeline: true,
    });
    // A connection that the database drops is an event, and one without a listener ends the process.
    this.on('error', () => undefined);
    // The same while somebody holds it; whoever does learns of it from the statement that fails.
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const refused = nestedConnectionError();
    if (refused && callback) return callback(refused, undefined, () => undefined);
    if (refused) return Promise.reject(refused);
    return callback ? super.connect(callback) : super.connect();
  }
}

/**
 * The same address with what its sessions keep to, which costs no statement: limits, how far planning looks, and UTC,
 * since what PostgreSQL makes of a day, and of a time without an offset, must not depend on how the database or the
 * operator's role is set up. Options that the address gives already stay, and come before the limits.
 */
function withSettings(url: string, { statement, lock, idleInTransaction }: Limits): string {
  const settings = Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    join_collapse_limit: JOINED_AT_ONCE,
  }).filter(([, value]) => value > 0);
  const [address, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(
    'options',
    [
      ...settings.map(([setting, value]) => `-c ${setting}=${value}`),
      ...parameters.getAll('options'),
      '-c TimeZone=UTC',
    ].join(' '),
  );
  return `${address}?${parameters.toString()}`;
}
