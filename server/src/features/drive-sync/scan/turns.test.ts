import { expect, test } from 'vitest';
import { CRAWLS } from './claim-crawl.ts';
import { startCrawlWorker } from './start-crawl-worker.ts';
import { memoryDrive, startWalks } from './walks-fixture.ts';

test('one walk of a drive at a time: who asks for another while one runs is told so', async () => {
  const { connected, instance } = await startWalks();
  const { start, walks, pick } = await connected(memoryDrive());
  await pick('root');
  const asked = await Promise.allSettled([1, 2, 3].map(() => start()));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(start()).rejects.toMatchObject({ code: 'drive_scan_running', status: 409 });
  await instance().walk();
  await start();
  expect(await walks()).toMatchObject([{ state: 'done' }, { state: 'running' }]);
});

test('of two instances one has a walk, and workspaces take turns', async () => {
  const { connected, db, make } = await startWalks();
  const busy = await make.workspace();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => connected(memoryDrive(), busy)));
  const quiet = await connected(memoryDrive());
  for (const each of [one!, two!, three!, quiet]) await each.start();
  const claims = await Promise.all([CRAWLS.claim(db.pool, 1), CRAWLS.claim(db.pool, 1)]);
  const taken = claims.flat();
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  while (taken.length < 2) taken.push(...(await CRAWLS.claim(db.pool, 1)));
  expect(new Set(taken.map(({ workspaceId }) => workspaceId))).toEqual(new Set([busy.id, quiet.workspace.id]));
});

test('each instance is at work on two walks at once, and ends what it has begun when it stops', async () => {
  const { connected, instance, db } = await startWalks();
  const stopping = new AbortController();
  const reached = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  const drives = [];
  for (let n = 0; n < 4; n++) {
    const memory = memoryDrive();
    memory.file(`file-${n}`, 'root');
    memory.whenAsked(async ({ verb }) => {
      if (verb !== 'list') return;
      most = Math.max(most, ++underWay);
      if (underWay === 2) reached.resolve();
      await reached.promise;
      underWay -= 1;
    });
    const drive = await connected(memory);
    await drive.pick('root');
    await drive.start();
    drives.push(drive);
  }
  const walking = startCrawlWorker(instance(stopping).services);
  for (const drive of drives) {
    await expect.poll(async () => (await drive.walks()).map(({ state }) => state)).toEqual(['done']);
  }
  expect(most).toBe(2);
  stopping.abort();
  await walking.stop();
  const { rows } = await db.pool.query('select from drive_walks where leased_until is not null');
  expect(rows).toEqual([]);
});

test('a server that stops gives its walk back at once', async () => {
  const { connected, instance } = await startWalks();
  const memory = memoryDrive({ pageSize: 1 });
  for (let n = 0; n < 5; n++) memory.file(`file-${n}`, 'root');
  const { pick, start, walks } = await connected(memory);
  await pick('root');
  await start();
  const stopping = new AbortController();
  let pages = 0;
  memory.whenAsked(({ verb }) => {
    if (verb === 'list' && ++pages === 3) stopping.abort();
  });
  await instance(stopping).turn();
  expect(await walks()).toMatchObject([{ state: 'running' }]);
  await instance().walk();
  expect(await walks()).toMatchObject([{ state: 'done', files: 5 }]);
});

test('a walk gives way to whoever waits for an answer: the next page is asked for once the one before is stored', async () => {
  const { connected, instance } = await startWalks();
  for (const isBusy of [true, false]) {
    const memory = memoryDrive({ pageSize: 1 });
    for (let n = 0; n < 4; n++) memory.file(`file-${n}`, 'root');
    const { pick, start, walks } = await connected(memory);
    await pick('root');
    await start();
    const stored: number[] = [];
    memory.whenAsked(async ({ verb }) => {
      if (verb === 'list') stored.push((await walks())[0]!.files);
    });
    await instance(new AbortController(), () => isBusy).walk();
    expect(await walks()).toMatchObject([{ state: 'done', files: 4 }]);
    if (isBusy) expect(stored).toEqual([0, 1, 2, 3]);
    else expect(Math.max(...stored)).toBeLessThanOrEqual(3);
  }
});
