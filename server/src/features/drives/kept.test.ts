import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';

const { db, make } = await startTestServer();

test('what tells how drives fared is kept for as long as it is shown, and consents for as long as they are good', async () => {
  const workspace = await make.workspace();
  const { id } = await make.drive(workspace);
  const file = await make.driveFile(workspace, id);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [1, 29, 32]) {
    await db.pool.query(
      `insert into drive_file_changes (workspace_id, id, connection_id, file_id, found_by, found_at)
       values ($1, gen_random_uuid(), $2, $3, 'poll', $4)`,
      [workspace.id, id, file.id, ago(days)],
    );
  }
  for (const days of [300, 200, 100]) {
    await db.pool.query(
      `insert into drive_crawls (workspace_id, id, connection_id, cause, state, started_at, finished_at)
       values ($1, gen_random_uuid(), $2, 'night', 'done', $3, $3)`,
      [workspace.id, id, ago(days)],
    );
  }
  for (const days of [0, 1]) {
    await db.pool.query(
      `insert into drive_authorizations (workspace_id, id, state_hash, session_id, verifier, created_at)
       values ($1, gen_random_uuid(), sha256($2::text::bytea), 'session', 'verifier', $3)`,
      [workspace.id, String(days), ago(days)],
    );
  }
  await deleteExpiredData(db);
  const count = async (table: string) => (await db.pool.query(`select 1 from ${table}`)).rowCount;
  expect(await count('drive_file_changes')).toBe(2);
  // The last crawl is kept, because the card shows it.
  const { rows } = await db.pool.query<{ started_at: Date }>('select started_at from drive_crawls');
  expect(rows.map(({ started_at: at }) => Math.round((Date.now() - at.getTime()) / 86_400_000))).toEqual([100]);
  expect(await count('drive_authorizations')).toBe(1);
});
