import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { defineStatement, type Runner } from '../database/statement.ts';

/** PostgreSQL's channel; topics go through it as payloads. */
const CHANNEL = 'live';

/** How long a lost connection is left alone before it is tried again, in milliseconds. */
const RECONNECT = { first: 100, longest: 5_000 };

/** How long the database may take over an answer, in milliseconds. */
const PATIENCE = 5_000;

/** How often a connection on which nothing is heard is asked whether it is still there, in milliseconds. */
const ASK_EVERY = 30_000;

/** How long saying goodbye to the database may take, in milliseconds. */
const GOODBYE = 1_000;

/** What somebody may wait for, within its workspace. */
export function topicOf(workspaceId: string, topic: string): string {
  return `${workspaceId}/${topic}`;
}

/** Says that the topics have changed, to every instance, once the transaction commits and only if it does. */
export async function publish(transaction: Runner, ...topics: string[]): Promise<void> {
  await PUBLISH.run(transaction, { topics });
}

/** As `publish`, for a statement that does more: an expression to select, of the topic as SQL. */
export const publishing = <const Topic extends string>(topic: Topic) => `pg_notify('${CHANNEL}', ${topic})` as const;

/** As `publishing`, of the parameter `:topic`. */
export const PUBLISHING = publishing(':topic');

const PUBLISH = defineStatement({
  name: 'publish',
  scope: 'global',
  sql: `select ${publishing('topic')} from unnest(:topics::text[]) topic`,
});

type Log = { warn(fields: object, message: string): void };

/**
 * Hears of changes by LISTEN, on one connection that is made when somebody first waits. Nothing is carried but the fact
 * that something changed: whoever waits reads the present state, so a change that is heard twice, or late, does no
 * harm.
 */
export class Live {
  readonly #databaseUrl: string;
  readonly #log: Log;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;
  #connected: Promise<void> = Promise.resolve();
  /** Whether somebody looks already, or still, while nothing is heard. */
  #isMissing = false;

  constructor(databaseUrl: string, log: Log) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Ticks once at the start and then after each change of `topic`, many changes at once as one; ends with `signal`. */
  async *ticks(topic: string, signal?: AbortSignal): AsyncGenerator<void> {
    const endings = [this.#closing.signal, ...(signal ? [signal] : [])];
    const ended = () => endings.some(({ aborted }) => aborted);
    if (ended()) return;
    let changed = true;
    let wake = () => {};
    const onChange = () => {
      changed = true;
      wake();
    };
    const end = Promise.withResolvers<void>();
    const onEnd = () => {
      end.resolve();
      wake();
    };
    const unfollow = this.follow(topic, onChange);
    for (const ending of endings) ending.addEventListener('abort', onEnd);
    try {
      await Promise.race([this.heard(), end.promise]);
      while (!ended()) {
        if (changed) {
          changed = false;
          yield;
        } else {
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    } finally {
      for (const ending of endings) ending.removeEventListener('abort', onEnd);
      unfollow();
    }
  }

  /**
   * Has `onChange` called after each change of `topic`, and now and then where nothing has changed, until the function
   * that it answers is called.
   */
  follow(topic: string, onChange: () => void): () => void {
    const listeners = this.#waiting.get(topic) ?? new Set();
    this.#waiting.set(topic, listeners.add(onChange));
    this.#listening ??= this.#keepListening();
    return () => {
      listeners.delete(onChange);
      if (listeners.size === 0 && this.#waiting.get(topic) === listeners) this.#waiting.delete(topic);
    };
  }

  /**
   * Resolves once changes are heard, or the database has had its time: what is heard late is told then. Listening comes
   * before the first look, or a change between the two would be missed.
   */
  async heard(): Promise<void> {
    const isHeard = this.#connected.then(() => true);
    if (!(await Promise.race([isHeard, sleep(PATIENCE, false, { ref: false })]))) this.#isMissing = true;
  }

  /** Ends all that wait, and the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #keepListening(): Promise<void> {
    let pause = RECONNECT.first;
    const connected = Promise.withResolvers<void>();
    const { signal } = this.#closing;
    this.#connected = connected.promise;
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          connected.resolve();
          pause = RECONNECT.first;
          // While nobody listened, anything may have changed.
          if (this.#isMissing) for (const topic of this.#waiting.keys()) this.#tell(topic);
          this.#isMissing = false;
        });
        this.#isMissing = true;
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ err: error }, 'Changes cannot be listened for; tried again');
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, RECONNECT.longest);
    }
  }

  /** Listens until the connection is lost, or all is over. */
  async #listen(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'training-live',
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
      keepAlive: true,
    });
    const lost = Promise.withResolvers<void>();
    const onLost = () => lost.resolve();
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ payload = '' }) => this.#tell(payload));
    const { signal } = this.#closing;
    signal.addEventListener('abort', onLost);
    // A connection that dies without a word is found out by asking.
    const asking = setInterval(() => void client.query('select 1').catch(onLost), ASK_EVERY).unref();
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      onListening();
      await lost.promise;
    } finally {
      clearInterval(asking);
      signal.removeEventListener('abort', onLost);
      await Promise.race([client.end(), sleep(GOODBYE, undefined, { ref: false })]).catch(() => undefined);
    }
  }

  #tell(topic: string): void {
    for (const onChange of this.#waiting.get(topic) ?? []) onChange();
  }
}
