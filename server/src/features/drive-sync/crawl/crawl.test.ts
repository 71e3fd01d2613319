import { expect, test } from 'vitest';
import { memoryDrive, startCrawls } from './crawls-fixture.ts';

test('everything within what was picked is found, at any depth and over all pages, and nothing else', async () => {
  const { connected, instance } = await startCrawls();
  const memory = memoryDrive({ pageSize: 2 });
  memory.folder('inner', 'root');
  memory.folder('deep', 'inner');
  memory.folder('other');
  for (const id of ['a', 'b', 'c', 'd', 'e']) memory.file(id, 'root');
  memory.file('f', 'deep');
  memory.file('elsewhere', 'other');
  const { pick, start, states, crawls } = await connected(memory);
  await pick('root');
  await start({ cause: 'first' });
  await instance().crawl();
  expect(Object.keys(await states())).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(await crawls()).toMatchObject([{ state: 'done', files: 6, folders: 3, changed: 6, missing: 0 }]);
  expect(memory.calledFor('get')).toEqual([]);
  expect(memory.calledFor('list').toSorted()).toEqual(['deep', 'inner', 'root', 'root', 'root']);
});

test('folders that lead in a circle, and one that is in two, are listed once', { tags: ['deep'] }, async () => {
  const { connected, instance } = await startCrawls();
  const memory = memoryDrive();
  memory.folder('a', 'root', 'c');
  memory.folder('b', 'a');
  memory.folder('c', 'b', 'root');
  memory.file('f', 'c');
  const { pick, start, states, crawls } = await connected(memory);
  await pick('root');
  await start();
  await instance().crawl();
  expect(await states()).toEqual({ f: 'discovered' });
  expect(await crawls()).toMatchObject([{ state: 'done', folders: 4 }]);
  expect(memory.calledFor('list').toSorted()).toEqual(['a', 'b', 'c', 'root']);
});

// rules/drives 5
test(
  'a file that is gone, one in the trash and one elsewhere are asked for by themselves, and come back when seen',
  { tags: ['deep'] },
  async () => {
    const { connected, instance } = await startCrawls();
    const memory = memoryDrive();
    memory.folder('other');
    for (const id of ['gone', 'trashed', 'moved', 'stays']) memory.file(id, 'root');
    const { pick, start, states } = await connected(memory);
    await pick('root');
    const crawl = async () => {
      await start();
      await instance().crawl();
    };
    await crawl();
    memory.remove('gone');
    memory.change('trashed', { trashed: true });
    memory.change('moved', { parents: ['other'] });
    await crawl();
    expect(memory.calledFor('get').toSorted()).toEqual(['gone', 'moved', 'trashed']);
    expect(await states()).toEqual({ gone: 'gone', moved: 'out_of_scope', stays: 'discovered', trashed: 'trashed' });
    await crawl();
    expect(memory.calledFor('get')).toHaveLength(3);
    memory.file('gone', 'root');
    memory.change('trashed', { trashed: false });
    memory.change('moved', { parents: ['root'] });
    await crawl();
    expect(new Set(Object.values(await states()))).toEqual(new Set(['discovered']));
  },
);

test('a whole folder that is moved out takes all files in it along with one request, and brings them back', async () => {
  const { connected, instance } = await startCrawls();
  const memory = memoryDrive();
  memory.folder('other');
  memory.folder('team', 'root');
  memory.folder('sub', 'team');
  const files = Array.from({ length: 60 }, (_, n) => `file-${n}`);
  for (const id of files) memory.file(id, 'sub');
  const { pick, start, states } = await connected(memory);
  await pick('root');
  const crawl = async () => {
    await start();
    await instance().crawl();
  };
  await crawl();
  memory.change('team', { parents: ['other'] });
  await crawl();
  expect(new Set(Object.values(await states()))).toEqual(new Set(['out_of_scope']));
  // Both folders are requested, and none of the files.
  expect(memory.calledFor('get').toSorted()).toEqual(['sub', 'team']);
  memory.change('team', { parents: ['root'] });
  await crawl();
  expect(new Set(Object.values(await states()))).toEqual(new Set(['discovered']));
  expect(Object.keys(await states())).toHaveLength(60);
});

test(
  'a folder that was moved to where the crawl had been already is asked for, and listed in the same crawl',
  { tags: ['deep'] },
  async () => {
    const { connected, instance } = await startCrawls();
    const memory = memoryDrive();
    memory.folder('a', 'root');
    memory.folder('b', 'root');
    memory.folder('wanderer', 'b');
    memory.file('old', 'wanderer');
    const { pick, start, states, crawls } = await connected(memory);
    await pick('root');
    await start();
    await instance().crawl();
    memory.whenAsked(({ verb, id }) => {
      if (verb !== 'list' || id !== 'b') return;
      memory.whenAsked(() => undefined);
      memory.change('wanderer', { parents: ['a'] });
      memory.file('new', 'wanderer');
    });
    await start();
    await instance().crawl();
    expect(await states()).toEqual({ new: 'discovered', old: 'discovered' });
    expect((await crawls()).at(-1)).toMatchObject({ state: 'done', missing: 0 });
  },
);

test('a department’s crawl lists its folders only, and judges only what is in them', async () => {
  const { connected, instance, make } = await startCrawls();
  const memory = memoryDrive();
  memory.folder('nested', 'theirs');
  memory.file('mine', 'ours');
  memory.file('lost', 'ours');
  memory.file('other', 'theirs');
  memory.file('within', 'nested');
  const { pick, start, states, workspace, crawls } = await connected(memory);
  const [us, them] = [await make.department(workspace, 'Us'), await make.department(workspace, 'Them')];
  await pick('ours', us.id);
  await pick('theirs', them.id);
  // A folder of ours inside one of theirs: the nearest counts.
  await pick('nested', us.id);
  await start({ cause: 'first' });
  await instance().crawl();
  memory.remove('lost');
  memory.remove('other');
  memory.calls.length = 0;
  await start({ cause: 'manual', departmentId: us.id, requestedByName: 'Tim' });
  await instance().crawl();
  expect(memory.calledFor('list').toSorted()).toEqual(['nested', 'ours']);
  expect(await states()).toEqual({ lost: 'gone', mine: 'discovered', other: 'discovered', within: 'discovered' });
  await start({ cause: 'manual', departmentId: them.id });
  await instance().crawl();
  expect(memory.calledFor('list').toSorted()).toEqual(['nested', 'ours', 'theirs']);
  expect(await states()).toMatchObject({ other: 'gone', within: 'discovered' });
  expect((await crawls()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
});

test(
  'what was picked while a crawl goes on is listed by it, and what was left out is not gone but out of scope',
  { tags: ['deep'] },
  async () => {
    const { connected, instance, db } = await startCrawls();
    const memory = memoryDrive();
    memory.file('a', 'first');
    memory.file('b', 'second');
    const { pick, start, states, crawls } = await connected(memory);
    const first = await pick('first');
    const id = await start({ cause: 'first' });
    memory.whenAsked(async ({ verb }) => {
      if (verb !== 'list') return;
      memory.whenAsked(() => undefined);
      await pick('second');
      expect(await start({ cause: 'folders' })).toBe(id);
    });
    await instance().crawl();
    expect(await states()).toEqual({ a: 'discovered', b: 'discovered' });
    expect(await crawls()).toMatchObject([{ state: 'done', folders: 2 }]);
    await db.pool.query('delete from drive_folders where id = $1', [first.id]);
    await start();
    await instance().crawl();
    expect(await states()).toEqual({ a: 'out_of_scope', b: 'discovered' });
  },
);

test(
  'a provider that does not say what something is in puts what it does not list out of scope',
  { tags: ['deep'] },
  async () => {
    const { connected, instance } = await startCrawls();
    const memory = memoryDrive({ keepsFeed: false });
    memory.file('a', 'root');
    const { pick, start, states, feeds } = await connected(memory);
    await pick('root');
    await start();
    await instance().crawl();
    memory.change('a', { parents: null });
    await start();
    await instance().crawl();
    expect(await states()).toEqual({ a: 'out_of_scope' });
    expect(await feeds()).toEqual({});
  },
);
