// The statements of one call, to be sent again for somebody else.
import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';

export type Sent = string | { name?: string; text: string; values: unknown[] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Runs `work` on the one connection of `pool`. @returns what it sent, in its order */
export async function recorded(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const client = await pool.connect();
  const sent: Sent[] = [];
  const query = new Proxy(client.query.bind(client), {
    apply(sends, _, given: [Sent]) {
      sent.push(given[0]);
      return Reflect.apply(sends, client, given);
    },
  });
  Reflect.set(client, 'query', query);
  client.release();
  try {
    await work();
    return sent;
  } finally {
    // What every client has is behind it.
    Reflect.deleteProperty(client, 'query');
  }
}

/**
 * The same statements with other ids in the place of `ids`, the present moment in the place of that of the call, and
 * new ids in the place of those that the call made, which are those in which two records differ.
 */
export function again([one, other]: [Sent[], Sent[]], ids: Map<string, string>): (string | Exclude<Sent, string>)[] {
  const made = new Map<string, string>();
  const now = new Date();
  const value = (given: unknown, elsewhere: unknown): unknown => {
    if (given instanceof Date) return now;
    if (typeof given !== 'string') return given;
    const known = ids.get(given);
    if (known !== undefined) return known;
    if (given === elsewhere || !UUID.test(given)) return given;
    const id = made.get(given) ?? newId();
    made.set(given, id);
    return id;
  };
  return one.map((each, n) => {
    const twin = other[n];
    if (typeof each === 'string' || twin === undefined || typeof twin === 'string') return each;
    return { ...each, values: each.values.map((given, at) => value(given, twin.values[at])) };
  });
}

/** As it is written where nobody thinks of packets: each is awaited before the next is sent. */
export async function sendBare(pool: pg.Pool, statements: Sent[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const each of statements) await client.query(each);
  } finally {
    client.release();
  }
}
