import { afterAll, expect, test } from 'vitest';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { makerFor } from '../../../test/make.ts';
import { readConfig } from '../../core/config.ts';
import type { DriveContext } from '../../core/context.ts';
import { openOperatorDatabase, type OperatorDatabase } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { openKeyring } from '../../platform/encryption/keyring.ts';
import { createDriveProviders } from '../../providers/drives/drive-providers.ts';
import { KEYRING } from '../../../test/server.ts';
import { claimFiles } from '../drive-sync/ingest/claim-file.ts';
import { listScannedDriveFiles } from './list-scanned-drive-files.ts';
import { listDrives } from './list-drives.ts';

/** Far more files than pages that may be read: a page of PostgreSQL holds about 15 files. */
const FILES = 10_000;

const databases: OperatorDatabase[] = [];
afterAll(() => Promise.all(databases.map((db) => db.close())));

/** Opens a database with one connection, so that its reads can be counted. Autovacuum is off. */
async function open(): Promise<OperatorDatabase> {
  const db = await openOperatorDatabase(await freshDatabaseUrl(), 1);
  databases.push(db);
  await db.pool.query('alter table drive_files set (autovacuum_enabled = off)');
  return db;
}

/** Creates a drive with `FILES` files in one picked folder, nine of ten of them skipped. */
async function largeDrive(db: OperatorDatabase) {
  const make = makerFor(db);
  const workspace = await make.workspace();
  const { id } = await make.drive(workspace);
  const folder = await make.driveFolder(workspace, id);
  await db.pool.query(
    `insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
       folder_id, url, checksum, revision, seen_as, state, reason, state_at)
     select $1, gen_random_uuid(), $2, 'file-' || n, false, 'File ' || n, 'text/plain', array[$3::text], $4,
       'https://drive.example.com/file/d/' || repeat('x', 44) || '/view', 'md5:' || md5(n::text), '7', sha256(n::text::bytea),
       case when n % 10 = 0 then 'not_relevant' else 'skipped' end, case when n % 10 > 0 then 'unsupported' end,
       now() - n * interval '1 second'
     from generate_series(1, ${FILES}) n`,
    [workspace.id, id, folder.providerId, folder.id],
  );
  const config = readConfig(KEYRING);
  const ctx: DriveContext = {
    ...make.contextOf(workspace),
    ai: { keyring: openKeyring(config), log: { error: () => {} } },
    drives: createDriveProviders(config.drives, () => 'http://127.0.0.1'),
  };
  return { workspace, id, ctx, key: { workspaceId: workspace.id, id } };
}

/** Number of pages of the table and its indexes that `work` reads. */
async function pagesRead({ pool }: OperatorDatabase, work: () => Promise<unknown>): Promise<number> {
  const soFar = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ pages: number }>(
      `select (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int as pages
       from pg_statio_user_tables where relname = 'drive_files'`,
    );
    return rows[0]?.pages ?? 0;
  };
  const before = await soFar();
  await work();
  return (await soFar()) - before;
}

/** Vacuums until the whole table is marked all-visible. Concurrent readers can delay that. */
async function vacuumed({ pool }: OperatorDatabase): Promise<{ pages: number }> {
  let table = { pages: 0, visible: 0 };
  await expect
    .poll(async () => {
      await pool.query('vacuum analyze drive_files');
      const { rows } = await pool.query<typeof table>(
        `select relpages as pages, relallvisible as visible from pg_class where relname = 'drive_files'`,
      );
      table = rows[0] ?? table;
      return table.pages > 0 && table.visible === table.pages;
    })
    .toBe(true);
  return table;
}

const makeDue = ({ pool }: OperatorDatabase) =>
  pool.query(`update drive_files set state = 'discovered', due_at = now() - random() * interval '1 hour'`);

test.each([
  ['nothing', false],
  ['that none was due', true],
])(
  'the next file of 10,000 that are due is taken without the others, where PostgreSQL knows %s',
  async (_, analysed) => {
    const db = await open();
    const { key } = await largeDrive(db);
    if (analysed) await db.pool.query('vacuum analyze drive_files');
    await makeDue(db);
    for (let n = 0; n < 3; n++) {
      expect(await pagesRead(db, () => claimFiles(db, 1, key))).toBeLessThan(300);
    }
  },
);

test('the list of 10,000 files reads a page of them, and the card counts them without reading any', async () => {
  const db = await open();
  const { id, ctx } = await largeDrive(db);
  const table = await vacuumed(db);
  const first = await listScannedDriveFiles(ctx, { id });
  expect(first.files.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `File ${n + 1}`));
  const deep = new Date(Date.now() - (FILES / 2) * 1_000).toISOString();
  for (const after of [undefined, first.next ?? undefined, `${deep}_${newId()}`]) {
    const read = () => listScannedDriveFiles(ctx, { id, ...(after && { after }) });
    expect((await read()).files).toHaveLength(50);
    expect(await pagesRead(db, read)).toBeLessThan(200);
  }
  const rare = () => listScannedDriveFiles(ctx, { id, states: ['suggested'] });
  expect(await pagesRead(db, rare)).toBeLessThan(100);

  const { drives } = await listDrives(ctx);
  expect(drives).toMatchObject([
    {
      files: [
        { state: 'not_relevant', files: FILES / 10 },
        { state: 'skipped', files: FILES * 0.9 },
      ],
      cannot_read: [{ state: 'skipped', reason: 'unsupported', files: FILES * 0.9 }],
    },
  ]);
  expect(await pagesRead(db, () => listDrives(ctx))).toBeLessThan(table.pages / 4);
});
