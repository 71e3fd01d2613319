import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { textHash } from '../../features/suggestions/intake/normalise.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

test('suggestions from before are known by their sources, pages and words', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261124-ai-destinations' });
  const workspace = randomUUID();
  await db.pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    workspace,
  ]);
  const store = async (source: string, content: string, day: number) => {
    const id = randomUUID();
    await db.pool.query(
      `insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_url, created_at)
       values ($1, $2, 'pending', 'Lifting', $3, $4, $5, 'https://wiki.example.com/1', $6)`,
      [workspace, id, content, textHash(content), source, new Date(Date.UTC(2026, 10, day))],
    );
    return id;
  };
  const first = await store('Wiki  Pages', 'Bend your knees.', 1);
  const respelt = await store('wiki pages', 'Bend your knees.', 2);
  const newer = await store('WIKI PAGES', 'Bend your legs.', 3);
  // More than are read at a time.
  for (let n = 0; n < 220; n++) await store('Drive', `Text ${n}`, 4);

  await migrate(db);

  const { rows } = await db.pool.query<{ id: string; source_key: string; document: string }>(
    'select id, source_key, document from suggestions where id = any($1) order by created_at',
    [[first, respelt, newer]],
  );
  expect(rows.map(({ id, source_key }) => [id, source_key])).toEqual([
    [first, 'wiki pages'],
    [respelt, `wiki pages ${respelt}`],
    [newer, 'wiki pages'],
  ]);
  expect(new Set(rows.map(({ document }) => document)).size).toBe(1);
  const { rows: keys } = await db.pool.query<{ n: number }>(
    'select count(distinct suggestion_id)::int as n from suggestion_keys where workspace_id = $1',
    [workspace],
  );
  // The respelt one has the very keys of the first, which stands for both.
  expect(keys).toEqual([{ n: 222 }]);
  await db.close();
});
