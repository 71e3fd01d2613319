import type pg from 'pg';
import type { Parameter } from './statement-parameters.ts';
import type { Statement } from './statement.ts';

/**
 * The rows of one snapshot, some at a time, as they are asked for: for an answer that is too long to be held. It has a
 * connection until they have all been read or `return` is called, so whoever reads must not wait for others for long.
 * @param atOnce How many rows are fetched, and so held, at once.
 */
export async function* streamRows<Row extends object>(
  pool: pg.Pool,
  statement: Statement<string, Row>,
  parameters: Readonly<Record<string, Parameter>>,
  atOnce: number,
): AsyncGenerator<Row, void> {
  const client = await pool.connect();
  let broken = false;
  try {
    // All rows are wanted, so the plan is that for all, not that for the first ones.
    const begun = client.query('begin read only; set local cursor_tuple_fraction = 1');
    const text = `declare streamed no scroll cursor for ${statement.text}`;
    const declared = client.query({ text, values: statement.values(parameters) });
    await Promise.all([begun, declared]);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${atOnce} from streamed`);
      yield* rows;
      if (rows.length < atOnce) return;
    }
  } finally {
    await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}
