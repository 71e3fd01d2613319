import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openStorage } from './open-storage.ts';
import { type ObjectStorage, StorageUnavailableError } from './object-storage.ts';

let folder = '';
let s3: S3rver | undefined;
const storages: Record<string, () => ObjectStorage> = {
  'a folder': () => openStorage({ storageUrl: undefined, dataDir: folder }),
  'an S3 server': () => openStorage({ storageUrl: bucketAddress, dataDir: folder }),
};
let bucketAddress = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storage-'));
  const directory = path.join(folder, 's3');
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { port } = await s3.run();
  bucketAddress = `http://S3RVER:S3RVER@127.0.0.1:${port}/media/training?region=eu-central-1`;
});

afterAll(async () => {
  await s3?.close();
  await rm(folder, { recursive: true });
});

const bytes = Buffer.from('0123456789');

// rules/operation 17
test.each(Object.keys(storages))('%s stores, reads in part and removes', async (name) => {
  const [one, other] = [storages[name]?.(), storages[name]?.()];
  await one?.put('a/b', bytes);
  expect(Buffer.from((await other?.read('a/b', { start: 2, end: 5 })) ?? [])).toEqual(Buffer.from('234'));
  expect(Buffer.from((await other?.read('a/b', { start: 8, end: 100 })) ?? [])).toEqual(Buffer.from('89'));
  expect(await other?.read('a/b', { start: 10, end: 20 })).toHaveLength(0);
  expect(await other?.read('a/b', { start: 9, end: 11 })).toHaveLength(1);
  await other?.put('a/b', Buffer.from('again'));
  expect(Buffer.from((await one?.read('a/b', { start: 0, end: 5 })) ?? []).toString()).toBe('again');
  await one?.remove('a/b');
  await one?.remove('a/b');
  expect(await other?.read('a/b', { start: 0, end: 5 })).toBeUndefined();
});

test('a folder has whole files only, which no one else on the machine reads', async () => {
  await storages['a folder']?.().put('workspace/object', bytes);
  expect(await readdir(path.join(folder, 'storage/workspace'))).toEqual(['object']);
});

// rules/operation 17
test('what a crash left half written is removed after a day, and nothing else', async () => {
  const storage = openStorage({ storageUrl: undefined, dataDir: folder });
  await storage.put('kept', bytes);
  const drafts = path.join(folder, 'storage/.drafts');
  expect(await readdir(drafts)).toEqual([]);
  for (const name of ['old', 'new']) await writeFile(path.join(drafts, name), 'half');
  const before = new Date(Date.now() - 25 * 3_600_000);
  await utimes(path.join(drafts, 'old'), before, before);
  await storage.tidy();
  expect(await readdir(drafts)).toEqual(['new']);
  expect(await storage.read('kept', { start: 0, end: 10 })).toHaveLength(10);
});

test('what the storage refuses is told without its secret', async () => {
  const elsewhere = bucketAddress.replace('/media/', '/nowhere/');
  const put = openStorage({ storageUrl: elsewhere, dataDir: folder }).put('a', bytes);
  const message = await put.catch((error: unknown) => String(error));
  expect(message).toContain('404 NoSuchBucket');
  expect(message).not.toContain('S3RVER');
  await expect(openStorage({ storageUrl: elsewhere, dataDir: folder }).read('a', { start: 0, end: 1 })).rejects.toThrow(
    'NoSuchBucket',
  );
});

// rules/operation 2
test('an address of a bucket has a key, a secret and a bucket', () => {
  const STORAGE_URL = 'https://key:se%2Fcret@s3.example.com/bucket';
  expect(readConfig({ STORAGE_URL }).storageUrl).toBe(STORAGE_URL);
  for (const wrong of ['s3://bucket', 'https://s3.example.com/bucket', 'https://key:secret@s3.example.com/', 'x']) {
    expect(() => readConfig({ STORAGE_URL: wrong }), wrong).toThrow('https://KEY:SECRET@host/bucket');
  }
});

// rules/operation 17
test('a disk that never answers is given up in time, refuses others meanwhile, and is used again once it answers', async () => {
  const place = path.join(folder, 'hung');
  await mkdir(path.join(place, 'one'), { recursive: true });
  const pipes = ['one/a', 'one/b', 'one/c'].map((name) => path.join(place, name));
  // To open a pipe waits for who writes, as a network drive waits for its server.
  execFileSync('mkfifo', pipes);
  const storage = openFolderStorage(place, { work: 300, turn: 100 });
  await storage.put('other/kept', bytes);
  const read = (name: string) => storage.read(name, { start: 0, end: 10 });
  const hung = await Promise.allSettled(['one/a', 'one/b', 'one/c'].map(read));
  expect(hung).toMatchObject(Array.from({ length: 3 }, () => ({ reason: expect.any(StorageUnavailableError) })));
  // A workspace keeps two of three places.
  expect(await read('other/kept')).toHaveLength(10);
  await expect(read('one/x')).rejects.toThrow(StorageUnavailableError);
  for (const pipe of pipes.slice(0, 2)) await (await open(pipe, 'r+')).close();
  await expect.poll(() => read('one/x').catch(() => 'refused')).toBeUndefined();
});
