import { expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

const WORKSPACE = '0192f000-0000-7000-8000-000000000001';

test('grades that models gave before are known by the lower confidence; proposals and old grades say nothing', async () => {
  const db = await openDatabase(await freshDatabaseUrl({ empty: true }), 2);
  await db.orm.migrator.up({ to: '20261231-medians' });
  await db.pool.query(`insert into workspaces (id, slug, name, created_at) values ($1, 'acme', 'Acme', now())`, [
    WORKSPACE,
  ]);
  const client = await db.pool.connect();
  // Answers alone, without the people, modules and attempts that they hang on.
  await client.query('set session_replication_role = replica');
  for (const [n, speech, corrected, confidence, counts, prompt] of [
    [1, 0.8, null, 0.9, true, 'p'],
    [2, 0.8, 'So.', 0.9, true, 'p'],
    [3, null, null, 0.75, true, 'p'],
    [4, null, null, 0.95, false, 'p'],
    [5, null, null, 0.95, true, null],
  ]) {
    await client.query(
      `with heard as (
         insert into spoken_answers (workspace_id, answer_id, speech_confidence, corrected)
         values ($1, lpad($2::text, 32, '0')::uuid, $3, $4))
       insert into grades (workspace_id, answer_id, number, kind, counts, score, confidence, provider, model, prompt, by_name, at)
       values ($1, lpad($2::text, 32, '0')::uuid, 1, 'model', $6, 1, $5, 'anthropic', 'm', $7, 'AI grading', now())`,
      [WORKSPACE, n, speech, corrected, confidence, counts, prompt],
    );
  }
  client.release(true);

  await migrate(db);

  const { rows } = await db.pool.query('select compared::float8 from grades order by answer_id');
  expect(rows.map(({ compared }) => compared)).toEqual([0.8, 0.9, 0.75, null, null]);
  await expect(db.pool.query('update grades set score = 0')).rejects.toThrow(/never changed/);
  await db.close();
});
