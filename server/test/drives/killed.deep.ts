import { expect, onTestFinished, test } from 'vitest';
import { changesOf } from '../../src/features/drive-sync/poll/changes-fixture.ts';
import { driveMaker, startGoogle } from '../../src/features/drive-sync/ingest/files-fixture.ts';
import { startCrawl } from '../../src/features/drive-sync/crawl/start-crawl.ts';
import { createWorkspaceEntityManager } from '../../src/core/transaction.ts';
import { startProcess } from '../process.ts';
import { KEYRING, startTestServer } from '../server.ts';
import { startLarkStandIn } from './lark-stand-in.ts';

/** It runs no jobs: whatever is done is done by the processes. */
const server = await startTestServer();
const { pool } = server.db;
const google = await startGoogle();

const DATABASE_POOL_SIZE = '3';
const instance = (env: Record<string, string>) =>
  startProcess({ ...KEYRING, ...env, DATABASE_URL: server.databaseUrl, DATABASE_POOL_SIZE });

const FOLDERS = 12;
const FILES = 60;

/** Leases last 30 s of a connection, 90 s of a crawl and 120 s of a file. */
const ALL_LEASES = 240_000;

test('who is killed in the middle of a crawl is followed by another: each file is read, and suggested once', async () => {
  const { world, switches } = google;
  const { workspace, connection, folder, ctx } = await driveMaker(server, google)();
  for (let n = 0; n < FOLDERS; n++) {
    const within = world.folder({ name: `Folder ${n}`, in: folder });
    for (let i = 0; i < FILES / FOLDERS; i++) {
      world.document({
        name: `Rule ${n}.${i}`,
        text: `Rule ${n}.${i}: gate ${n * 10 + i} is closed at night.`,
        in: within,
      });
    }
  }
  const count = async (sql: string) => (await pool.query<{ n: number }>(sql, [workspace.id])).rows[0]?.n ?? 0;
  const listed = () => count('select max(folders) as n from drive_crawls where workspace_id = $1');
  switches.slow = 300;
  const id = await createWorkspaceEntityManager(ctx).transactional((em) =>
    startCrawl(em, ctx, connection.id, { cause: 'manual' }),
  );
  const first = instance(google.env);
  await expect.poll(listed, { timeout: 60_000 }).toBeGreaterThan(3);
  first.child.kill('SIGKILL');
  await first.ended;
  switches.slow = 0;
  expect(await listed()).toBeLessThan(FOLDERS);

  instance(google.env);
  const suggested = () =>
    count(`select count(*)::int as n from drive_files where workspace_id = $1 and state = 'suggested'`);
  await expect.poll(suggested, { timeout: ALL_LEASES, interval: 500 }).toBe(FILES);
  const { rows } = await pool.query('select id, state, files, missing from drive_crawls where workspace_id = $1', [
    workspace.id,
  ]);
  expect(rows).toEqual([{ id, state: 'done', files: FILES, missing: 0 }]);
  expect(await count('select count(*)::int as n from suggestions where workspace_id = $1')).toBe(FILES);
  expect(await count('select count(*)::int as n from drive_file_changes where workspace_id = $1')).toBe(FILES);
}, 400_000);

test('who is killed with the long connection of an app is followed by another, and nothing it missed is lost', async () => {
  const lark = await startLarkStandIn({ again: 200 });
  onTestFinished(() => lark.stop());
  const drives = changesOf(server, lark.env);
  const picked = lark.drive.addFolder('Handbook');
  const doc = lark.drive.addDocx('Forklifts', 'Forklifts');
  lark.drive.move(doc, picked);
  const { appId, appSecret } = lark.app;
  const { id } = await drives.connected({
    kind: 'lark',
    appId,
    push: 'long_connection',
    credential: { auth: 'app', kind: 'lark', appId, appSecret, encryptKey: null, verificationToken: null },
    pick: picked,
  });
  await pool.query('update drive_connections set night = current_date + 7 where id = $1', [id]);
  const holder = async () =>
    (
      await pool.query<{ holder: string }>(
        'select lease_id as holder from directory.lark_connections where app_id = $1',
        [appId],
      )
    ).rows[0]?.holder;
  const texts = async () =>
    (
      await pool.query<{ content: string }>(
        'select s.content from suggestions s join drive_files f on f.workspace_id = s.workspace_id and f.id = s.drive_file_id ' +
          'where f.connection_id = $1 order by s.created_at',
        [id],
      )
    ).rows.map(({ content }) => content);

  const first = instance(lark.env);
  await expect.poll(() => lark.sockets.open, { timeout: 30_000 }).toBe(1);
  await expect.poll(texts, { timeout: 30_000 }).toEqual(['Forklifts']);
  const killed = await holder();
  const second = instance(lark.env);
  await second.base;
  expect(lark.sockets.open).toBe(1);
  expect(await holder()).toBe(killed);

  first.child.kill('SIGKILL');
  await first.ended;
  await expect.poll(() => lark.sockets.open).toBe(0);
  lark.drive.edit(doc, 'Forklifts, while nobody was told');
  await expect.poll(() => lark.sockets.open, { timeout: ALL_LEASES }).toBe(1);
  expect(await holder()).not.toBe(killed);
  await expect.poll(texts, { timeout: 90_000 }).toEqual(['Forklifts', 'Forklifts, while nobody was told']);
  lark.drive.edit(doc, 'Forklifts, told again');
  await expect.poll(texts, { timeout: 90_000 }).toHaveLength(3);
  expect(lark.sockets.open).toBe(1);
  const queued = await pool.query('select from drive_files_to_request where connection_id = $1', [id]);
  expect(queued.rowCount).toBe(0);
}, 400_000);
