import { expect, test } from 'vitest';
import { failing, MARIA, startGoogle } from './google-fixture.ts';

const leftOut: number[] = [];
const { google, open, create } = await startGoogle();
const drive = open(
  MARIA,
  create({}, {}, (_, items) => leftOut.push(items)),
);

/** Lists a page with these items, given as JSON. */
async function listed(...files: string[]) {
  leftOut.length = 0;
  google.answerNext('drive.files.list', (_, response) => response.end(`{"files":[${files.join(',')}]}`));
  const page = await drive.list({ id: 'folder', driveId: null }, null);
  return page.items;
}

const good = (id: string) => JSON.stringify({ id, name: `Name of ${id}`, mimeType: 'text/plain', parents: ['folder'] });

test.each([
  ['has a shortcut to nothing', '"shortcutDetails":{}', { target: null }],
  ['has a size that is empty', '"size":""', { size: null }],
  ['has a size that is a number', '"size":12', { size: null }],
  ['has a size with an exponent', '"size":"1e9"', { size: null }],
  ['has a version that is a number', '"version":7', { revision: null }],
  ['was changed before there were files', '"modifiedTime":"0000-01-01T00:00:00Z"', { changedAt: null }],
  ['is changed in a far future', '"modifiedTime":"9999-12-31T23:59:59Z"', { changedAt: null }],
  ['has a link that is none', '"webViewLink":"javascript:alert(1)"', { url: null }],
  ['may do odd things', '"capabilities":[true]', { readable: true }],
  ['has a key that would be another header', '"resourceKey":"a\\r\\nb: c"', { resourceKey: null }],
  ['pretends to be a prototype', '"__proto__":{"trashed":true},"constructor":{}', { trashed: false }],
  ['is nested deeply', `"properties":${'['.repeat(100_000)}${']'.repeat(100_000)}`, { id: 'odd' }],
])('an item that %s is there without that', async (_, field, read) => {
  const items = await listed(good('a'), `{"id":"odd","name":"Odd","mimeType":"text/plain",${field}}`, good('b'));
  expect(items.map(({ id }) => id)).toEqual(['a', 'odd', 'b']);
  expect(items[1]).toMatchObject(read);
  expect(leftOut).toEqual([]);
});

test('an item without a name or a type is there', async () => {
  const items = await listed('{"id":"nameless"}', '{"id":"typed","name":7,"mimeType":[]}', good('b'));
  expect(items.map(({ id, name, mediaType }) => [id, name, mediaType])).toEqual([
    ['nameless', 'Untitled', ''],
    ['typed', 'Untitled', ''],
    ['b', 'Name of b', 'text/plain'],
  ]);
});

// rules/drives 10
test.each([
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[]'],
  ['without an id', '{"name":"x","mimeType":"y"}'],
  ['with a number for an id', '{"id":1,"name":"x","mimeType":"y"}'],
  ['with an id that cannot be stored', '{"id":"a\\u0000","name":"x","mimeType":"y"}'],
  ['with an id that fits into no index', JSON.stringify({ id: '🂡'.repeat(900), name: 'x', mimeType: 'y' })],
  ['with words for its folders', '{"id":"a","name":"x","mimeType":"y","parents":"root"}'],
  ['in too many folders', JSON.stringify({ id: 'a', name: 'x', mimeType: 'y', parents: Array(1_000).fill('p') })],
  ['that says oddly whether it is in the trash', '{"id":"a","name":"x","mimeType":"y","trashed":"true"}'],
])('an item that is %s is left out, and said; all others are there', async (_, odd) => {
  const items = await listed(good('b'), odd, good('c'));
  expect(items.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(leftOut).toEqual([1]);
});

test('an odd change is left out, and the list goes on', async () => {
  const change = (file: string) => `{"changeType":"file","fileId":"a","file":${file}}`;
  const answer = `{"newStartPageToken":"8","changes":[null,${change('{"id":7}')},${change(good('b'))},{"fileId":"c","removed":true}]}`;
  leftOut.length = 0;
  google.answerNext('drive.changes.list', (_, response) => response.end(answer));
  const page = await drive.feed!.changes(null, '7');
  expect(page).toMatchObject({ next: '8', more: false, changes: [{ id: 'a', item: { id: 'b' } }, { id: 'c' }] });
  expect(leftOut).toEqual([2]);
});

test('a list of changes that goes on nowhere is none', async () => {
  for (const token of ['7', 'null', '""', '"\\u0000"', JSON.stringify('x'.repeat(20_000))]) {
    google.answerNext('drive.changes.list', (_, response) =>
      response.end(`{"newStartPageToken":${token},"changes":[]}`),
    );
    await expect(drive.feed!.changes(null, '7')).rejects.toEqual(failing('unavailable'));
  }
});
