import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { connect } from '../../../../test/database.ts';
import { KEYRING, startTestServer, type TestServer } from '../../../../test/server.ts';
import { commandsWith } from '../../../../test/wtp.ts';
import { sendMedia, authoringOn } from '../../courses/modules/authoring-fixture.ts';

const CLI = path.resolve(import.meta.dirname, '../../../../dist/cli.js');
const folder = mkdtempSync(path.join(os.tmpdir(), 'move-media-'));
let s3: S3rver | undefined;
let bucket = '';

beforeAll(async () => {
  const directory = path.join(folder, 's3');
  const configureBuckets = [{ name: 'media', configs: [] }];
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  bucket = `http://S3RVER:S3RVER@127.0.0.1:${(await s3.run()).port}/media/there`;
});

afterAll(async () => {
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ORIGIN = 'https://eu.example.org';
const VTT = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.500\nLift slowly\n');
const LONG = Buffer.concat([VTT, Buffer.from('\n'.repeat(900_000))]);

/** Two installations, of which the second has a bucket or the first one's folder; media of two pieces in the first. */
async function twoStorages({ piece = 500_000, STORAGE_URL }: { piece?: number; STORAGE_URL?: string } = {}) {
  const DATA_DIR = mkdtempSync(path.join(folder, 'here-'));
  const storage = { DATA_DIR, ...(STORAGE_URL !== undefined && { STORAGE_URL }) };
  const here = await startTestServer({ env: storage });
  const there = await startTestServer({ env: { STORAGE_URL: bucket, DATA_DIR: mkdtempSync(path.join(folder, 'x-')) } });
  const workspace = await here.make.createdWorkspace();
  const author = await authoringOn(here).trainer(workspace);
  const { digest } = await sendMedia(author.client, LONG, undefined, piece);
  // A piece of no file.
  await author.client.media.upload.mutate(new Blob(['WEBVTT']));
  const commands = commandsWith({ DATABASE_URL: here.databaseUrl, ...storage, ...KEYRING });
  const words = ['workspace', 'move', workspace.slug, '--to', there.databaseUrl, '--origin', ORIGIN];
  const stored = () =>
    readdirSync(path.join(DATA_DIR, 'storage', workspace.id)).map((name) =>
      path.join(DATA_DIR, 'storage', workspace.id, name),
    );
  return {
    here,
    there,
    workspace,
    author,
    digest,
    stored,
    /** The command as a process, and its environment. */
    process: { words, env: { DATABASE_URL: here.databaseUrl, ...storage, ...KEYRING } },
    move: (...more: string[]) => commands.json([...words, ...more]),
    failure: async (...more: string[]) => (await commands.wtp([...words, ...more])).stderr,
    /** The command where another folder is set up. */
    elsewhere: (...more: string[]) =>
      commands.wtp([...words, ...more], { DATA_DIR: mkdtempSync(path.join(folder, 'no-')) }),
  };
}

async function served(server: TestServer, { slug }: { slug: string }, digest: string, email: string) {
  const headers = { cookie: await server.signIn(email) };
  return Buffer.from(await (await fetch(`${server.base}/media/${slug}/${digest}`, { headers })).arrayBuffer());
}

// rules/workspaces 7
test('media move along, from a folder to a bucket, and nothing of them stays', { tags: ['deep'] }, async () => {
  const { there, workspace, author, digest, stored, move, failure } = await twoStorages();
  expect(await failure()).toContain('--storage: The workspace has files in the storage');
  expect(await failure('--storage', 'ftp://x')).toContain('--storage: Must be a folder');
  expect(stored()).toHaveLength(3);
  expect(await move('--storage', bucket)).toMatchObject({ step: 'finished', progress: { objects: 3, stored: 3 } });
  expect((await served(there, workspace, digest, author.user.email)).equals(LONG)).toBe(true);
  expect(stored()).toEqual([]);
});

// rules/workspaces 7
test('a storage that both have is left as it is', { tags: ['deep'] }, async () => {
  const { workspace, stored, move } = await twoStorages();
  const before = stored();
  expect(await move('--storage', path.dirname(path.dirname(before[0]!)))).toMatchObject({ step: 'finished' });
  expect(stored()).toEqual(before);
  expect(before[0]).toContain(workspace.id);
});

// rules/workspaces 7
test(
  'bytes that differ there stop the move before the switch; run again, it goes through',
  { tags: ['deep'] },
  async () => {
    const { here, there, workspace, author, digest, move, failure } = await twoStorages({ STORAGE_URL: bucket });
    const other = mkdtempSync(path.join(folder, 'other-'));
    const { rows } = await here.db.pool.query<{ id: string; size: number }>(
      'select id, size from media_pieces where workspace_id = $1 and digest is not null order by n',
      [workspace.id],
    );
    await mkdir(path.join(other, workspace.id));
    await writeFile(path.join(other, workspace.id, rows[0]!.id), Buffer.alloc(rows[0]!.size, 7));
    expect(await failure('--storage', other)).toContain(`The bytes of file ${digest} differ in the other storage`);
    expect((await there.db.pool.query('select from workspaces where is_away')).rowCount).toBe(1);
    expect((await served(here, workspace, digest, author.user.email)).equals(LONG)).toBe(true);
    expect(await move('--storage', other)).toMatchObject({ step: 'finished' });
    expect(readdirSync(path.join(other, workspace.id))).toHaveLength(3);
  },
);

/** Stands before the bucket, notes what is put there, and never answers one of the requests. */
async function holdingAt(nth: number) {
  const puts: string[] = [];
  const held = Promise.withResolvers<void>();
  const before = new URL(bucket);
  const { port } = before;
  const proxy = createServer((asked, answer) => {
    if (asked.method === 'PUT' && puts.push(asked.url ?? '') === nth) return held.resolve();
    const { method, url, headers } = asked;
    const passed = request({ agent: false, port, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  before.port = String(z.object({ port: z.number() }).parse(proxy.address()).port);
  return { address: before.href, puts, held: held.promise };
}

// rules/workspaces 7
test('a copy that is killed goes on where it was', { tags: ['deep'] }, async () => {
  const { there, workspace, author, digest, process: command, move, stored } = await twoStorages({ piece: 14_000 });
  const all = stored().length;
  const proxy = await holdingAt(60);
  const child = spawn(process.execPath, [CLI, ...command.words, '--storage', proxy.address], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...command.env },
    stdio: 'ignore',
  });
  await proxy.held;
  child.kill('SIGKILL');
  await once(child, 'close');
  const sent = proxy.puts.length;
  expect(await move('--storage', proxy.address)).toMatchObject({ step: 'finished', progress: { stored: all } });
  expect(proxy.puts.length - sent).toBeLessThan(all - 50);
  expect((await served(there, workspace, digest, author.user.email)).equals(LONG)).toBe(true);
});

/** Stops moves before a step in a database; returns what lets them go on. */
async function stopAt(step: string, { db: { pool } }: TestServer) {
  await pool.query(`
    create function test_stop() returns trigger language plpgsql as $$ begin raise 'stopped by the test'; end $$;
    create trigger test_stop before update on workspace_moves
      for each row when (new.step = '${step}') execute function test_stop()`);
  return () => pool.query('drop function test_stop() cascade');
}

// rules/workspaces 7
test('an aborted move leaves no copy', { tags: ['deep'] }, async () => {
  const { here, workspace, stored, move, failure } = await twoStorages();
  const other = mkdtempSync(path.join(folder, 'other-'));
  await stopAt('checking', here);
  expect(await failure('--storage', other)).toContain('stopped by the test');
  expect(readdirSync(path.join(other, workspace.id))).toHaveLength(3);
  expect(await move('--storage', other, '--abort')).toMatchObject({ aborted: true });
  expect([readdirSync(path.join(other, workspace.id)), stored().length]).toEqual([[], 3]);
});

// rules/workspaces 7
test(
  'media that are uploaded during a move without a storage stop it before the switch',
  { tags: ['deep'] },
  async () => {
    const DATA_DIR = mkdtempSync(path.join(folder, 'here-'));
    const here = await startTestServer({ env: { DATA_DIR } });
    const there = await startTestServer();
    const workspace = await here.make.createdWorkspace();
    const { client } = await authoringOn(here).trainer(workspace);
    const commands = commandsWith({ DATABASE_URL: here.databaseUrl, DATA_DIR, ...KEYRING });
    const writer = await connect(here.databaseUrl);
    const words = ['workspace', 'move', workspace.slug, '--to', there.databaseUrl, '--origin', ORIGIN];
    const leaving = commands.wtp(words);
    const stepIs = (step: string) => async () =>
      (await here.db.pool.query(`select from workspace_moves where step = $1 and progress ? 'compared'`, [step]))
        .rowCount;
    await expect.poll(stepIs('checking'), { interval: 5 }).toBe(1);
    await writer.query('begin');
    await writer.query(
      `insert into departments (workspace_id, id, name, created_at) values ($1, gen_random_uuid(), 'A', now())`,
      [workspace.id],
    );
    await expect.poll(stepIs('leaving')).toBe(1);
    await client.media.upload.mutate(new Blob([VTT]));
    await writer.query('commit');
    expect(await leaving).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run this again with the storage'),
    });
    const other = mkdtempSync(path.join(folder, 'other-'));
    expect(await commands.json([...words, '--storage', other])).toMatchObject({ progress: { objects: 1, stored: 1 } });
  },
);

// rules/workspaces 7
test(
  'a storage here that lacks media stops a move before it begins, unless they are said to be lost',
  { tags: ['deep'] },
  async () => {
    const { here, elsewhere, stored } = await twoStorages();
    const other = mkdtempSync(path.join(folder, 'other-'));
    expect((await elsewhere('--storage', other)).stderr).toMatch(/The storage here, .*, lacks 1 file, the first/);
    expect((await here.db.pool.query('select from workspace_moves')).rowCount).toBe(0);
    const { stdout } = await elsewhere('--storage', other, '--accept-missing-files', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ step: 'finished', progress: { objects: 3, stored: 0 } });
    expect(stored()).toHaveLength(3);
  },
);

// rules/workspaces 7
test.each([
  { ends: 'aborted', more: ['--abort'], left: 0 },
  { ends: 'finished', more: [], left: 2 },
])(
  'what was copied and then removed here is removed there once the move is $ends',
  { tags: ['deep'] },
  async ({ more, left }) => {
    const { here, workspace, move, failure } = await twoStorages();
    const other = mkdtempSync(path.join(folder, 'other-'));
    const goOn = await stopAt('checking', here);
    expect(await failure('--storage', other)).toContain('stopped by the test');
    await goOn();
    await here.db.pool.query('delete from media_pieces where workspace_id = $1 and digest is null', [workspace.id]);
    await move('--storage', other, ...more);
    expect(readdirSync(path.join(other, workspace.id))).toHaveLength(left);
  },
);

// rules/workspaces 7
test('an abort needs the storage that was copied to', { tags: ['deep'] }, async () => {
  const { here, workspace, move, failure, stored } = await twoStorages();
  const other = mkdtempSync(path.join(folder, 'other-'));
  await stopAt('checking', here);
  await failure('--storage', other);
  for (const wrong of [bucket, path.dirname(path.dirname(stored()[0]!))]) {
    expect(await failure('--storage', wrong, '--abort')).toContain(`copied to, ${other}. Give that one`);
  }
  expect(await move('--storage', other, '--abort')).toMatchObject({ aborted: true });
  expect([readdirSync(path.join(other, workspace.id)), stored().length]).toEqual([[], 3]);
});

// rules/workspaces 7
test('after the switch, nothing here is removed unless the storage given has it', { tags: ['deep'] }, async () => {
  const { there, workspace, move, failure, stored } = await twoStorages();
  const [other, wrong] = [mkdtempSync(path.join(folder, 'other-')), mkdtempSync(path.join(folder, 'wrong-'))];
  const goOn = await stopAt('switched', there);
  expect(await failure('--storage', other)).toContain('stopped by the test');
  await goOn();
  const same = path.dirname(path.dirname(stored()[0]!));
  for (const storage of [wrong, same]) {
    expect(await failure('--storage', storage)).toContain(`copied to, ${other}. Give that one`);
  }
  expect(stored()).toHaveLength(3);
  expect(await move('--storage', other)).toMatchObject({ step: 'finished' });
  expect([readdirSync(path.join(other, workspace.id)).length, stored()]).toEqual([3, []]);
});

// rules/workspaces 7
test('after the switch, a storage that both have is left as it is, whatever is given', { tags: ['deep'] }, async () => {
  const { there, move, failure, stored } = await twoStorages();
  const goOn = await stopAt('switched', there);
  expect(await failure('--storage', path.dirname(path.dirname(stored()[0]!)))).toContain('stopped by the test');
  await goOn();
  expect(await move('--storage', mkdtempSync(path.join(folder, 'wrong-')))).toMatchObject({ step: 'finished' });
  expect(stored()).toHaveLength(3);
});
