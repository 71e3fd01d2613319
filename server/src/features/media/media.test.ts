import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { mp4Of } from '../../../test/documents/make-mp4.ts';
import { mp3, ogg, wav, webm } from '../../../test/documents/make-recordings.ts';
import { startTestServer } from '../../../test/server.ts';
import { removeUnusedMedia } from './remove-unused.ts';
import { discardPiece } from './upload-piece.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { sendMedia, authoringOn, type Card, card, question, refused } from '../courses/modules/authoring-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'media-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { trainer } = authoringOn(server);
const author = await trainer();
const { client, workspace } = author;
const cookie = await server.signIn(author.user.email);

const add = (file: Uint8Array, by = client, size?: number) => sendMedia(by, file, undefined, size);

const get = (digest: string, headers: Record<string, string> = { cookie }, slug = workspace.slug) =>
  fetch(`${server.base}/media/${slug}/${digest}`, { headers });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } });
const photo = await canvas(3_000, 1_000)
  .withExif({ IFD0: { Copyright: 'Secret place' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

// rules/media 3, rules/media 5, rules/media 7
test('a photo sent in pieces is encoded anew, upright and without metadata, and served to be kept', async () => {
  expect(photo.includes('Exif')).toBe(true);
  const sent = await add(photo, client, 5_000);
  expect(sent).toMatchObject({ kind: 'picture', media_type: 'image/webp' });
  const response = await get(sent.digest);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${sent.digest}"`,
    'accept-ranges': 'bytes',
  });
  const served = await bytesOf(response);
  const { format, width, height, exif } = await sharp(served).metadata();
  expect([format, width, height, exif]).toEqual(['webp', 853, 2_560, undefined]);
  expect((await get(sent.digest, { cookie, 'if-none-match': `"${sent.digest}"` })).status).toBe(304);
  const part = await get(sent.digest, { cookie, range: 'bytes=10-19' });
  expect([part.status, await bytesOf(part)]).toEqual([206, served.subarray(10, 20)]);
  expect((await add(photo, client, 7_000)).digest).toBe(sent.digest);
  // What was sent leaves no room taken.
  const open = 'select id from media_pieces where workspace_id = $1 and digest is null';
  expect((await server.db.pool.query(open, [workspace.id])).rows).toEqual([]);
});

// rules/media 2, rules/media 7
test('a film of several pieces is what was sent, and ranges cross its pieces', async () => {
  const head = mp4Of('Opus', 1);
  const film = Buffer.concat([
    Buffer.from(head.toString('latin1').replaceAll('soun', 'vide'), 'latin1'),
    free(4_000_000),
  ]);
  const { digest, kind, media_type } = await add(film);
  expect([kind, media_type]).toEqual(['film', 'video/mp4']);
  const at = MEDIA_LIMITS.piece - 5;
  const part = await get(digest, { cookie, range: `bytes=${at}-${at + 9}` });
  expect([part.status, await bytesOf(part)]).toEqual([206, film.subarray(at, at + 10)]);
  expect((await bytesOf(await get(digest))).equals(film)).toBe(true);
});

/** A box of an MP4 that players skip. */
function free(size: number): Buffer {
  const box = Buffer.alloc(size, 7);
  box.writeUInt32BE(size);
  box.write('free', 4);
  return box;
}

const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><script>alert(1)</script><rect width="5" height="5"/></svg>';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\nLift slowly\n';

// rules/media 2
test('files are told by their content', async () => {
  const files = {
    svg: Buffer.from(SVG),
    vtt: Buffer.from(VTT),
    mp3: mp3(1),
    ogg: ogg(1),
    wav: wav(1),
    m4a: mp4Of('Opus', 1),
  };
  const kinds = [];
  for (const file of Object.values(files)) kinds.push((await add(file)).media_type);
  expect(kinds).toEqual(['image/webp', 'text/vtt', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/mp4']);
  expect((await add(webm(1))).kind).toBe('sound');
});

// rules/media 2
test.each<[string, Uint8Array]>([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page in an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><p>')],
  ['half a film', mp4Of('Opus', 1).subarray(0, 600)],
  ['captions without times', Buffer.from('WEBVTT\n\nhello')],
  ['half a photo', photo.subarray(0, 2_000)],
  ['a PDF', Buffer.from('%PDF-1.7')],
])('%s is refused', async (_, file) => {
  await expect(add(file)).rejects.toMatchObject(refused('unsupported_file'));
});

// rules/media 5, rules/media 7, rules/workspaces 1
test('pieces and media are those of their sender and workspace', async () => {
  const { digest } = await add(Buffer.from(VTT));
  const stranger = await trainer();
  const theirs = await server.signIn(stranger.user.email);
  expect((await get(digest, { cookie: theirs }, stranger.workspace.slug)).status).toBe(404);
  expect((await get(digest, { cookie: theirs })).status).toBe(403);
  expect((await get(digest, {})).status).toBe(401);
  const learner = await server.make.user(workspace, { role: 'learner' });
  expect((await get(digest, { cookie: await server.signIn(learner.email) })).status).toBe(200);
  const { id } = await client.media.upload.mutate(new Blob(['WEBVTT']));
  await expect(stranger.client.media.add.mutate({ pieces: [id] })).rejects.toMatchObject(refused('file_not_found'));
  await expect(client.media.add.mutate({ pieces: [id, id] })).rejects.toMatchObject(refused('invalid_request'));
});

// rules/media 6
test('a piece that is refused says why, also where the storage fails when it is removed', async () => {
  const { client: other, workspace: away } = await trainer();
  const { place } = openStorage({ storageUrl: undefined, dataDir: DATA_DIR });
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, away.id), 'No folder');
  await expect(other.media.upload.mutate(new Blob(['WEBVTT']))).rejects.toMatchObject(refused('unavailable'));
  await expect(other.media.upload.mutate(new Blob([]))).rejects.toMatchObject(refused('invalid_request'));
});

// rules/media 6
test('a workspace has so much room, and one person so many unfinished uploads', async () => {
  const { client: other, workspace: full } = await trainer();
  await server.db.pool.query(
    `insert into media (workspace_id, digest, kind, media_type, size, created_at)
     select $1, repeat(n::text, 64), 'film', 'video/mp4', 2000000000, now() from generate_series(1, 5) n`,
    [full.id],
  );
  await expect(other.media.upload.mutate(new Blob(['x']))).resolves.toBeDefined();
  await server.db.pool.query(`update media set size = 2147483647 where workspace_id = $1`, [full.id]);
  await expect(other.media.upload.mutate(new Blob(['x']))).rejects.toMatchObject(refused('storage_full'));
  await server.db.pool.query(`delete from media where workspace_id = $1`, [full.id]);
  await server.db.pool.query(`update media_pieces set size = 500000000 where workspace_id = $1`, [full.id]);
  await expect(other.media.upload.mutate(new Blob(['x']))).rejects.toMatchObject(refused('rate_limited'));
});

// rules/media 1, rules/media 4
test('media are in the hash of a card, must be the workspace’s, and block submission without a text instead', async () => {
  const { digest } = await add(photo);
  const captions = (await add(Buffer.from(VTT))).digest;
  const { id } = await client.modules.create.mutate({ course_id: author.course.id, title: 'Lifting' });
  const [plain, asked] = [card(), question()];
  let version = 1;
  const save = async (media?: Card['media']) => {
    const items = [{ ...plain, ...(media && { media }) }];
    const saved = await client.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version, items });
    version = saved.version;
    return saved.content_hash;
  };
  const picture = { at: 'front', kind: 'picture', digest, alt: '' } as const;
  const before = await save();
  const after = await save([picture]);
  expect(after).not.toBe(before);
  await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items: [asked] });
  await expect(client.reviews.submit.mutate({ module_id: id })).rejects.toMatchObject({
    data: { app_code: 'incomplete', errors: [{ path: 'flashcards.0.media.0.alt' }] },
  });
  await expect(save([{ ...picture, digest: 'a'.repeat(64) }])).rejects.toMatchObject(refused('invalid_request'));
  await expect(save([{ ...picture, captions }])).rejects.toMatchObject(refused('invalid_request'));
  await expect(save([{ ...picture, kind: 'film' }])).rejects.toMatchObject(refused('invalid_request'));
  expect(await save()).toBe(before);
  await save([{ ...picture, decorative: true }]);
  await client.reviews.submit.mutate({ module_id: id });
});

// rules/media 8
test('what nothing names is removed after a week, with its objects; what a draft names stays', async () => {
  const other = await trainer();
  const [kept, dropped] = [await add(Buffer.from(VTT), other.client), await add(Buffer.from(SVG), other.client)];
  const { id } = await other.client.modules.create.mutate({ course_id: other.course.id, title: 'Lifting' });
  const film = Buffer.from(mp4Of('Opus', 1).toString('latin1').replaceAll('soun', 'vide'), 'latin1');
  const { digest } = await add(film, other.client);
  const media = [{ at: 'back' as const, kind: 'film' as const, digest, alt: 'Lifting', captions: kept.digest }];
  const items = [card({ media })];
  await other.client.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version: 1, items });
  const storage = openStorage({ storageUrl: undefined, dataDir: DATA_DIR });
  const count = async () => {
    const { rows } = await server.db.pool.query<{ digest: string }>(
      'select distinct digest from media_pieces where workspace_id = $1 and digest is not null',
      [other.workspace.id],
    );
    return rows.map((row) => row.digest).toSorted();
  };
  await removeUnusedMedia({ db: server.db, storage });
  expect(await count()).toHaveLength(3);
  const { rows } = await server.db.pool.query<{ id: string }>(
    'select id from media_pieces where workspace_id = $1 and digest = $2',
    [other.workspace.id, dropped.digest],
  );
  const object = `${other.workspace.id}/${rows[0]!.id}`;
  // A piece that became part of a file before it was discarded stays.
  await discardPiece({ db: server.db, storage }, { workspaceId: other.workspace.id, id: rows[0]!.id });
  expect(await storage.read(object, { start: 0, end: 1 })).toHaveLength(1);
  for (const table of ['media', 'media_pieces']) {
    await server.db.pool.query(`update ${table} set created_at = now() - interval '8 days' where workspace_id = $1`, [
      other.workspace.id,
    ]);
  }
  await removeUnusedMedia({ db: server.db, storage });
  expect(await count()).toEqual([kept.digest, digest].toSorted());
  expect(await storage.read(object, { start: 0, end: 1 })).toBeUndefined();
});

// rules/media 5
test('media that the storage lost are stored again when they are sent again', async () => {
  const file = wav(9);
  const { digest } = await add(file, client, 30_000);
  const { rows } = await server.db.pool.query<{ id: string }>(
    'select id from media_pieces where workspace_id = $1 and digest = $2 order by n desc',
    [workspace.id, digest],
  );
  await openStorage({ storageUrl: undefined, dataDir: DATA_DIR }).remove(`${workspace.id}/${rows[0]!.id}`);
  expect((await add(file, client, 40_000)).digest).toBe(digest);
  expect(Buffer.compare(await bytesOf(await get(digest)), file)).toBe(0);
});
