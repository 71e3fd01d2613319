import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../test/database.ts';
import type { OperatorDatabase } from '../database.ts';
import { defineStatement } from './statement.ts';
import { toNumberedParameters } from './statement-parameters.ts';

let db: OperatorDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const NAMED = `:first::text || ':' || :second::text`;

const JOINED = defineStatement({
  name: 'test-joined',
  scope: 'global',
  sql: `select ${NAMED} as joined, (array[1, 2, 3])[1:2] as part,
    make_interval(secs := 0) = make_interval() and :first = :second as same`,
  row: z.strictObject({ joined: z.string(), part: z.array(z.number()), same: z.boolean() }),
});

test('parameters are numbered by their first mention; casts, slices and bare colons are left alone', () => {
  expect(toNumberedParameters(`select :b::int + :a, x[1:2], ':' || :b`)).toEqual({
    text: `select $1::int + $2, x[1:2], ':' || $1`,
    names: ['b', 'a'],
  });
});

test('it runs on the pool, on a connection and in the transaction of an entity manager', async () => {
  const given = { first: 'a', second: 'b' };
  const expected = { joined: 'a:b', part: [1, 2], same: false };
  const client = await db.pool.connect();
  expect(await JOINED.one(db.pool, given)).toEqual(expected);
  expect(await JOINED.all(client, given).finally(() => client.release())).toEqual([expected]);
  expect(await db.em.fork().transactional((em) => JOINED.first(em, given))).toEqual(expected);
});

test('each connection prepares it once, under its name', async () => {
  const client = await db.pool.connect();
  await JOINED.run(client, { first: 'a', second: 'b' });
  await JOINED.run(client, { first: 'c', second: 'd' });
  const { rows } = await client
    .query(`select name, generic_plans + custom_plans > 1 as again from pg_prepared_statements`)
    .finally(() => client.release());
  expect(rows).toEqual([{ name: 'test-joined', again: true }]);
});

test('a missing parameter, or one that the text does not name, does not compile', async () => {
  // @ts-expect-error -- a parameter is missing
  await expect(JOINED.run(db.pool, { first: 'a' })).rejects.toThrow('test-joined lacks its parameter second');
  // @ts-expect-error -- the text names no `third`
  expect(JOINED.values({ first: 'a', second: 'b', third: 'c' })).toEqual(['a', 'b']);
  // @ts-expect-error -- both parameters are missing
  expect(() => JOINED.values()).toThrow('lacks its parameter first');
});

test('rows that are not what the statement says are refused', async () => {
  const wrong = defineStatement({
    name: 'test-wrong',
    scope: 'global',
    sql: 'select count(*) as people',
    row: z.strictObject({ people: z.number() }),
  });
  await expect(wrong.one(db.pool)).rejects.toThrow(z.ZodError);
});

test('run says how many rows there were, or how many were changed', async () => {
  const made = defineStatement({
    name: 'test-made',
    scope: 'global',
    sql: `insert into directory.server_secrets (name, value) values (:name, 'x')`,
  });
  const kept = defineStatement({
    name: 'test-kept',
    scope: 'global',
    sql: 'select 1 from directory.server_secrets where name = any(:names)',
  });
  expect(await made.run(db.pool, { name: 'one' })).toBe(1);
  const both = await db.em
    .fork()
    .transactional(async (em) => [
      await made.run(em, { name: 'two' }),
      await kept.run(em, { names: ['one', 'two', 'three'] }),
    ]);
  expect(both).toEqual([1, 2]);
});

test('where there must be a row, its absence is an error that names the statement', async () => {
  const none = defineStatement({ name: 'test-none', scope: 'global', sql: 'select 1 where false' });
  expect(await none.first(db.pool)).toBeUndefined();
  await expect(none.one(db.pool)).rejects.toThrow('The statement test-none answered no row.');
});

test('two of one name are refused, and one of a tenant that names no workspace', () => {
  expect(() => defineStatement({ name: 'test-joined', scope: 'global', sql: 'select 2' })).toThrow(
    'There are two statements named test-joined',
  );
  expect(() => defineStatement({ name: 'test-lost', scope: 'tenant', sql: 'select * from users' })).toThrow(
    'test-lost names no :workspaceId',
  );
});
