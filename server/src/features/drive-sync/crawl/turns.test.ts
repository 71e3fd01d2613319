import { expect, test } from 'vitest';
import { CRAWL_QUEUE } from './claim-crawl.ts';
import { startCrawlWorker } from './start-crawl-worker.ts';
import { memoryDrive, startCrawls } from './crawls-fixture.ts';

// rules/drives 5
test('one crawl of a drive at a time: who asks for another while one runs is told so', async () => {
  const { connected, instance } = await startCrawls();
  const { start, crawls, pick } = await connected(memoryDrive());
  await pick('root');
  const asked = await Promise.allSettled([1, 2, 3].map(() => start()));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(start()).rejects.toMatchObject({ code: 'drive_scan_running', status: 409 });
  await instance().crawl();
  await start();
  expect(await crawls()).toMatchObject([{ state: 'done' }, { state: 'running' }]);
});

test('of two instances one has a crawl, and workspaces take turns', async () => {
  const { connected, db, make } = await startCrawls();
  const busy = await make.workspace();
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => connected(memoryDrive(), busy)));
  const quiet = await connected(memoryDrive());
  for (const each of [one!, two!, three!, quiet]) await each.start();
  const claims = await Promise.all([CRAWL_QUEUE.claim(db.pool, 1), CRAWL_QUEUE.claim(db.pool, 1)]);
  const taken = claims.flat();
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  while (taken.length < 2) taken.push(...(await CRAWL_QUEUE.claim(db.pool, 1)));
  expect(new Set(taken.map(({ workspaceId }) => workspaceId))).toEqual(new Set([busy.id, quiet.workspace.id]));
});

test('each instance is at work on two crawls at once, and ends what it has begun when it stops', async () => {
  const { connected, instance, db } = await startCrawls();
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
  const crawling = startCrawlWorker(instance(stopping).services);
  for (const drive of drives) {
    await expect.poll(async () => (await drive.crawls()).map(({ state }) => state)).toEqual(['done']);
  }
  expect(most).toBe(2);
  stopping.abort();
  await crawling.stop();
  const { rows } = await db.pool.query('select from drive_crawls where leased_until is not null');
  expect(rows).toEqual([]);
});

test('a server that stops gives its crawl back at once', async () => {
  const { connected, instance } = await startCrawls();
  const memory = memoryDrive({ pageSize: 1 });
  for (let n = 0; n < 5; n++) memory.file(`file-${n}`, 'root');
  const { pick, start, crawls } = await connected(memory);
  await pick('root');
  await start();
  const stopping = new AbortController();
  let pages = 0;
  memory.whenAsked(({ verb }) => {
    if (verb === 'list' && ++pages === 3) stopping.abort();
  });
  await instance(stopping).turn();
  expect(await crawls()).toMatchObject([{ state: 'running' }]);
  await instance().crawl();
  expect(await crawls()).toMatchObject([{ state: 'done', files: 5 }]);
});

test('a crawl gives way to whoever waits for an answer: the next page is asked for once the one before is stored', async () => {
  const { connected, instance } = await startCrawls();
  for (const isBusy of [true, false]) {
    const memory = memoryDrive({ pageSize: 1 });
    for (let n = 0; n < 4; n++) memory.file(`file-${n}`, 'root');
    const { pick, start, crawls } = await connected(memory);
    await pick('root');
    await start();
    const stored: number[] = [];
    memory.whenAsked(async ({ verb }) => {
      if (verb === 'list') stored.push((await crawls())[0]!.files);
    });
    await instance(new AbortController(), () => isBusy).crawl();
    expect(await crawls()).toMatchObject([{ state: 'done', files: 4 }]);
    if (isBusy) expect(stored).toEqual([0, 1, 2, 3]);
    else expect(Math.max(...stored)).toBeLessThanOrEqual(3);
  }
});
