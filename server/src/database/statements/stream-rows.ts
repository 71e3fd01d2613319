import type pg from 'pg';
import type { Parameter } from './statement-parameters.ts';
import type { Statement } from './statement.ts';

/**
 * Streams the rows of one snapshot in batches, for responses too long for memory. Uses a connection until all rows are
 * read or `return` is called, so the consumer must not be slow.
 * @param atOnce Rows per batch.
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
    // All rows are needed, so PostgreSQL must optimise for all of them, not for the first ones.
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
