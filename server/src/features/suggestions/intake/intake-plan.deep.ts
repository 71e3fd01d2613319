import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { freshDatabaseUrl } from '../../../../test/database.ts';
import { makerFor } from '../../../../test/make.ts';
import { openOperatorDatabase, type OperatorDatabase } from '../../../database/database.ts';
import type { StatementParameterValue } from '../../../database/statements/statement-parameters.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { lockCourse } from '../../courses/lock-course.ts';
import { insertDraftModule } from '../../courses/modules/create-module.ts';
import { createPushedSuggestion } from './create-intake.ts';
import { INSERT_SUGGESTION, toSuggestionParameters } from './enqueue.ts';

const databases: OperatorDatabase[] = [];
afterAll(() => Promise.all(databases.map((db) => db.close())));

const PAGE = 'https://wiki.example.com/page';
const Pushed = z.object({ id: z.string() });
const Plan = z.tuple([z.object({ Plan: z.record(z.string(), z.unknown()) })]);

/** Plan that the connection uses for a statement, and the number of pages read by it; writes are rolled back. */
async function planOf(db: OperatorDatabase, name: string, values: readonly StatementParameterValue[]) {
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

/** Opens a database with one connection, so that plans prepared for empty tables are also used for full ones. */
async function openEmptied(analysed: boolean): Promise<OperatorDatabase> {
  const db = await openOperatorDatabase(await freshDatabaseUrl(), 1);
  databases.push(db);
  for (const table of ['suggestions', 'suggestion_keys']) {
    await db.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
    if (analysed) await db.pool.query(`vacuum analyze ${table}`);
  }
  return db;
}

const fill = (db: OperatorDatabase, workspaceId: string) =>
  db.pool.query(
    `insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, document, created_at)
     select $1, gen_random_uuid(), 'pending', 'Title', repeat('word ', 50), sha256(n::text::bytea), 'Wiki', 'wiki', n, now()
     from generate_series(1, 20000) n`,
    [workspaceId],
  );

const WHEN_PREPARED = [
  ['never analysed', false],
  ['analysed while they were empty', true],
] as const;

test.each(WHEN_PREPARED)(
  'an intake prepared for tables %s finds its rows by index when they are full',

  async (_, analysed) => {
    const db = await openEmptied(analysed);
    const make = makerFor(db);
    const workspace = await make.workspace();
    const ctx = make.contextOf(workspace);
    const input = (content: string, source_name = 'Wiki') => ({ content, source_name, source_url: PAGE });
    // PostgreSQL keeps a generic plan from the sixth execution on.
    for (let n = 0; n < 8; n++) {
      for (const text of ['Text A', 'Text B', `Text ${n}`]) await createPushedSuggestion(ctx, input(text));
      await createPushedSuggestion(ctx, input(`Text ${n}`, 'Drive'));
    }
    const { rows: prepared } = await db.pool.query<{ name: string; kept: number }>(
      `select name, generic_plans::int as kept from pg_prepared_statements
     where statement ~ 'suggestion' and name <> '' order by name`,
    );
    // Statements marked `unprepared` keep no plan.
    expect(prepared).toEqual([{ name: 'insert-suggestion', kept: expect.any(Number) }]);
    for (const { kept } of prepared) expect(kept).toBeGreaterThan(0);

    await fill(db, workspace.id);
    await db.pool.query(
      `insert into suggestion_keys (workspace_id, key, source_key, suggestion_id)
     select workspace_id, document * 9 + k, source_key, id from suggestions, generate_series(1, 9) k
     where workspace_id = $1 and source_url is null`,
      [workspace.id],
    );

    const values = INSERT_SUGGESTION.values(toSuggestionParameters(ctx, input('One more text', 'Intranet')).values);
    const kept = await planOf(db, 'insert-suggestion', values);
    expect(kept.text).not.toContain('Seq Scan');
    await db.pool.query('analyze suggestions');
    await db.pool.query('analyze suggestion_keys');
    const anew = await planOf(db, 'insert-suggestion', values);
    expect(kept.pages).toBeLessThan(2 * anew.pages + 100);
  },
);

/** Number of suggestions read by all statements and constraint checks. */
async function rowsRead({ pool }: OperatorDatabase): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'suggestions'`,
  );
  return rows[0]?.read ?? 0;
}

test.each(WHEN_PREPARED)(
  'what a suggestion refers to is found by its key when tables %s are full',

  async (_, analysed) => {
    const db = await openEmptied(analysed);
    const make = makerFor(db);
    const workspace = await make.workspace();
    const ctx = make.contextOf(workspace);
    const { id: courseId } = await make.course(workspace);
    const push = async (content: string, source: object) => {
      const answer = await createPushedSuggestion(ctx, { content, source_name: 'Wiki', ...source });
      return Pushed.parse(JSON.parse(JSON.stringify(answer))).id;
    };
    const refer = {
      async superseded(n: number) {
        for (const content of [`Text ${n}`, `Newer text ${n}`]) await push(content, { source_url: PAGE });
      },
      async duplicate(n: number) {
        await push(`Newer text ${n}`, { source_name: 'Drive' });
      },
      async module(n: number) {
        const suggestionId = await push(`Article ${n}`, {});
        await inTransaction(ctx, async (em) => {
          const course = await lockCourse(em, ctx, courseId);
          await insertDraftModule(em, ctx, course, { title: `Article ${n}`, suggestionId });
        });
      },
    };
    for (let n = 0; n < 8; n++) for (const each of Object.values(refer)) await each(n);
    await fill(db, workspace.id);
    for (const [name, each] of Object.entries(refer)) {
      const before = await rowsRead(db);
      await each(8);
      expect((await rowsRead(db)) - before, name).toBeLessThan(200);
    }
  },
);
