import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { execute, type Transaction } from '../database/database.ts';

/** PostgreSQL's channel; topics go through it as payloads. */
const CHANNEL = 'live';

/** How long a lost connection is left alone before it is tried again, in milliseconds. */
const RECONNECT = { first: 100, longest: 5_000 };

/** What somebody may wait for: a thing of a workspace, or all things of a kind. */
export function topicOf(workspaceId: string, kind: string, id = ''): string {
  return `${workspaceId}/${kind}/${id}`;
}

/** Says that `topic` has changed, to every instance, once the transaction commits and only if it does. */
export async function publish(transaction: Transaction, topic: string): Promise<void> {
  await execute(transaction, { name: 'publish', text: `select pg_notify('${CHANNEL}', $1)` }, [topic]);
}

type Log = { warn(fields: object, message: string): void };

/**
 * Hears of changes by LISTEN, on one connection that is made when somebody first waits. Nothing is carried but the fact
 * that something changed: whoever waits reads the present state, so a change that is heard twice, or late, does no harm.
 */
export class Live {
  readonly #databaseUrl: string;
  readonly #log: Log;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;
  #connected: Promise<void> = Promise.resolve();

  constructor(databaseUrl: string, log: Log) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Ticks once at the start and then after each change of `topic`, many changes at once as one; ends with `signal`. */
  async *ticks(topic: string, signal?: AbortSignal): AsyncGenerator<void> {
    const ending = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    let changed = true;
    let wake = () => {};
    const onChange = () => {
      changed = true;
      wake();
    };
    const onEnd = () => wake();
    const listeners = this.#waiting.get(topic) ?? new Set();
    this.#waiting.set(topic, listeners.add(onChange));
    ending.addEventListener('abort', onEnd);
    this.#listening ??= this.#keepListening();
    try {
      // Listening comes before the first look, or a change between the two would be missed.
      await Promise.race([this.#connected, sleep(RECONNECT.longest, undefined, { ref: false })]);
      while (!ending.aborted) {
        if (changed) {
          changed = false;
          yield;
        } else {
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    } finally {
      ending.removeEventListener('abort', onEnd);
      listeners.delete(onChange);
      if (listeners.size === 0 && this.#waiting.get(topic) === listeners) this.#waiting.delete(topic);
    }
  }

  /** Ends all that wait, and the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #keepListening(): Promise<void> {
    let pause = RECONNECT.first;
    let connected = () => {};
    const { signal } = this.#closing;
    this.#connected = new Promise((resolve) => (connected = resolve));
    while (!signal.aborted) {
      const client = new pg.Client({ connectionString: this.#databaseUrl, application_name: 'training-live' });
      const lost = new Promise<void>((resolve) => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload = '' }) => this.#tell(payload));
      try {
        await client.connect();
        await client.query(`listen ${CHANNEL}`);
        connected();
        pause = RECONNECT.first;
        // While nobody listened, anything may have changed.
        for (const topic of this.#waiting.keys()) this.#tell(topic);
        await lost;
      } catch (error) {
        this.#log.warn({ err: error }, 'Changes cannot be listened for; tried again');
      }
      await client.end().catch(() => undefined);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, RECONNECT.longest);
    }
  }

  #tell(topic: string): void {
    for (const onChange of this.#waiting.get(topic) ?? []) onChange();
  }
}
