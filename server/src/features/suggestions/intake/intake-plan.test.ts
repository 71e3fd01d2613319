import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabaseUrl } from '../../../../test/database.ts';
import { makerFor } from '../../../../test/make.ts';
import { openDatabase, type OpenDatabase } from '../../../database/database.ts';
import type { Parameter } from '../../../database/statement-parameters.ts';
import { createIntake, INSERT_SUGGESTION, intakeParameters } from './create-intake.ts';

const databases: OpenDatabase[] = [];
afterAll(() => Promise.all(databases.map((db) => db.close())));

const PAGE = 'https://wiki.example.com/page';
const Plan = z.tuple([z.object({ Plan: z.record(z.string(), z.unknown()) })]);

/** The plan that the connection has for a statement, and how many pages running it reads; nothing stays written. */
async function planOf(db: OpenDatabase, name: string, values: readonly Parameter[]) {
  const literals = values.map((value) => {
    if (value === null) return 'null';
    if (Array.isArray(value)) return `'{${value.join(',')}}'`;
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
    if (value instanceof Date) return `'${value.toISOString()}'`;
    return `'${String(value).replaceAll("'", "''")}'`;
  });
  await db.pool.query('begin');
  try {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': unknown }>(
      `explain (analyze, buffers, format json) execute "${name}" (${literals.join(', ')})`,
    );
    const [{ Plan: plan }] = Plan.parse(rows[0]?.['QUERY PLAN']);
    const pages = Number(plan['Shared Hit Blocks'] ?? 0) + Number(plan['Shared Read Blocks'] ?? 0);
    return { text: JSON.stringify(plan), pages };
  } finally {
    await db.pool.query('rollback');
  }
}

test.each([
  ['never analysed', false],
  ['analysed while they were empty', true],
])('an intake prepared for tables %s finds its rows by index when they are full', async (_, analysed) => {
  // One connection: what it has prepared for an empty table is what it runs when the table is full.
  const db = await openDatabase(await freshDatabaseUrl(), 1);
  databases.push(db);
  const make = makerFor(db);
  for (const table of ['suggestions', 'suggestion_keys']) {
    await db.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
    if (analysed) await db.pool.query(`vacuum analyze ${table}`);
  }
  const workspace = await make.workspace();
  const ctx = make.contextOf(workspace);
  const input = (content: string, source_name = 'Wiki') => ({ content, source_name, source_url: PAGE });
  // PostgreSQL keeps a plan for any values from the sixth time on.
  for (let n = 0; n < 8; n++) {
    for (const text of ['Text A', 'Text B', `Text ${n}`]) await createIntake(ctx, input(text));
    await createIntake(ctx, input(`Text ${n}`, 'Drive'));
  }
  const { rows: prepared } = await db.pool.query<{ name: string; kept: number }>(
    `select name, generic_plans::int as kept from pg_prepared_statements
     where statement ~ 'suggestion' and name <> '' order by name`,
  );
  // What seldom runs keeps no plan.
  expect(prepared).toEqual([{ name: 'insert-suggestion', kept: expect.any(Number) }]);
  for (const { kept } of prepared) expect(kept).toBeGreaterThan(0);

  await db.pool.query(
    `insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, document, created_at)
     select $1, gen_random_uuid(), 'pending', 'Title', repeat('word ', 50), sha256(n::text::bytea), 'Wiki', 'wiki', n, now()
     from generate_series(1, 20000) n`,
    [workspace.id],
  );
  await db.pool.query(
    `insert into suggestion_keys (workspace_id, key, source_key, suggestion_id)
     select workspace_id, document * 9 + k, source_key, id from suggestions, generate_series(1, 9) k
     where workspace_id = $1 and source_url is null`,
    [workspace.id],
  );

  const values = INSERT_SUGGESTION.values(intakeParameters(ctx, input('One more text', 'Intranet')).values);
  const kept = await planOf(db, 'insert-suggestion', values);
  expect(kept.text).not.toContain('Seq Scan');
  await db.pool.query('analyze suggestions');
  await db.pool.query('analyze suggestion_keys');
  const anew = await planOf(db, 'insert-suggestion', values);
  expect(kept.pages).toBeLessThan(2 * anew.pages + 100);
});
