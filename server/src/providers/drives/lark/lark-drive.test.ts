import { afterAll, afterEach, expect, test } from 'vitest';
import { startLarkStandIn } from '../../../../test/drives/lark-stand-in.ts';
import type { DriveItem } from '../drive.ts';
import { createLarkDrive } from './lark-drive.ts';

const lark = await startLarkStandIn();
const provider = createLarkDrive({ app: undefined, apiUrls: { lark: lark.url, feishu: lark.url } });
const credential = { auth: 'app', kind: 'lark', ...lark.app, ...lark.keys } as const;
let connections = 0;
/** Each drive has its own access token. */
const open = (appSecret = lark.app.appSecret) =>
  provider.open({ ...credential, appSecret }, { connectionId: `connection ${++connections}`, version: 1 });

afterAll(() => lark.stop());
afterEach(() => {
  Object.assign(lark.api.faults, {
    limited: undefined,
    broken: undefined,
    appRefused: false,
    pageForgotten: false,
    files: undefined,
    failed: undefined,
  });
  lark.api.tokenLife = 7200;
  lark.api.asked.clear();
});

async function listAll(folder: string): Promise<DriveItem[]> {
  const drive = open();
  const items: DriveItem[] = [];
  let page: string | null = null;
  do {
    const found = await drive.list({ id: folder, driveId: null }, page);
    items.push(...found.items);
    page = found.next;
  } while (page !== null);
  return items;
}

const TOKEN = 'POST /auth/v3/tenant_access_token/internal';

test('a folder is listed with what is directly in it, page by page', async () => {
  const folder = lark.drive.addFolder('Many');
  for (let count = 0; count < 450; count++) lark.drive.addDocx(`Document ${count}`, 'text', folder);
  lark.drive.addDocx('Deeper', 'text', lark.drive.addFolder('Within', folder));
  const items = await listAll(folder);
  expect(items.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 450 }, (_, at) => `Document ${at}`),
    'Within',
  ]);
  expect(items.at(0)).toMatchObject({
    kind: 'file',
    mediaType: 'docx',
    parents: [folder],
    checksum: null,
    driveId: null,
  });
  expect(items.at(-1)).toMatchObject({ kind: 'folder', mediaType: 'folder' });
});

test('browsing begins at the app’s own space, and at the folder that an address leads to', async () => {
  const drive = open();
  expect(await drive.roots()).toMatchObject([{ id: lark.drive.root, kind: 'folder', parents: [] }]);
  const shared = lark.drive.addFolder('Shared with the app');
  const at = (address: string) => drive.folderAt?.(address);
  expect(await at(`https://acme.larksuite.com/drive/folder/${shared}?from=share`)).toMatchObject({
    id: shared,
    kind: 'folder',
  });
  expect(
    await at(`https://acme.larksuite.com/drive/folder/${lark.drive.addDocx('No folder', 'text')}`),
  ).toBeUndefined();
  expect(await at('https://acme.larksuite.com/drive/folder/there-is-none')).toBeUndefined();
  expect(await at('https://acme.larksuite.com/wiki/something')).toBeUndefined();
});

test('a file that is asked for by itself does not say where it is', async () => {
  const docx = lark.drive.addDocx('Safety', 'text');
  expect(await open().get({ id: docx, driveId: null })).toMatchObject({
    id: docx,
    name: 'Safety',
    mediaType: 'docx',
    parents: null,
  });
});

test('a file that is gone or in the trash is told from one that may not be read', async () => {
  const drive = open();
  const [gone, trashed, hidden] = ['a', 'b', 'c'].map((name) => lark.drive.addDocx(name, 'text'));
  lark.drive.remove(gone ?? '');
  lark.drive.trash(trashed ?? '');
  lark.drive.share(hidden ?? '', false);
  expect(await drive.get({ id: gone ?? '', driveId: null })).toBeUndefined();
  expect(await drive.get({ id: trashed ?? '', driveId: null })).toBeUndefined();
  await expect(drive.get({ id: hidden ?? '', driveId: null })).rejects.toMatchObject({ outcome: 'forbidden' });
});

async function readOnly(folder: string) {
  const drive = open();
  const [item] = await listAll(folder);
  if (!item) throw new Error('the folder is empty');
  return drive.read(item);
}

/** Creates a folder with one item. */
function folderWith(make: (folder: string) => void): string {
  const folder = lark.drive.addFolder('One');
  make(folder);
  return folder;
}

test('a document is read as text, and an uploaded file by the end of its name', async () => {
  expect(await readOnly(folderWith((folder) => lark.drive.addDocx('Doc', 'Lift with your knees.', folder)))).toEqual({
    text: 'Lift with your knees.',
  });
  for (const [name, file] of Object.entries({
    'a.PDF': 'pdf',
    'b.docx': 'docx',
    'c.htm': 'html',
    'd.md': 'text',
    'e.txt': 'text',
  })) {
    expect(await readOnly(folderWith((folder) => lark.drive.addFile(name, 'content', folder)))).toEqual({
      file,
      bytes: Buffer.from('content'),
    });
  }
});

test('what cannot be read is not fetched, and what is empty or too long is told apart', async () => {
  const outcome = (make: (folder: string) => void) => expect(readOnly(folderWith(make))).rejects;
  await outcome((folder) => lark.drive.addFile('film.mp4', 'content', folder)).toMatchObject({
    outcome: 'unsupported',
  });
  await outcome((folder) => lark.drive.addFile('no ending', 'content', folder)).toMatchObject({
    outcome: 'unsupported',
  });
  await outcome((folder) => lark.drive.addSheet('Numbers', folder)).toMatchObject({ outcome: 'unsupported' });
  expect(lark.api.asked.has('GET /drive/v1/files/:token/download')).toBe(false);
  await outcome((folder) => lark.drive.addDocx('Empty', ' \n', folder)).toMatchObject({ outcome: 'empty' });
  await outcome((folder) => lark.drive.addFile('empty.txt', '', folder)).toMatchObject({ outcome: 'empty' });
  const long = new Uint8Array(20 * 1024 * 1024 + 1);
  await outcome((folder) => lark.drive.addFile('long.txt', long, folder)).toMatchObject({ outcome: 'too_large' });
});

test('a file that looks like one of Lark’s errors is a file, and an error that is told with 200 is none', async () => {
  const text = '{"code":1061004,"msg":"forbidden."}';
  const folder = folderWith((within) => lark.drive.addFile('errors.txt', text, within));
  expect(await readOnly(folder)).toEqual({ file: 'text', bytes: Buffer.from(text) });
  const drive = open();
  const [item] = await listAll(folder);
  if (!item) throw new Error('the folder is empty');
  await drive.roots();
  lark.api.faults.broken = { times: 1, status: 200, code: 1061004 };
  await expect(drive.read(item)).rejects.toMatchObject({ outcome: 'forbidden' });
});

test('a list that says there is more, and not where, does not pass for a whole one', async () => {
  const folder = lark.drive.addFolder('Cut off');
  for (let count = 0; count < 201; count++) lark.drive.addDocx(`Document ${count}`, 'text', folder);
  lark.api.faults.pageForgotten = true;
  await expect(listAll(folder)).rejects.toMatchObject({ outcome: 'unavailable' });
});

test('a shortcut is followed once, and changes with what it leads to', async () => {
  const docx = lark.drive.addDocx('Target', 'What it leads to.');
  const folder = folderWith((within) => lark.drive.addShortcut('Shortcut', docx, within));
  const [before] = await listAll(folder);
  expect(before).toMatchObject({ kind: 'shortcut', target: { id: docx, mediaType: 'docx' }, readable: true });
  expect(await readOnly(folder)).toEqual({ text: 'What it leads to.' });
  lark.drive.setClock(() => Date.now() + 5_000);
  lark.drive.edit(docx, 'Something else.');
  lark.drive.setClock(Date.now);
  const [after] = await listAll(folder);
  expect(after?.revision).not.toBe(before?.revision);
  const again = folderWith((within) =>
    lark.drive.addShortcut('Another', lark.drive.addShortcut('First', docx), within),
  );
  expect(await listAll(again)).toMatchObject([{ readable: true }]);
  await expect(readOnly(again)).rejects.toMatchObject({ outcome: 'unsupported' });
});

test('a shortcut that leads to nothing any more cannot be read', async () => {
  const docx = lark.drive.addDocx('Target', 'text');
  const folder = folderWith((within) => lark.drive.addShortcut('Shortcut', docx, within));
  lark.drive.remove(docx);
  expect(await listAll(folder)).toMatchObject([{ readable: false }]);
});

test('a file that has changed within the last minute is looked at once more: its time could stand for two changes', async () => {
  lark.drive.setClock(() => Date.now() - 3_600_000);
  const old = folderWith((folder) => lark.drive.addDocx('Old', 'text', folder));
  lark.drive.setClock(Date.now);
  const young = folderWith((folder) => lark.drive.addDocx('Young', 'text', folder));
  const revision = async (folder: string) => (await listAll(folder))[0]?.revision;
  expect(await revision(old)).toBe(await revision(old));
  expect(await revision(young)).not.toBe(await revision(young));
});

test('files and folders are subscribed to one by one, and what cannot be is left', async () => {
  const drive = open();
  const folder = lark.drive.addFolder('Watched');
  const docx = lark.drive.addDocx('Watched', 'text');
  const shortcut = lark.drive.addShortcut('Not watched', docx);
  await drive.subscribe?.({ id: folder, kind: 'folder', mediaType: 'folder' });
  await drive.subscribe?.({ id: docx, kind: 'file', mediaType: 'docx' });
  await drive.subscribe?.({ id: shortcut, kind: 'shortcut', mediaType: 'shortcut' });
  expect([...lark.api.subscriptions]).toEqual([folder, docx]);
});

test('many calls at once ask for one token, and a later one asks for none', async () => {
  const drive = open();
  await Promise.all(Array.from({ length: 20 }, () => drive.roots()));
  await drive.roots();
  expect(lark.api.asked.get(TOKEN)).toBe(1);
});

test('a token that was taken back before its time is asked for once more, and the call is done', async () => {
  const drive = open();
  await drive.roots();
  lark.api.revokeTokens();
  expect(await drive.roots()).toHaveLength(1);
  expect(lark.api.asked.get(TOKEN)).toBe(2);
});

test('a refused app has lost its access, also while it has a token', async () => {
  await expect(provider.checkApp({ ...credential, appSecret: 'wrong' })).rejects.toMatchObject({
    outcome: 'access_lost',
  });
  await expect(open('wrong').roots()).rejects.toMatchObject({ outcome: 'access_lost' });
  await provider.checkApp(credential);
  const drive = open();
  await drive.roots();
  lark.api.faults.appRefused = true;
  lark.api.revokeTokens();
  await expect(drive.roots()).rejects.toMatchObject({ outcome: 'access_lost' });
});

test.each([400, 429] as const)('too many requests, told with %i, are no lost access', async (status) => {
  const drive = open();
  await drive.roots();
  lark.api.faults.limited = { times: 1, status, resetSeconds: 52 };
  await expect(drive.roots()).rejects.toMatchObject({ outcome: 'quota', retryAfter: 52 });
  expect(await drive.roots()).toHaveLength(1);
});

test('too many requests for a token are no lost access either', async () => {
  lark.api.faults.limited = { times: 1, status: 400, resetSeconds: 7 };
  await expect(open().roots()).rejects.toMatchObject({ outcome: 'quota', retryAfter: 7 });
});

test.each([500, 502, 200])('an answer with %i that is none passes', async (status) => {
  const drive = open();
  await drive.roots();
  lark.api.faults.broken = { times: 1, status };
  await expect(drive.roots()).rejects.toMatchObject({ outcome: 'unavailable' });
});

test('a folder that is gone is told from one that may not be read', async () => {
  const drive = open();
  const hidden = lark.drive.addFolder('Hidden');
  const trashed = lark.drive.addFolder('Trashed');
  lark.drive.share(hidden, false);
  lark.drive.trash(trashed);
  await expect(drive.list({ id: hidden, driveId: null }, null)).rejects.toMatchObject({ outcome: 'forbidden' });
  await expect(drive.list({ id: trashed, driveId: null }, null)).rejects.toMatchObject({ outcome: 'not_found' });
  await expect(drive.list({ id: 'none', driveId: null }, null)).rejects.toMatchObject({ outcome: 'not_found' });
});

test('a document that went, or was shut, between list and reading is told apart', async () => {
  const drive = open();
  const folder = lark.drive.addFolder('Going');
  const [gone, shut] = ['a', 'b'].map((name) => lark.drive.addDocx(name, 'text', folder));
  const [first, second] = await listAll(folder);
  lark.drive.trash(gone ?? '');
  lark.drive.share(shut ?? '', false);
  if (!first || !second) throw new Error('the folder has two');
  await expect(drive.read(first)).rejects.toMatchObject({ outcome: 'not_found' });
  await expect(drive.read(second)).rejects.toMatchObject({ outcome: 'forbidden' });
});

test('it reads as the app’s bot, or as the app where that has none', async () => {
  expect(await open().account()).toBe('Training reader');
  lark.api.bot = undefined;
  expect(await open().account()).toBe(lark.app.appId);
  await expect(open('wrong').account()).rejects.toMatchObject({ outcome: 'access_lost' });
});

test('an odd item of a list is left out, and said; all others are there', async () => {
  const leftOut: number[] = [];
  const of = createLarkDrive({ app: undefined, apiUrls: { lark: lark.url, feishu: lark.url } }, (_, items) =>
    leftOut.push(items),
  );
  const drive = of.open(credential, { connectionId: `connection ${++connections}`, version: 1 });
  const folder = lark.drive.addFolder('Odd');
  const good = (token: string) => ({ token, name: token, type: 'docx', parent_token: folder });
  lark.api.faults.files = [
    good('a'),
    null,
    { ...good('b'), token: 7 },
    { ...good('b'), token: 'a\0b' },
    { ...good('b'), token: '🂡'.repeat(900) },
    { ...good('b'), parent_token: ['x'] },
    { ...good('c'), name: 7, url: 7, shortcut_info: {}, modified_time: '99999999999' },
    { ...good('d'), modified_time: 12 },
  ];
  const page = await drive.list({ id: folder, driveId: null }, null);
  expect(page.items.map(({ id, name, changedAt, target }) => [id, name, changedAt, target])).toEqual([
    ['a', 'a', null, null],
    ['c', 'Untitled', null, null],
    ['d', 'd', null, null],
  ]);
  expect(leftOut).toEqual([5]);
});

test('an odd entry among what Lark could not describe leaves a folder’s page as it is', async () => {
  const folder = lark.drive.addFolder('With shortcuts');
  lark.drive.addShortcut('Shortcut', lark.drive.addDocx('Elsewhere', 'text'), folder);
  lark.drive.addDocx('Beside it', 'text', folder);
  lark.api.faults.failed = [null, { token: 7, code: 970005 }, { token: 'a', code: '970005' }, {}];
  expect((await listAll(folder)).map(({ name, readable }) => [name, readable])).toEqual([
    ['Shortcut', true],
    ['Beside it', true],
  ]);
});
