import { expect, test } from 'vitest';
import { driveItem } from '../../../../test/drives/drive-item.ts';
import { startTestServer } from '../../../../test/server.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { upsertItems } from './upsert-items.ts';

const { db, make } = await startTestServer();

/** Creates a drive with one picked folder, in which a folder has `files` files that fit on one page of results. */
async function driveOf(files: number) {
  const workspace = await make.workspace();
  const { id } = await make.drive(workspace);
  const root = await make.driveFolder(workspace, id, { providerId: 'root' });
  await db.pool.query(
    `insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
       folder_id, checksum, revision, state, state_at)
     select $1, gen_random_uuid(), $2, case when n = 0 then 'inner' else 'file-' || n end, n = 0, 'Name', 'text/plain',
       case when n = 0 then array['root'] else array['inner'] end, $3, 'sum-' || n, '1', 'not_relevant', now()
     from generate_series(0, $4::integer) n`,
    [workspace.id, id, root.id, files],
  );
  await db.pool.query('analyze drive_files');
  const ctx = make.contextOf(workspace);
  const inner = (parent: string) => driveItem('inner', { kind: 'folder', parents: [parent] });
  const see = (items: Parameters<typeof upsertItems>[3]) =>
    createWorkspaceEntityManager(ctx).transactional(async (em) => {
      await upsertItems(em, ctx, { id }, items, { foundBy: 'poll', now: new Date() });
      // What this transaction has read row by row.
      const [read] = await em.execute<{ rows: string; fetched: string }[]>(
        `select seq_tup_read as rows, coalesce(idx_tup_fetch, 0) as fetched from pg_stat_xact_user_tables
         where relname = 'drive_files'`,
      );
      return { scanned: Number(read?.rows), fetched: Number(read?.fetched) };
    });
  return { see, moveTo: (parent: string) => see([inner(parent)]) };
}

test('what is seen is placed without all files being read', async () => {
  const { see } = await driveOf(20_000);
  const changed = [1, 2, 3].map((n) => driveItem(`file-${n}`, { parents: ['inner'], checksum: 'another' }));
  expect(await see(changed)).toMatchObject({ scanned: 0 });
});

test(
  'a folder that moves out costs no more rows for each file, however many are in it',
  { tags: ['deep'] },
  async () => {
    const rowsOf = async (files: number) => {
      const { moveTo } = await driveOf(files);
      const { scanned, fetched } = await moveTo('elsewhere');
      return scanned + fetched;
    };
    const few = await rowsOf(1_000);
    expect(few).toBeGreaterThan(1_000);
    // Eight times as many files; what grows with their square is read 64 times as often.
    expect(await rowsOf(8_000)).toBeLessThan(16 * few);
  },
);

// What grows with the square of the folders takes minutes.
test('a page of items that are each in a hundred unknown folders is stored', { tags: ['deep'] }, async () => {
  const { see } = await driveOf(10);
  const parents = (n: number) => Array.from({ length: 100 }, (_, m) => `unknown-${n}-${m}`);
  const items = Array.from({ length: 1_000 }, (_, n) => driveItem(`wide-${n}`, { parents: parents(n) }));
  await see(items);
  const { rows } = await db.pool.query(
    `select count(*)::integer as stored from drive_files where provider_id like 'wide-%'`,
  );
  expect(rows).toEqual([{ stored: 1_000 }]);
});
