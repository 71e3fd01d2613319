import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { defineStatement, type StatementRunner } from '../database/statements/statement.ts';
import { computePollDelayFromDuration } from './concurrency/run-every.ts';

/** PostgreSQL notification channel. Topics are sent as payloads. */
const CHANNEL = 'live';

/** Milliseconds to wait before reconnecting after a lost connection. */
const RECONNECT = { first: 100, longest: 5_000 };

/** Milliseconds the database may take to respond. */
const PATIENCE = 5_000;

/** Milliseconds between looks for topics that transactions have stored. */
const LOOK_EVERY = 50;

/** Milliseconds that closing the connection may take. */
const GOODBYE = 1_000;

/** Topics sent at once; after an outage, there may be more. */
const SENT_AT_ONCE = 10_000;

/** Returns the full name of a topic within its workspace. */
export function workspaceLiveTopicOf(workspaceId: string, topic: string): string {
  return `${workspaceId}/${topic}`;
}

/** Notifies all instances that the topics have changed, shortly after the transaction commits and only then. */
export async function publishTopics(transaction: StatementRunner, ...topics: string[]): Promise<void> {
  await PUBLISH.run(transaction, { topics });
}

/** Works like `publishTopics` within a larger statement: returns an SQL expression to select. `topic` is SQL, too. */
export const publishTopicExpressionSql = <const Topic extends string>(topic: Topic) => `publish(${topic})` as const;

/** Expression that publishes the parameter `:topic`. */
export const PUBLISH_TOPIC_EXPRESSION_SQL = publishTopicExpressionSql(':topic');

const PUBLISH = defineStatement({
  name: 'publish',
  scope: 'global',
  sql: `select ${publishTopicExpressionSql('topic')} from unnest(:topics::text[]) topic`,
});

/**
 * Sends the stored topics to all instances. Nothing else may use NOTIFY: it locks the commits of all transactions that
 * do, and this one has nothing to flush.
 */
const SEND = defineStatement({
  name: 'send-changed-topics',
  scope: 'global',
  sql: `
with changed as (
  delete from changed_topics where ctid = any(array(select ctid from changed_topics limit ${SENT_AT_ONCE}))
  returning topic
)
select pg_notify('${CHANNEL}', topic) from (select distinct topic from changed) c`,
});

type Log = { warn(fields: object, message: string): void };

/**
 * Receives change notifications with LISTEN, on one connection to each database, which the first subscriber opens, and
 * sends the topics that transactions have stored. A notification only says that something has changed. Subscribers read
 * the current state, so duplicate or late notifications do no harm.
 */
export class TopicChangeListener {
  readonly #databaseUrls: readonly string[];
  readonly #log: Log;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;
  #connected: Promise<unknown> = Promise.resolve();
  /** True if first connections may have missed changes, because they took long. */
  #isMissing = false;

  /** @param databaseUrls Own addresses of the databases: a router would hear one of them. */
  constructor(databaseUrls: readonly string[], log: Log) {
    this.#databaseUrls = databaseUrls;
    this.#log = log;
  }

  /**
   * Yields once at the start and then after each change of `topic`, several changes at once as one. Ends when `signal`
   * is aborted.
   */
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
   * Calls `onChange` after each change of `topic`, and sometimes without a change. Returns the function that
   * unsubscribes.
   */
  follow(topic: string, onChange: () => void): () => void {
    const listeners = this.#waiting.get(topic) ?? new Set();
    this.#waiting.set(topic, listeners.add(onChange));
    this.#listening ??= this.#keepListeningToAll();
    return () => {
      listeners.delete(onChange);
      if (listeners.size === 0 && this.#waiting.get(topic) === listeners) this.#waiting.delete(topic);
    };
  }

  /**
   * Resolves when the instance is listening, or after a timeout; then subscribers are notified as soon as it listens.
   * Listening must start before the first read, or a change between the two would be missed.
   */
  async heard(): Promise<void> {
    const isHeard = this.#connected.then(() => true);
    if (!(await Promise.race([isHeard, sleep(PATIENCE, false, { ref: false })]))) this.#isMissing = true;
  }

  /** Ends all subscriptions and closes the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #keepListeningToAll(): Promise<void> {
    const all = this.#databaseUrls.map((url) => ({ url, connected: Promise.withResolvers<void>() }));
    this.#connected = Promise.all(all.map(({ connected }) => connected.promise));
    await Promise.all(all.map(({ url, connected }) => this.#keepListening(url, () => connected.resolve())));
  }

  async #keepListening(url: string, onConnected: () => void): Promise<void> {
    let pause = RECONNECT.first;
    let isAgain = false;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#listen(url, () => {
          onConnected();
          pause = RECONNECT.first;
          // Anything may have changed while nothing was listening.
          if (isAgain || this.#isMissing) for (const topic of this.#waiting.keys()) this.#tell(topic);
          isAgain = true;
        });
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ err: error }, 'Couldn’t listen for changes; retrying');
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, RECONNECT.longest);
    }
  }

  /** Listens until the connection is lost or `close` is called. */
  async #listen(url: string, onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
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
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      onListening();
      await Promise.race([lost.promise, this.#send(client)]);
    } finally {
      signal.removeEventListener('abort', onLost);
      await Promise.race([client.end(), sleep(GOODBYE, undefined, { ref: false })]).catch(() => undefined);
    }
  }

  /** Sends topics until the connection is lost or `close` is called, and so detects connections that died silently. */
  async #send(client: pg.Client): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const began = performance.now();
      await SEND.run(client);
      await sleep(computePollDelayFromDuration(began, LOOK_EVERY), undefined, { signal, ref: false });
    }
  }

  #tell(topic: string): void {
    for (const onChange of this.#waiting.get(topic) ?? []) onChange();
  }
}
