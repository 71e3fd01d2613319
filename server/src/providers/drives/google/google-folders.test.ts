import { describe, expect, test } from 'vitest';
import { leavesOf, parseMask } from '../../../../test/drives/google/masks.ts';
import type { Drive, DriveItem, DriveFolderRef } from '../drive.ts';
import { failing, MARIA, startGoogle } from './google-fixture.ts';
import { GOOGLE_FILE_FIELDS, GoogleFile } from './google-items.ts';

const { google, world, open } = await startGoogle();
const root = world.account(MARIA);
const drive = open();

/** Lists all pages of a folder. Returns the items and the number of pages. */
async function listed(folder: DriveFolderRef, of: Drive = drive): Promise<{ items: DriveItem[]; pages: number }> {
  const items: DriveItem[] = [];
  let pages = 0;
  for (let page: string | null = null; pages === 0 || page !== null; pages++) {
    const found = await of.list(folder, page);
    items.push(...found.items);
    page = found.next;
  }
  return { items, pages };
}

const namesIn = async (folder: DriveFolderRef, of?: Drive) => (await listed(folder, of)).items.map(({ name }) => name);

test('Google is asked for exactly what is read of a file', () => {
  const read = Object.keys(GoogleFile.shape);
  expect([...parseMask(GOOGLE_FILE_FIELDS).keys()]).toEqual(read);
  expect(leavesOf(parseMask(GOOGLE_FILE_FIELDS)).filter((leaf) => leaf.includes('/'))).toEqual([
    'capabilities/canDownload',
    'shortcutDetails/targetId',
    'shortcutDetails/targetMimeType',
    'shortcutDetails/targetResourceKey',
  ]);
});

describe('an item', () => {
  test('of a file has its size, its checksum and its version', async () => {
    const id = world.file({ name: 'Safety.pdf', in: root, mimeType: 'application/pdf', content: '%PDF-1.7' });
    expect(await drive.get({ id, driveId: null })).toEqual({
      id,
      name: 'Safety.pdf',
      kind: 'file',
      mediaType: 'application/pdf',
      parents: [root],
      driveId: null,
      trashed: false,
      readable: true,
      size: 8,
      checksum: `sha256:${world.get(id).content?.sha256}`,
      revision: '1',
      changedAt: new Date(world.get(id).modifiedAt),
      url: `https://drive.google.com/file/d/${id}/view`,
      target: null,
      resourceKey: null,
    });
  });

  test('that is touched has another version and time, and the same checksum', async () => {
    const id = world.file({ name: 'Touched.txt', in: root, mimeType: 'text/plain', content: 'Text' });
    const before = await drive.get({ id, driveId: null });
    world.touch(id);
    const after = await drive.get({ id, driveId: null });
    expect(after?.checksum).toBe(before?.checksum);
    expect(after?.revision).not.toBe(before?.revision);
    world.edit(id, 'Another text');
    expect((await drive.get({ id, driveId: null }))?.checksum).not.toBe(before?.checksum);
  });

  test('of one of Google’s documents has no checksum, since only its text can tell a change', async () => {
    const id = world.document({ name: 'Handbook', in: root, text: 'Text' });
    expect(await drive.get({ id, driveId: null })).toMatchObject({ kind: 'file', checksum: null, revision: '1' });
  });

  test('of a shortcut says where it leads', async () => {
    const to = world.document({ name: 'Target', in: root, text: 'Text' });
    const id = world.shortcut({ name: 'Shortcut', in: root, to });
    expect(await drive.get({ id, driveId: null })).toMatchObject({
      kind: 'shortcut',
      target: { id: to, mediaType: 'application/vnd.google-apps.document' },
    });
  });

  test('that may not be downloaded is not readable', async () => {
    const id = world.document({ name: 'Secret', in: root, text: 'Text' });
    world.forbidDownload(id);
    expect(await drive.get({ id, driveId: null })).toMatchObject({ readable: false });
  });

  test('that has nothing to be downloaded, as a folder, is readable all the same', async () => {
    const id = world.shortcut({ name: 'Shortcut', in: root, to: root });
    expect(await drive.get({ id: root, driveId: null })).toMatchObject({ kind: 'folder', readable: true });
    expect(await drive.get({ id, driveId: null })).toMatchObject({ kind: 'shortcut', readable: true });
  });

  test('with a name that cannot be stored has one without what cannot', async () => {
    const answer = (id: string) =>
      String.raw`{"id":"${id}","name":"Red\u0000 \ud800tape","mimeType":"text/plain","modifiedTime":"yesterday"}`;
    google.answerNext('drive.files.get', (_, response) => response.end(answer('a')));
    const item = await drive.get({ id: 'a', driveId: null });
    expect(item).toMatchObject({ name: 'Red \ufffdtape', changedAt: null });
    google.answerNext('drive.files.get', (_, response) => response.end(answer(String.raw`a\u0000`)));
    await expect(drive.get({ id: 'a', driveId: null })).rejects.toEqual(failing('unavailable'));
  });

  test('in a folder in the trash is in the trash', async () => {
    const folder = world.folder({ name: 'Thrown away', in: root });
    const id = world.document({ name: 'Within', in: folder, text: 'Text' });
    world.trash(folder);
    expect(await drive.get({ id, driveId: null })).toMatchObject({ trashed: true });
  });

  test.each(['gone', "it's", '..', 'a/b?c#d', '%2e%2e'])('%j is not there', async (id) => {
    expect(await drive.get({ id, driveId: null })).toBeUndefined();
  });

  test('that the account may not see is not there', async () => {
    const id = world.document({ name: 'Omar’s', in: world.account('omar@example.com'), text: 'Text' });
    expect(await drive.get({ id, driveId: null })).toBeUndefined();
  });
});

describe('a folder', () => {
  test('is listed a page at a time, without what is in the trash and what is deeper', async () => {
    const folder = world.folder({ name: 'Many', in: root });
    for (let i = 0; i < 5; i++) world.document({ name: `Page ${i}`, in: folder, text: 'Text' });
    const inner = world.folder({ name: 'Inner', in: folder });
    world.document({ name: 'Deeper', in: inner, text: 'Text' });
    world.trash(world.document({ name: 'Thrown away', in: folder, text: 'Text' }));
    google.switches.pageSize = 2;
    const { items, pages } = await listed({ id: folder, driveId: null });
    expect(items.map(({ name }) => name)).toEqual(['Page 0', 'Page 1', 'Page 2', 'Page 3', 'Page 4', 'Inner']);
    expect(pages).toBe(3);
    expect(google.requests.map(({ query }) => query.get('pageSize'))).toEqual(['1000', '1000', '1000']);
  });

  test('with quotes in its id is searched for as it is', async () => {
    await expect(drive.list({ id: "x' or name contains 'y", driveId: null }, null)).rejects.toEqual(
      failing('not_found'),
    );
    await expect(drive.list({ id: String.raw`x\' or 'y' in parents or '`, driveId: null }, null)).rejects.toEqual(
      failing('not_found'),
    );
  });

  test('of a shared drive is listed within that drive', async () => {
    const team = world.sharedDrive('Team', [MARIA]);
    const folder = world.folder({ name: 'Onboarding', in: team });
    world.document({ name: 'First day', in: folder, text: 'Text' });
    google.switches.pageSize = 1;
    world.folder({ name: 'Offboarding', in: team });
    expect(await namesIn({ id: team, driveId: team })).toEqual(['Onboarding', 'Offboarding']);
    expect(await namesIn({ id: folder, driveId: team })).toEqual(['First day']);
    expect(google.requests.map(({ query }) => query.get('corpora'))).toEqual(['drive', 'drive', 'drive']);
  });

  test('of a shared drive that is merely shared with the account is listed too', async () => {
    const theirs = world.sharedDrive('Theirs', ['omar@example.com']);
    const folder = world.folder({ name: 'For guests', in: theirs });
    const inner = world.folder({ name: 'Rooms', in: folder });
    world.document({ name: 'Welcome', in: inner, text: 'Text' });
    world.share(folder, MARIA);
    const roots = await drive.roots();
    expect(roots.find(({ id }) => id === folder)).toMatchObject({ driveId: null, parents: [] });
    const { items } = await listed({ id: folder, driveId: null });
    expect(items).toMatchObject([{ id: inner, driveId: theirs }]);
    expect(await namesIn({ id: inner, driveId: theirs })).toEqual(['Welcome']);
    google.switches.pageSize = 1;
    for (const name of ['Tea', 'Coffee']) world.document({ name, in: inner, text: 'Text' });
    expect(await namesIn({ id: inner, driveId: theirs })).toEqual(['Welcome', 'Tea', 'Coffee']);
    google.switches.pageSize = undefined;
  });

  // rules/drives 10
  test('of a shared drive whose member the account is not is listed too where Google says so with 403', async () => {
    google.switches.strangers = 403;
    const theirs = world.sharedDrive('Strangers’', ['omar@example.com']);
    const folder = world.folder({ name: 'For guests', in: theirs });
    const inner = world.folder({ name: 'Rooms', in: folder });
    for (const name of ['Welcome', 'Tea']) world.document({ name, in: inner, text: 'Text' });
    world.share(folder, MARIA);
    google.switches.pageSize = 1;
    expect(await namesIn({ id: inner, driveId: theirs })).toEqual(['Welcome', 'Tea']);
    world.unshare(folder, MARIA);
    await expect(drive.list({ id: inner, driveId: theirs }, null)).rejects.toEqual(failing('not_found'));
  });

  test('that was shared by a link long ago is listed with its resource key, and so is what a shortcut leads to', async () => {
    const folder = world.folder({ name: 'Linked', in: root });
    const within = world.document({ name: 'Within', in: folder, text: 'Text' });
    const far = world.document({ name: 'Far', in: root, text: 'Far away' });
    const shortcut = world.shortcut({ name: 'To far', in: folder, to: far });
    for (const id of [folder, within, far]) world.secureLink(id);
    const stranger = open();
    await expect(stranger.list({ id: folder, driveId: null }, null)).rejects.toEqual(failing('not_found'));
    // The resource key comes with the list that contains the folder.
    const { items } = await listed({ id: root, driveId: null });
    expect(items.find(({ id }) => id === folder)?.resourceKey).toBe(world.get(folder).resourceKey);
    expect(await namesIn({ id: folder, driveId: null })).toEqual(['Within', 'To far']);
    expect(await drive.get({ id: within, driveId: null })).toMatchObject({ name: 'Within' });
    const item = await drive.get({ id: shortcut, driveId: null });
    expect(await drive.read(item!)).toEqual({ text: 'Far away' });
  });

  test('whose listing is gone on with too late must be listed anew', async () => {
    const listing = drive.list({ id: root, driveId: null }, 'a place of yesterday');
    await expect(listing).rejects.toEqual(failing('cursor_refused'));
  });

  test('that Google has not searched whole is not listed, since what is missing would look gone', async () => {
    google.switches.incompleteSearch = true;
    const reading = drive.list({ id: root, driveId: null }, null).then((page) => page.items);
    await expect(reading).rejects.toEqual(failing('unavailable'));
  });

  test('that is not there, or that the account may not see, cannot be listed', async () => {
    const hidden = world.folder({ name: 'Omar’s', in: world.account('omar@example.com') });
    await expect(drive.list({ id: hidden, driveId: null }, null)).rejects.toEqual(failing('not_found'));
    await expect(drive.list({ id: 'gone', driveId: 'gone' }, null)).rejects.toEqual(failing('not_found'));
  });
});

test('browsing begins at the account’s own drive, its shared drives, and folders that others share', async () => {
  const nadia = open('nadia@example.com');
  for (let i = 0; i < 120; i++) world.sharedDrive(`Drive ${i}`, ['nadia@example.com']);
  const folder = world.folder({ name: 'From Maria', in: root });
  world.share(folder, 'nadia@example.com');
  world.share(world.document({ name: 'No folder', in: root, text: 'Text' }), 'nadia@example.com');
  const roots = await nadia.roots();
  expect(roots[0]).toMatchObject({ name: 'My Drive', kind: 'folder', parents: [], driveId: null });
  expect(roots.slice(1, 121).map(({ name }) => name)).toEqual(Array.from({ length: 120 }, (_, i) => `Drive ${i}`));
  expect(roots.slice(1, 121).every(({ id, driveId }) => id === driveId)).toBe(true);
  expect(roots.slice(121)).toMatchObject([{ id: folder, name: 'From Maria', driveId: null }]);
});
