import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

const WORKSPACE = '0192f000-0000-7000-8000-000000000001';

test('what was called with pooled keys before counts in its month, and what was called with own keys does not', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261126-hot-writes' });
  await db.pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    WORKSPACE,
  ]);
  for (const [at, own, cost] of [
    ['2026-10-31T23:59:59Z', false, 0.5],
    ['2026-11-01T00:00:00Z', false, 0.25],
    ['2026-11-22T12:00:00Z', false, 0.00000001],
    ['2026-11-22T12:00:00Z', true, 9],
    ['2026-11-22T12:00:00Z', false, null],
  ]) {
    await db.pool.query(
      `insert into ai_calls (workspace_id, id, at, capability, purpose, provider, model, own, input_tokens, output_tokens,
         seconds, duration_ms, outcome, cost_usd)
       values ($1, gen_random_uuid(), $2, 'generation', 'card_generation', 'openai', 'gpt-6-luna', $3, 1, 1, 0, 1, 'ok', $4)`,
      [WORKSPACE, at, own, cost],
    );
  }

  await migrate(db);

  const { rows } = await db.pool.query('select month::text, charged from ai_budget_months order by month');
  expect(rows).toEqual([
    { month: '2026-10-01', charged: '500000000' },
    { month: '2026-11-01', charged: '250000010' },
  ]);
  await db.close();
});
