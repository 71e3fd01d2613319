import { expect, test } from 'vitest';
import { memoryDrive, startCrawls } from './crawls-fixture.ts';

/** Creates a picked folder with five files and a folder with one file, two items a page, and crawls it twice. */
async function walkedTwice() {
  const crawls = await startCrawls();
  const memory = memoryDrive({ pageSize: 2 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) memory.file(id, 'root');
  memory.folder('inner', 'root');
  memory.file('f', 'inner');
  const drive = await crawls.connected(memory);
  await drive.pick('root');
  const { crawl } = crawls.instance();
  const readIn = async () => {
    memory.readPages();
    memory.calls.length = 0;
    await drive.start();
    await crawl();
    return memory.readPages();
  };
  await readIn();
  expect(await readIn()).toHaveLength(4);
  const set = (sql: string) => drive.rows(`update drive_files set ${sql} and workspace_id = $1 and connection_id = $2`);
  return { ...crawls, ...drive, memory, crawl, readIn, set };
}

test('pages that say what they said before are not read, and all that is on them counts as seen', async () => {
  const { readIn, memory, crawls, states } = await walkedTwice();
  expect(await readIn()).toEqual([]);
  expect(memory.calledFor('list').toSorted()).toEqual(['inner', 'root', 'root', 'root']);
  expect(memory.calledFor('get')).toEqual([]);
  expect((await crawls()).at(-1)).toMatchObject({ state: 'done', files: 6, folders: 2, changed: 0, missing: 0 });
  expect(Object.values(await states())).toEqual(Array.from({ length: 6 }, () => 'discovered'));
});

test('a page with a change is read, alone, and from the crawl after the next is not', async () => {
  const { readIn, memory, crawls } = await walkedTwice();
  memory.change('c', { checksum: 'another', revision: '2' });
  expect(await readIn()).toEqual([['c', 'd']]);
  expect((await crawls()).at(-1)).toMatchObject({ changed: 1 });
  expect(await readIn()).toEqual([['c', 'd']]);
  expect(await readIn()).toEqual([]);
});

test('a file that goes is asked for by itself, and none of those on its page', async () => {
  const { readIn, memory, states } = await walkedTwice();
  memory.remove('e');
  expect(await readIn()).toEqual([['inner']]);
  expect(memory.calledFor('get')).toEqual(['e']);
  expect(await states()).toMatchObject({ d: 'discovered', e: 'gone', f: 'discovered' });
});

test.each(['failed', 'trashed', 'gone', 'unreadable', 'out_of_scope'])(
  'a page on which a file is %s by now is read, whatever it says',
  async (state) => {
    const { readIn, set, states } = await walkedTwice();
    await set(`state = '${state}' where provider_id = 'a'`);
    expect(await readIn()).toEqual([['a', 'b']]);
    expect(await states()).toMatchObject({ a: 'discovered' });
    expect(await readIn()).toEqual([['a', 'b']]);
    expect(await readIn()).toEqual([]);
  },
);

test('a folder that cannot be listed is asked for by itself, though the page that it is on is not read', async () => {
  const { readIn, memory, crawl, start } = await walkedTwice();
  const { DriveFailure } = await import('../../../providers/drives/drive-failure.ts');
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'list' && id === 'inner') throw new DriveFailure('forbidden');
  });
  memory.calls.length = 0;
  await start();
  await crawl();
  expect(memory.calledFor('get')).toContain('inner');
  memory.whenAsked(() => undefined);
  // The page that contains it isn't known any more, but all others are.
  expect(await readIn()).not.toContainEqual(['a', 'b']);
});

test('a crawl through the folders of one department leaves what is known of the others', async () => {
  const { make, connected, instance } = await startCrawls();
  const memory = memoryDrive();
  memory.file('a', 'ours');
  memory.file('b', 'theirs');
  const { workspace, pick, start } = await connected(memory);
  const ours = await make.department(workspace);
  await pick('ours', ours.id);
  await pick('theirs', (await make.department(workspace)).id);
  const { crawl } = instance();
  for (const departmentId of [null, null, ours.id, null]) {
    memory.readPages();
    await start({ cause: 'manual', departmentId });
    await crawl();
  }
  expect(memory.readPages()).toEqual([]);
});

test('pages that are not come across any more are forgotten', async () => {
  const { readIn, memory, rows } = await walkedTwice();
  memory.change('b', { parents: ['elsewhere'] });
  await readIn();
  await readIn();
  await readIn();
  const pages = await rows<{ count: number }>(
    'select count(*)::int from drive_pages where workspace_id = $1 and connection_id = $2',
  );
  expect(pages).toEqual([{ count: 4 }]);
});
