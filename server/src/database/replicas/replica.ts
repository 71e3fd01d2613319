import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { databaseBusyMessageOf, databaseUnavailabilityOf } from '../database-unavailable.ts';
import { WorkPool, type BegunWork, type PoolTimeouts } from '../statements/work-pool.ts';
import { READ_DATABASE_IDENTITY, hasReachedWalPosition, READ_REPLAYED_POSITION, type WalPosition } from './position.ts';
import { shareNextCall } from '../../platform/concurrency/share-calls.ts';

/** Milliseconds a replica may take to connect and to say its position before it counts as away. */
const PATIENCE = 600;

/** Milliseconds between two questions to a replica that is behind. */
const ASK_AGAIN = 2;

class ReplicaAway extends Error {}
class ReplicaBehind extends Error {}

type Options = { url: string; size: number; limits: PoolTimeouts };

/** State of a replica for as long as it can be reached. It may come back in an earlier state, or as another. */
type Session = {
  reads: WorkPool;
  watch: WorkPool;
  ask: () => Promise<WalPosition & { is_standby: boolean }>;
  replayed: WalPosition;
  isCopy: boolean;
  /** Ends the reads in progress. */
  waiting: Set<(reason: Error) => void>;
};

const UNKNOWN: WalPosition = { timeline: 0, lsn: 0 };

/** A streaming replica. */
export class Replica {
  readonly name: string;
  /** Reason for which it isn't used; undefined if it is. */
  reason: string | undefined = 'it is not known yet';
  /** Milliseconds that it takes to replay what the primary has committed, as measured. */
  lag = 0;
  readonly #options: Options;
  #session: Session;
  /** Position that it lacks, and since when. */
  #behind: { wanted: WalPosition; since: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.name = nameOf(options.url);
    this.#session = this.#begin();
  }

  /** Number of reads in progress, except streams that have begun. */
  get running(): number {
    return this.#session.waiting.size;
  }

  /** Returns true if it is known to show everything up to this position. */
  isAt(wanted: WalPosition): boolean {
    return hasReachedWalPosition(this.#session.replayed, wanted);
  }

  /** Decides whether it can be used. @param wanted Position of the primary now. */
  async check(wanted: WalPosition, identity: string, mostLag: number, stopping: AbortSignal): Promise<void> {
    const session = this.#session;
    const began = performance.now();
    try {
      const replayed = await within(PATIENCE, session.ask());
      const since = hasReachedWalPosition(replayed, wanted) ? performance.now() : began;
      if (!session.isCopy) {
        const found = await within(PATIENCE, READ_DATABASE_IDENTITY.one(session.watch));
        session.isCopy = found.identity === identity;
      }
      const reason = whyUnusable(replayed, wanted, session.isCopy);
      const hasCaughtUp = reason === undefined && (await this.reach(wanted, mostLag, stopping));
      if (session !== this.#session) return;
      if (reason === undefined) this.lag = this.#lagOf(session.replayed, { wanted, since });
      this.reason = reason ?? (hasCaughtUp ? undefined : `it is ${Math.round(this.lag)} ms behind`);
    } catch (error) {
      this.#disconnect(session, error);
    }
  }

  /** Waits until it shows everything up to `wanted`. Returns false if it doesn't in time, is away, or isn't needed. */
  async reach(wanted: WalPosition, milliseconds: number, notNeeded: AbortSignal): Promise<boolean> {
    const until = performance.now() + milliseconds;
    const session = this.#session;
    while (!hasReachedWalPosition(session.replayed, wanted)) {
      if (session !== this.#session || performance.now() > until || notNeeded.aborted) return false;
      await within(PATIENCE, session.ask()).catch((error: unknown) => this.#disconnect(session, error));
      if (!hasReachedWalPosition(session.replayed, wanted)) await sleep(ASK_AGAIN);
    }
    return true;
  }

  /**
   * Begins a read on a connection that shows everything up to `wanted`, as the connection itself confirms. Returns
   * undefined if another database has to answer.
   */
  async read<T>(wanted: WalPosition, first: (on: pg.PoolClient) => Promise<T>): Promise<BegunWork<T> | undefined> {
    const session = this.#session;
    const { promise: left, reject } = Promise.withResolvers<never>();
    session.waiting.add(reject);
    let isAbandoned = false;
    const begun = beginRead(session.reads, wanted, first).then((each) => {
      if (isAbandoned) each.client.release(true);
      return each;
    });
    try {
      return await Promise.race([begun, left]);
    } catch (error) {
      isAbandoned = true;
      if (!isReplicaFailure(error)) throw error;
      if (isAway(error)) this.#disconnect(session, error);
      return undefined;
    } finally {
      session.waiting.delete(reject);
    }
  }

  async close(): Promise<void> {
    const { reads, watch } = this.#session;
    await Promise.all([reads.end(), watch.end()]);
  }

  #begin(): Session {
    const { url, size, limits } = this.#options;
    const pool = (connections: number) =>
      new WorkPool({ url, size: connections, name: 'training-reads', limits, patience: PATIENCE });
    const watch = pool(1);
    const ask = shareNextCall(async () => {
      const replayed = await READ_REPLAYED_POSITION.one(watch);
      session.replayed = replayed.is_standby ? replayed : UNKNOWN;
      return replayed;
    });
    const session: Session = { reads: pool(size), watch, ask, replayed: UNKNOWN, isCopy: false, waiting: new Set() };
    return session;
  }

  /** Ends its reads, which the primary answers then. */
  #disconnect(session: Session, error: unknown): void {
    if (session !== this.#session) return;
    const detail = error instanceof Error ? error.message : String(error);
    this.reason = `it cannot be reached (${detail})`;
    this.#session = this.#begin();
    for (const reject of session.waiting) reject(new ReplicaAway(detail));
    void Promise.allSettled([session.reads.end(), session.watch.end()]);
  }

  /** Measures for how long it has lacked what it lacks or, if it has caught up since `asked`, how long that took. */
  #lagOf(replayed: WalPosition, asked: { wanted: WalPosition; since: number }): number {
    const before = this.#behind ?? asked;
    const took = performance.now() - before.since;
    if (hasReachedWalPosition(replayed, asked.wanted)) this.#behind = undefined;
    else if (hasReachedWalPosition(replayed, before.wanted)) this.#behind = asked;
    else this.#behind = before;
    // While it is behind, the last measured time stands until what it lacks is older.
    return this.#behind === before ? Math.max(this.lag, took) : took;
  }
}

/** Returns why a database can't be read in place of the primary, however far it has replayed. */
function whyUnusable(
  replayed: WalPosition & { is_standby: boolean },
  wanted: WalPosition,
  isCopy: boolean,
): string | undefined {
  if (!replayed.is_standby) return 'it is not a standby';
  if (!isCopy) return 'it is no copy of the primary’s database';
  return replayed.timeline === wanted.timeline ? undefined : 'it has not followed the new primary yet';
}

async function beginRead<T>(
  pool: WorkPool,
  wanted: WalPosition,
  first: (on: pg.PoolClient) => Promise<T>,
): Promise<BegunWork<T>> {
  const client = await pool.connect();
  let begun = false;
  try {
    const { stream } = client.connection;
    stream.cork();
    const asked = READ_REPLAYED_POSITION.one(client);
    const answered = first(client);
    stream.uncork();
    const [position, result] = await Promise.allSettled([asked, answered]);
    begun = result.status === 'fulfilled';
    if (position.status === 'rejected') throw position.reason;
    if (!position.value.is_standby || !hasReachedWalPosition(position.value, wanted)) throw new ReplicaBehind();
    if (result.status === 'rejected') throw result.reason;
    return { client, result: result.value, replica: true };
  } catch (error) {
    // What has begun may have left a transaction open.
    client.release(begun);
    throw error;
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const isAway = (error: unknown): boolean =>
  error instanceof ReplicaAway || (databaseUnavailabilityOf(error) !== undefined && !/^(25006|53)/.test(codeOf(error)));

/** Returns true if a read was ended for what the replica replays, or if the replica lacks memory or connections. */
const hasGivenWay = (error: unknown): boolean =>
  error instanceof ReplicaBehind ||
  /^(40001|40P01|55P03|53)/.test(codeOf(error)) ||
  (codeOf(error) === '' && databaseBusyMessageOf(error) !== undefined);

/** Returns true if a read failed for a reason that only the replica has. */
export const isReplicaFailure = (error: unknown): boolean => isAway(error) || hasGivenWay(error);

/** @throws ReplicaAway if `asked` takes longer; an answer that has arrived meanwhile counts, also after a stall. */
async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  const cancelled = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: cancelled.signal, ref: false });
    await sleep(1, undefined, { signal: cancelled.signal });
    throw new ReplicaAway(`no answer within ${milliseconds} ms`);
  };
  const giveUp = late();
  try {
    return await Promise.race([asked, giveUp]);
  } finally {
    giveUp.catch(() => undefined);
    asked.catch(() => undefined);
    cancelled.abort();
  }
}

/** Returns the address without account and password, also if a slash of the password isn't encoded. */
function nameOf(url: string): string {
  const [address = '', query] = url.split('?', 2);
  const host = new URLSearchParams(query).get('host') ?? '';
  return `${host}${address.replace(/^[^:]*:\/\/(.*@)?/, '')}`;
}
