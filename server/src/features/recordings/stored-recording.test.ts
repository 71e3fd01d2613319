import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBucket } from '../../../test/bucket.ts';
import { wav } from '../../../test/documents/make-recordings.ts';
import { startProcess } from '../../../test/process.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';
import { storeAndDeletePendingBlobs } from '../../app/store-and-delete-pending-blobs.ts';
import { objectNameOfBlobPart } from '../../database/blob-tables.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { StorageUnavailableError } from '../../platform/storage/object-storage.ts';
import { startGradingServer } from '../grading/grading-fixture.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
const AUTH_SECRET = 'x'.repeat(40);
const { server, before, cast, providers } = await startGradingServer({
  env: { STORAGE_URL: bucket.address, AUTH_SECRET },
});
const { pool } = server.db;

/** A recording of two parts. */
const LONG = new Uint8Array(1_500_000);
LONG.set(wav(0, { rate: 48_000, says: 1_499_956 }));
LONG.fill(7, 1_000_000);

type Me = Awaited<ReturnType<typeof before>>;

/** Plays a recording as its learner, or a part of it. */
async function play({ learner, workspace }: Me, recording_id: string, range?: string) {
  const url = `${server.base}/api/workspaces/${workspace.slug}/recordings/${recording_id}`;
  const answer = await fetch(url, { headers: { ...learner.headers, ...(range && { range }) } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const isWhole = async (...playing: Parameters<typeof play>) => {
  const { status, bytes } = await play(...playing);
  return status === 200 && bytes.equals(LONG);
};

/** Names of the parts’ objects that the storage has, of as many as there may be. */
async function objects({ workspace }: Me, id: string, storage = server.storage) {
  const names = [0, 1].map((n) => objectNameOfBlobPart({ workspaceId: workspace.id, id, n }));
  const read = await Promise.all(names.map((name) => storage.read(name, { start: 0, end: 1 })));
  return names.filter((_, n) => read[n] !== undefined).length;
}

async function parts(id: string) {
  const read = 'select bytes, size from recording_parts where recording_id = $1 order by n';
  return (await pool.query<{ bytes: null; size: number }>(read, [id])).rows;
}

const send = ({ learner }: Me, bytes = LONG) => learner.client.grading.uploadRecording.mutate(new Blob([bytes]));

/** Puts the bytes back into columns, as an earlier version stored them. */
async function intoColumns({ workspace }: Me, id: string): Promise<void> {
  for (const [n, { size }] of (await parts(id)).entries()) {
    const name = objectNameOfBlobPart({ workspaceId: workspace.id, id, n });
    const bytes = await server.storage.read(name, { start: 0, end: size });
    await pool.query(`update recording_parts set bytes = $3, size = null where recording_id = $1 and n = $2`, [
      id,
      n,
      bytes,
    ]);
    await server.storage.remove(name);
  }
}

// rules/operation 17
test('recordings are objects in the bucket; those in columns of an earlier version are played, and move there', async () => {
  const me = await before();
  const { recording_id: id } = await send(me);
  const stored = await parts(id);
  expect(stored.map(({ bytes }) => bytes)).toEqual([null, null]);
  expect(stored.reduce((sum, { size }) => sum + size, 0)).toBe(LONG.length);
  expect([await objects(me, id), await isWhole(me, id)]).toEqual([2, true]);
  const middle = stored[0]!.size;
  const range = `bytes=${middle - 5}-${middle + 4}`;
  await intoColumns(me, id);
  expect([await objects(me, id), await isWhole(me, id)]).toEqual([0, true]);
  expect(await play(me, id, range)).toEqual({ status: 206, bytes: Buffer.from(LONG.subarray(middle - 5, middle + 5)) });
  await storeAndDeletePendingBlobs(server);
  expect(await parts(id)).toEqual(stored);
  expect([await objects(me, id), await isWhole(me, id)]).toEqual([2, true]);
  expect(await play(me, id, range)).toMatchObject({
    status: 206,
    bytes: Buffer.from(LONG.subarray(middle - 5, middle + 5)),
  });
});

test('a recording that the bucket has lost is 404 at once, and a connection ends where only a part is there', async () => {
  const me = await before();
  const { recording_id: id } = await send(me);
  const lose = (n: number) => server.storage.remove(objectNameOfBlobPart({ workspaceId: me.workspace.id, id, n }));
  await lose(1);
  await expect(play(me, id)).rejects.toThrow();
  await lose(0);
  expect((await play(me, id)).status).toBe(404);
});

// rules/operation 17
test('while the bucket is away, uploads and plays are 503 and say so, what is transcribed waits, and nothing is left', async () => {
  const me = await before();
  const { recording_id: id } = await send(me);
  bucket.fail();
  onTestFinished(() => bucket.restore());
  await expect(send(me, new Uint8Array(wav(3)))).rejects.toMatchObject({
    data: {
      httpStatus: 503,
      app_code: 'unavailable',
      detail: expect.stringContaining('Files can’t be stored or read'),
    },
  });
  const { status, bytes } = await play(me, id);
  expect([status, JSON.parse(bytes.toString())]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
  const arriving = `select from recordings where user_id = $1 and state = 'arriving'`;
  expect((await pool.query(arriving, [me.learner.id])).rowCount).toBe(0);

  providers.say(LONG, { text: 'I stop the belt', language: 'en' });
  const { attempt_id, question_id } = me;
  const response = { by: 'recording' as const, recording_id: id };
  const { answer } = await me.learner.client.grading.answerSpoken.mutate({ attempt_id, question_id, response });
  const waits = `select from ai_jobs where workspace_id = $1 and progress_step = 'Waits for the storage of files'`;
  await expect.poll(async () => (await pool.query(waits, [me.workspace.id])).rowCount).toBe(1);
  bucket.restore();
  await pool.query(`update ai_jobs set due_at = now() where workspace_id = $1 and state = 'queued'`, [me.workspace.id]);
  expect(await me.heard(answer.answer_id)).toMatchObject({ transcript: { text: 'I stop the belt' } });
  await pool.query(`update recording_parts set remove_at = now() where remove_at is not null`);
  await storeAndDeletePendingBlobs(server);
  expect((await pool.query(`select from recording_parts where remove_at is not null`)).rowCount).toBe(0);
});

// rules/bounds 7
test('plays that a slow bucket doesn’t answer keep nobody else of the workspace waiting', async () => {
  const me = await before();
  const { recording_id: id } = await send(me);
  bucket.hang();
  onTestFinished(() => bucket.restore());
  const plays = Array.from({ length: 8 }, async () => play(me, id));
  const played = Promise.all(plays);
  await expect.poll(() => bucket.kept()).toBeGreaterThanOrEqual(6);
  await me.learner.client.learning.library.query({});
  bucket.restore();
  expect((await played).map(({ status }) => status)).toEqual(plays.map(() => 200));
}, 40_000);

// rules/operation 17
test(
  'a server that is killed while a recording arrives leaves nothing in the bucket after an hour',
  { tags: ['deep'] },
  async () => {
    const me = await before();
    const settings = {
      DATABASE_URL: server.databaseUrl,
      AUTH_SECRET,
      STORAGE_URL: bucket.address,
      DATABASE_POOL_SIZE: '4',
    };
    const { child, base, ended } = startProcess(settings);
    const headers = { ...me.learner.headers, origin: await base, 'content-type': 'application/octet-stream' };
    bucket.keepAnswerOf(2);
    onTestFinished(() => bucket.restore());
    const sending = fetch(`${await base}/api/trpc/grading.uploadRecording`, { method: 'POST', headers, body: LONG });
    const failing = expect(sending).rejects.toThrow();
    await expect.poll(() => bucket.kept()).toBe(1);
    child.kill('SIGKILL');
    await ended;
    await failing;
    const { rows } = await pool.query<{ id: string; state: string }>(
      'select id, state from recordings where user_id = $1',
      [me.learner.id],
    );
    const id = rows[0]!.id;
    expect([rows.length, rows[0]?.state, await objects(me, id)]).toEqual([1, 'arriving', 2]);
    await pool.query(`update recordings set created_at = now() - interval '2 hours' where id = $1`, [id]);
    await deleteExpiredData(server.db);
    await storeAndDeletePendingBlobs(server);
    expect([await objects(me, id), (await parts(id)).length]).toEqual([0, 0]);
  },
);

// rules/operation 4
test(
  'a sweep goes on where the storage refuses what is of one workspace, and names that afterwards',
  { tags: ['deep'] },
  async () => {
    const [one, another, old] = [await before(await cast()), await before(await cast()), await before(await cast())];
    const [{ recording_id: first }, { recording_id: second }] = [await send(one), await send(another)];
    const { recording_id: third } = await send(old);
    const { recording_id: refused } = await send(one, new Uint8Array(wav(4)));
    await intoColumns(old, third);
    await intoColumns(one, refused);
    await pool.query(`update recordings set created_at = now() - interval '2 days' where id = any ($1)`, [
      [first, second],
    ]);
    await deleteExpiredData(server.db);
    await pool.query(`update recording_parts set remove_at = now() - interval '1 day' where recording_id = $1`, [
      first,
    ]);
    const tried: string[] = [];
    const refuse = (name: string) => {
      if (!name.startsWith(one.workspace.id)) return;
      tried.push(name);
      throw new StorageUnavailableError(`${name} is refused`);
    };
    const storage: typeof server.storage = {
      ...server.storage,
      async put(name, bytes) {
        refuse(name);
        await server.storage.put(name, bytes);
      },
      async remove(name) {
        refuse(name);
        await server.storage.remove(name);
      },
    };
    await expect(storeAndDeletePendingBlobs({ db: server.db, storage })).rejects.toThrow('is refused');
    expect([await objects(another, second), (await parts(second)).length]).toEqual([0, 0]);
    expect([await objects(old, third), await isWhole(old, third)]).toEqual([2, true]);
    expect(tried.length).toBeLessThan(6);
    expect([await objects(one, first), (await parts(first)).length]).toEqual([2, 2]);
    await storeAndDeletePendingBlobs(server);
    expect([await objects(one, first), (await parts(first)).length]).toEqual([0, 0]);
    expect(await objects(one, refused)).toBe(1);
  },
);

// rules/operation 17
test('a sweep takes three minutes at most, and leaves nothing of what another one removed meanwhile', async () => {
  const me = await before();
  const [{ recording_id: id }, { recording_id: gone }] = [await send(me), await send(me, new Uint8Array(wav(5)))];
  await intoColumns(me, id);
  let passed = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => void vi.restoreAllMocks());
  const put: typeof server.storage.put = async (name, bytes) => {
    await server.storage.put(name, bytes);
    passed += 200_000;
  };
  const slowly = { db: server.db, storage: { ...server.storage, put } };
  await storeAndDeletePendingBlobs(slowly);
  expect(await objects(me, id)).toBe(1);
  await storeAndDeletePendingBlobs(slowly);
  expect([await objects(me, id), await isWhole(me, id)]).toEqual([2, true]);

  await intoColumns(me, gone);
  const late: typeof server.storage.put = async (name, bytes) => {
    await pool.query(`update recordings set created_at = now() - interval '2 days' where id = $1`, [gone]);
    await deleteExpiredData(server.db);
    await storeAndDeletePendingBlobs(server);
    expect(await parts(gone)).toEqual([]);
    await server.storage.put(name, bytes);
  };
  await storeAndDeletePendingBlobs({ db: server.db, storage: { ...server.storage, put: late } });
  expect(await objects(me, gone)).toBe(0);
});

// rules/operation 17
test(
  'a sweep that ends between an object and its row goes on with both, and takes no other workspace’s',
  { tags: ['deep'] },
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'recordings-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const inFolder = openStorage({ storageUrl: undefined, dataDir: folder });
    const me = await before();
    const [{ recording_id: id }, { recording_id: other }] = [await send(me), await send(me, new Uint8Array(wav(2)))];
    for (const [n, bytes] of [LONG.subarray(0, 1_048_576), LONG.subarray(1_048_576)].entries()) {
      await inFolder.put(objectNameOfBlobPart({ workspaceId: me.workspace.id, id, n }), bytes);
    }
    await inFolder.put(objectNameOfBlobPart({ workspaceId: me.workspace.id, id: other, n: 0 }), wav(2));
    const stored = path.join(folder, 'storage', me.workspace.id);
    expect(readdirSync(stored)).toHaveLength(3);
    await pool.query(`update recordings set created_at = now() - interval '2 days' where id = $1`, [id]);
    await deleteExpiredData(server.db);
    await inFolder.remove(objectNameOfBlobPart({ workspaceId: me.workspace.id, id, n: 0 }));
    await storeAndDeletePendingBlobs({ db: server.db, storage: inFolder });
    expect(readdirSync(stored)).toEqual([`${other}-0`]);
    expect(await parts(id)).toEqual([]);
  },
);

// rules/operation 17
test('a recording that the storage lost is stored again when it is sent again, under its id', async () => {
  const me = await before(await cast());
  const { recording_id } = await send(me);
  const names = [0, 1].map((n) => objectNameOfBlobPart({ workspaceId: me.workspace.id, id: recording_id, n }));
  await server.storage.remove(names[1]!);
  await expect(play(me, recording_id)).rejects.toThrow();
  expect((await send(me)).recording_id).toBe(recording_id);
  expect(await isWhole(me, recording_id)).toBe(true);
});
