import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  beginWorkOn,
  WorkPool,
  type BegunWork,
  type PoolTimeouts,
  type ReplicaReads,
} from '../statements/work-pool.ts';
import { READ_DATABASE_IDENTITY, READ_PRIMARY_POSITION, type WalPosition } from './position.ts';
import { isReplicaFailure, Replica } from './replica.ts';
import { shareNextCall } from '../../platform/concurrency/share-calls.ts';

/** Milliseconds between two checks of each replica. */
const CHECK_EVERY = 250;

/** State of a replica, for operators. */
export type ReplicaState = {
  name: string;
  /** Reason for which it isn't used; undefined if it is. */
  reason: string | undefined;
  lag: number;
};

type Options = {
  /** Addresses of the replicas. */
  urls: readonly string[];
  /** Address of the primary. */
  url: string;
  /** Pool of the primary, which answers what no replica can. */
  primary: WorkPool;
  size: number;
  limits: PoolTimeouts;
  /** Milliseconds a read waits for a replica. One that is further behind isn't used. */
  mostLag: number;
};

/**
 * Reads on replicas. Each read first asks the primary for its position, and runs where that has been replayed. So it
 * shows all that was committed before it began, by anyone and through any server (rules/operation 15).
 */
export class Replicas implements ReplicaReads {
  readonly #primary: WorkPool;
  /** A connection of its own, so that it doesn't wait behind other work. */
  readonly #asked: WorkPool;
  readonly #position: () => Promise<WalPosition>;
  readonly #replicas: Replica[];
  readonly #mostLag: number;
  readonly #stop = new AbortController();
  /** Settles when each replica has been checked once. */
  readonly checked: Promise<unknown>;
  readonly #watched: Promise<unknown>;
  readonly #inUse = new Set<Replica>();
  #whenChanged: (state: ReplicaState) => void = () => {};
  /** Number of reads that replicas and the primary answered. */
  readonly answered = { replica: 0, primary: 0 };
  readonly isLost = isReplicaFailure;

  constructor({ urls, url, primary, size, limits, mostLag }: Options) {
    this.#primary = primary;
    this.#mostLag = mostLag;
    const asked = { ...limits, statement: 3_000, answer: 3_000 };
    this.#asked = new WorkPool({ url, size: 1, name: 'training-position', limits: asked });
    this.#position = shareNextCall(async () => {
      const { timeline, lsn } = await READ_PRIMARY_POSITION.one(this.#asked);
      return { timeline: Number.parseInt(timeline, 16), lsn };
    });
    this.#replicas = urls.map((each) => new Replica({ url: each, size, limits }));
    this.checked = Promise.all(this.#replicas.map((replica) => this.#check(replica)));
    this.#watched = this.checked.then(() => Promise.all(this.#replicas.map((replica) => this.#watch(replica))));
  }

  get states(): ReplicaState[] {
    return this.#replicas.map(({ name, reason, lag }) => ({ name, reason, lag }));
  }

  /** Calls `listener` when a replica begins or ceases to be used. */
  whenChanged(listener: (state: ReplicaState) => void): void {
    this.#whenChanged = listener;
  }

  /** Begins a read on a replica or, if none can answer it, on the primary. `first` may run twice. */
  async begin<T>(first: (on: pg.PoolClient) => Promise<T>): Promise<BegunWork<T>> {
    const begun = await this.#beginOnReplica(first);
    this.answered[begun ? 'replica' : 'primary']++;
    return begun ?? beginWorkOn(this.#primary, first);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watched;
    await Promise.all([this.#asked.end(), ...this.#replicas.map((replica) => replica.close())]);
  }

  async #beginOnReplica<T>(first: (on: pg.PoolClient) => Promise<T>): Promise<BegunWork<T> | undefined> {
    if (!this.#replicas.some(isUsed)) return undefined;
    const wanted = await this.#position().catch(() => undefined);
    if (!wanted) return undefined;
    const chosen = await this.#choose(wanted);
    return chosen?.read(wanted, first);
  }

  /** Returns the least busy replica of those that have replayed `wanted`, or the first one that does in time. */
  async #choose(wanted: WalPosition): Promise<Replica | undefined> {
    const used = this.#replicas.filter(isUsed).toSorted((a, b) => a.running - b.running);
    const ready = used.find((replica) => replica.isAt(wanted));
    if (ready) return ready;
    const chosen = new AbortController();
    const reached = used.map(async (replica) => {
      if (!(await replica.reach(wanted, this.#mostLag, chosen.signal))) throw new Error('It is behind.');
      return replica;
    });
    const found = await Promise.any(reached).catch(() => undefined);
    chosen.abort();
    return found;
  }

  async #watch(replica: Replica): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(CHECK_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
      await this.#check(replica);
    }
  }

  async #check(replica: Replica): Promise<void> {
    try {
      const [wanted, { identity }] = await Promise.all([this.#position(), READ_DATABASE_IDENTITY.one(this.#asked)]);
      await replica.check(wanted, identity, this.#mostLag, this.#stop.signal);
    } catch {
      // The primary is away, so nothing new is known of its replicas.
    }
    if (isUsed(replica) === this.#inUse.has(replica)) return;
    if (isUsed(replica)) this.#inUse.add(replica);
    else this.#inUse.delete(replica);
    this.#whenChanged(replica);
  }
}

const isUsed = ({ reason }: Replica): boolean => reason === undefined;
