import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { METHOD_IDS, wrongValue } from './google/discovery.ts';
import { READ_ONLY } from './google/oauth.ts';
import { startGoogleStandIn } from './google-stand-in.ts';

const google = await startGoogleStandIn();
const { world, oauth } = google;
const MARIA = 'maria@example.com';
const root = world.account(MARIA);
afterEach(() => {
  expect(google.problems.splice(0)).toEqual([]);
});
afterAll(() => google.stop());

async function tokenOf(email: string, scope = READ_ONLY): Promise<string> {
  const { id: client_id, secret: client_secret } = oauth.client;
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: oauth.grant(email, scope),
    client_id,
    client_secret,
  });
  const answer = await fetch(`${google.url}/token`, { method: 'POST', body });
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}
const token = await tokenOf(MARIA);

async function ask(address: string, init: RequestInit = {}, as = token) {
  const answer = await fetch(`${google.url}/drive/v3/${address}`, {
    ...init,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
  });
  const text = await answer.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, body };
}
const refused = (status: number, reason: string) => ({
  status,
  body: { error: expect.objectContaining({ code: status, errors: [expect.objectContaining({ reason })] }) },
});

test('the discovery document says where it comes from, its revision and its licence', () => {
  const file = path.join(import.meta.dirname, 'google-drive-v3.discovery.json');
  const document = z
    .object({ name: z.string(), version: z.string(), revision: z.string(), license: z.string(), source: z.url() })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(document).toMatchObject({ name: 'drive', version: 'v3', license: 'Apache-2.0' });
  expect(METHOD_IDS.toSorted()).toEqual([
    'drive.about.get',
    'drive.changes.getStartPageToken',
    'drive.changes.list',
    'drive.changes.watch',
    'drive.channels.stop',
    'drive.drives.list',
    'drive.files.export',
    'drive.files.get',
    'drive.files.list',
  ]);
});

test('an answer that strays from the discovery document is found', () => {
  expect(wrongValue('ChangeList', { changes: [{ fileId: 'a', file: { size: '12' } }] })).toEqual([]);
  expect(wrongValue('ChangeList', { changes: [{ fileID: 'a' }] })).toHaveLength(1);
  expect(wrongValue('File', { size: 12 })).not.toEqual([]);
  expect(wrongValue('File', { version: 'one' })).toHaveLength(1);
  expect(wrongValue('File', { capabilities: { canDownlaod: true } })).toHaveLength(1);
});

describe('what Google refuses is refused:', () => {
  test.each([
    ['nobody’s token', 'files', 'ya29.nobody', 401, 'authError'],
    ['a parameter that there is not', 'files?foldersOnly=true', token, 400, 'invalid'],
    ['a parameter of another method', 'files?fileId=a', token, 400, 'invalid'],
    ['a page that is too long', 'files?pageSize=1001', token, 400, 'invalid'],
    ['a number that is none', 'files?pageSize=many', token, 400, 'invalid'],
    ['a truth that is none', 'files?supportsAllDrives=yes', token, 400, 'invalid'],
    ['a parameter that is missing', 'changes', token, 400, 'invalid'],
    ['media of what has none', 'drives?alt=media', token, 400, 'invalid'],
    ['a search that cannot be read', `files?q=${encodeURIComponent("'a in parents")}`, token, 400, 'invalid'],
    ['a search by what there is not', `files?q=${encodeURIComponent("folder = 'a'")}`, token, 400, 'invalid'],
    ['half a search', `files?q=${encodeURIComponent('trashed = false and')}`, token, 400, 'invalid'],
    ['a field that there is not', 'files?fields=files(id,fileName)', token, 400, 'invalidParameter'],
    ['a mask without its end', 'files?fields=files(id', token, 400, 'invalidParameter'],
    ['no mask where one must be', 'about', token, 400, 'required'],
    ['a drive without its corpora', 'files?driveId=a', token, 400, 'invalid'],
    ['a place that nobody gave', 'files?pageToken=a', token, 400, 'invalid'],
    ['a list of changes from nowhere', 'changes?pageToken=soon', token, 400, 'invalid'],
    ['a conversion that there is not', 'files/DOCUMENT/export?mimeType=text/csv', token, 400, 'badRequest'],
    ['an export of a file', 'files/FILE/export?mimeType=text/plain', token, 403, 'fileNotExportable'],
    ['a download of a document', 'files/DOCUMENT?alt=media', token, 403, 'fileNotDownloadable'],
  ])('%s', async (_, address, as, status, reason) => {
    const document = world.document({ name: 'Document', in: root, text: 'Text' });
    const file = world.file({ name: 'File', in: root, mimeType: 'text/plain', content: 'Text' });
    const asked = address.replace('DOCUMENT', document).replace('FILE', file);
    expect(await ask(asked, {}, as)).toEqual(refused(status, reason));
  });

  test('what a grant does not cover', async () => {
    const metadata = await tokenOf(MARIA, 'https://www.googleapis.com/auth/drive.metadata.readonly');
    const id = world.document({ name: 'Document', in: root, text: 'Text' });
    expect(await ask(`files/${id}`, {}, metadata)).toMatchObject({ status: 200 });
    const exporting = await ask(`files/${id}/export?mimeType=text/plain`, {}, metadata);
    expect(exporting).toEqual(refused(403, 'insufficientPermissions'));
  });

  test('what is in a shared drive, for those who do not say that they know such drives', async () => {
    const team = world.sharedDrive('Team', [MARIA]);
    const id = world.document({ name: 'Ours', in: team, text: 'Text' });
    expect(await ask(`files/${id}`)).toEqual(refused(404, 'notFound'));
    expect(await ask(`files/${id}?supportsAllDrives=true`)).toMatchObject({ status: 200, body: { id } });
    const q = encodeURIComponent(`'${team}' in parents`);
    expect(await ask(`files?q=${q}`)).toEqual(refused(404, 'notFound'));
    const all = 'supportsAllDrives=true&includeItemsFromAllDrives=true';
    expect(await ask(`files?q=${q}&${all}`)).toMatchObject({ status: 200, body: { files: [{ id }] } });
    const start = await ask(`changes/startPageToken?supportsAllDrives=true`);
    const { startPageToken } = z.object({ startPageToken: z.string() }).parse(start.body);
    world.edit(id, 'Another text');
    expect(await ask(`changes?pageToken=${startPageToken}`)).toMatchObject({ body: { changes: [] } });
    expect(await ask(`changes?pageToken=${startPageToken}&${all}`)).toMatchObject({
      body: { changes: [{ fileId: id }] },
    });
  });

  test.each([
    ['a field that there is not', { id: 'a', type: 'web_hook', address: 'http://127.0.0.1:9', adress: 'x' }, 'invalid'],
    ['a number for a text', { id: 'a', type: 'web_hook', address: 'http://127.0.0.1:9', expiration: 9 }, 'invalid'],
    ['no address', { id: 'a', type: 'web_hook' }, 'push.channelInvalid'],
    [
      'an end that was before',
      { id: 'a', type: 'web_hook', address: 'http://127.0.0.1:9', expiration: '9' },
      'invalid',
    ],
  ])('a channel with %s', async (_, channel, reason) => {
    const place = `changes/watch?pageToken=${world.lists.latest}`;
    expect(await ask(place, { method: 'POST', body: JSON.stringify(channel) })).toEqual(refused(400, reason));
    expect(google.channels.open.size).toBe(0);
  });
});

describe('an answer', () => {
  test('has exactly the fields that were asked for', async () => {
    const id = world.file({ name: 'Masked.txt', in: root, mimeType: 'text/plain', content: 'Text' });
    const fields = 'name,size,capabilities/canDownload';
    expect((await ask(`files/${id}?fields=${fields}`)).body).toEqual({
      name: 'Masked.txt',
      size: '4',
      capabilities: { canDownload: true },
    });
  });

  test('has the usual few where nobody says which', async () => {
    const id = world.document({ name: 'Usual', in: root, text: 'Text' });
    expect((await ask(`files/${id}`)).body).toEqual({
      kind: 'drive#file',
      id,
      name: 'Usual',
      mimeType: 'application/vnd.google-apps.document',
    });
  });
});

test('a channel without an end lives for an hour', async () => {
  const channel = { id: 'hour', type: 'web_hook', address: 'http://127.0.0.1:9/bell' };
  const place = `changes/watch?pageToken=${world.lists.latest}`;
  const { status, body } = await ask(place, { method: 'POST', body: JSON.stringify(channel) });
  expect(status).toBe(200);
  const { expiration } = z.object({ expiration: z.string() }).parse(body);
  expect(Number(expiration)).toBeGreaterThan(Date.now() + 3_500_000);
  expect(Number(expiration)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  google.channels.lose();
});

describe('a folder', () => {
  test('that is moved is in the list of changes alone, and so is one in the trash', async () => {
    const folder = world.folder({ name: 'Folder', in: root });
    world.document({ name: 'Within', in: folder, text: 'Text' });
    const before = world.lists.latest;
    world.move(folder, world.folder({ name: 'Elsewhere', in: root }));
    world.trash(folder);
    const changed = world.changesSince(before, MARIA, null);
    expect(changed.map(({ file }) => file?.name)).toEqual(['Elsewhere', 'Folder']);
  });

  test('that is not shared any more takes all that is in it away', async () => {
    const folder = world.folder({ name: 'Folder', in: world.account('omar@example.com') });
    const within = world.document({ name: 'Within', in: folder, text: 'Text' });
    world.share(folder, MARIA);
    const before = world.lists.latest;
    world.unshare(folder, MARIA);
    const gone = world.changesSince(before, MARIA, null);
    expect(gone.map(({ fileId, file }) => [fileId, file])).toEqual([
      [folder, undefined],
      [within, undefined],
    ]);
  });

  test('that somebody has joined, and left again, is a shared drive’s', async () => {
    const team = world.sharedDrive('Joined', ['omar@example.com']);
    const id = world.document({ name: 'Within', in: team, text: 'Text' });
    expect(world.sees(MARIA, id)).toBe(false);
    world.join(team, MARIA);
    expect(world.sees(MARIA, id)).toBe(true);
    world.leave(team, MARIA);
    expect(world.sees(MARIA, id)).toBe(false);
  });
});

const consentQuery = () =>
  new URLSearchParams({
    client_id: oauth.client.id,
    redirect_uri: 'http://127.0.0.1:3000/back',
    response_type: 'code',
    scope: READ_ONLY,
    state: 'state',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  });

test('the consent is a page with two buttons, which leads back with a code or without', async () => {
  const query = consentQuery();
  const address = `${google.url}/o/oauth2/v2/auth?${query.toString()}`;
  const page = await (await fetch(address)).text();
  expect(page).toContain(`<option>${MARIA}</option>`);
  for (const [decision, back] of [
    ['approve', 'code='],
    ['deny', 'error=access_denied'],
  ]) {
    const body = new URLSearchParams({ account: MARIA, decision: decision ?? '' });
    const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toContain(back);
  }
});

test.each([
  ['client_id', 'another'],
  ['redirect_uri', 'nowhere'],
  ['code_challenge_method', 'plain'],
  ['code_challenge', ''],
  ['scope', 'https://www.googleapis.com/auth/drive'],
  ['access_type', 'online'],
])('a consent with a wrong %s is not asked for', async (name, value) => {
  const query = consentQuery();
  query.set(name, value);
  expect((await fetch(`${google.url}/o/oauth2/v2/auth?${query.toString()}`, { redirect: 'manual' })).status).toBe(400);
});
