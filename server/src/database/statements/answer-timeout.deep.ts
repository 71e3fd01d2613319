import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { databaseUnavailabilityOf } from '../database-unavailable.ts';
import { NO_TIMEOUTS, WorkPool } from './work-pool.ts';

const pool = async () =>
  new WorkPool({ url: await freshDatabaseUrl(), size: 1, name: 'test', limits: { ...NO_TIMEOUTS, answer: 600 } });

// rules/bounds 6
test('a query without an answer fails as unreachable, with those behind it, and the next one has a new connection', async () => {
  const requests = await pool();
  const client = await requests.connect();
  const pid = 'select pg_backend_pid() as pid';
  const { rows: before } = await client.query(pid);
  const asked = ['select pg_sleep(60)', 'select 1'].map((text) => client.query({ text, name: text }));
  for (const result of await Promise.allSettled(asked)) {
    expect(result).toMatchObject({ status: 'rejected' });
    if (result.status === 'rejected') expect(databaseUnavailabilityOf(result.reason)).toBeDefined();
  }
  client.release(true);
  const { rows: after } = await requests.query(pid);
  expect(after[0].pid).not.toBe(before[0].pid);
  await requests.end();
});

test('answers in time keep a connection, however many queries it has in all, failed ones too', async () => {
  const requests = await pool();
  const client = await requests.connect();
  await expect(client.query('select 1/0')).rejects.toThrow('division by zero');
  await expect(client.query({ text: 'select $1::int', values: ['x'] })).rejects.toThrow('invalid input syntax');
  for (let n = 0; n < 4; n++) await client.query({ text: 'select pg_sleep(0.25)', name: 'nap' });
  await Promise.all(['0.3', '0.3', '0.3'].map((s) => client.query(`select pg_sleep(${s})`)));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  await requests.end();
});
