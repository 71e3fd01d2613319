import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Settings on which the text of a row depends, the same on both sides. */
const TEXT_OF_ROWS = `set datestyle = 'ISO, MDY'; set timezone = 'UTC'; set intervalstyle = 'postgres';
set extra_float_digits = 1; set bytea_output = 'hex'; set xmloption = 'content'`;

/** Milliseconds that a lock may make others wait behind us, and for which it is tried again. */
const LOCK = { wait: 50, pause: 200, most: 120_000 };

const isLocked = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * A connection to one of the two databases of a move. Its SQL isn't a statement, because it names tables, publications
 * and triggers, which can't be parameters.
 */
export class MoveDatabaseConnection {
  readonly url: string;
  readonly #client: pg.Client;

  private constructor(url: string, client: pg.Client) {
    this.url = url;
    this.#client = client;
  }

  static async open(url: string): Promise<MoveDatabaseConnection> {
    const client = new pg.Client({ connectionString: url, application_name: 'training-move', keepAlive: true });
    // The next query reports a lost connection.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(TEXT_OF_ROWS);
    return new MoveDatabaseConnection(url, client);
  }

  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(sql, values)).rows;
  }

  async one<Row extends object>(sql: string, values: unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(sql, values);
    if (!row) throw new Error('A query of the move answered no row.');
    return row;
  }

  async run(sql: string, values: unknown[] = []): Promise<number> {
    return (await this.#client.query(sql, values)).rowCount ?? 0;
  }

  /** Runs what locks a table. Gives the lock up after some milliseconds, so that nobody waits behind it for long. */
  async patiently(sql: string): Promise<void> {
    const until = performance.now() + LOCK.most;
    for (;;) {
      try {
        await this.run(`begin; set local lock_timeout = ${LOCK.wait}; ${sql}; commit`);
        return;
      } catch (error) {
        await this.run('rollback');
        if (!isLocked(error) || performance.now() > until) throw error;
        await sleep(LOCK.pause);
      }
    }
  }

  /** Runs `work` in one transaction. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('begin');
    try {
      const result = await work();
      await this.run('commit');
      return result;
    } catch (error) {
      await this.run('rollback').catch(() => undefined);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
