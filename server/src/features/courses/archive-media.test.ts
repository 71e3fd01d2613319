import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CourseArchive } from '@training/shared/courses/course-archive';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { mp4Of } from '../../../test/documents/make-mp4.ts';
import { startTestServer } from '../../../test/server.ts';
import { readZip } from '../../platform/zip.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { sendMedia, authoringOn, type Card, card, question, refused } from './modules/authoring-fixture.ts';

const folders = [1, 2].map(() => mkdtempSync(path.join(os.tmpdir(), 'archive-media-')));
const [DATA_DIR = '', OTHER_DIR = ''] = folders;
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const server = await startTestServer({ env: { DATA_DIR } });
const elsewhere = await startTestServer({ env: { DATA_DIR: OTHER_DIR } });

const VTT = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.500\nLift slowly\n');
const film = Buffer.from(mp4Of('Opus', 1).toString('latin1').replaceAll('soun', 'vide'), 'latin1');
const drawing = (alpha: number) =>
  sharp({ create: { width: 90, height: 60, channels: 4, background: { r: 200, g: 50, b: 50, alpha } } });
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A trainer with a module that has a picture, a film and its captions, and its download. */
async function filmed() {
  const author = await authoringOn(server).trainer();
  const { client, course, user, workspace } = author;
  const add = async (file: Uint8Array) => (await sendMedia(client, file)).digest;
  const picture = await add(await drawing(0.5).png().toBuffer());
  const [moving, captions] = [await add(film), await add(VTT)];
  const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Lifting' });
  const media: Card['media'] = [
    { at: 'front', kind: 'picture', digest: picture, alt: 'A load' },
    { at: 'back', kind: 'film', digest: moving, alt: 'Lifting', captions },
  ];
  await client.modules.saveSection.mutate({
    module_id: id,
    section: 'flashcards',
    version: 1,
    items: [card(), card({ media })],
  });
  const asked = {
    ...question(),
    media: [{ at: 'prompt' as const, kind: 'picture' as const, digest: picture, alt: 'A load' }],
  };
  await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items: [asked] });
  const headers = { cookie: await server.signIn(user.email) };
  const get = async (query = '?with_media=true') => {
    const url = `${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/archive${query}`;
    const response = await fetch(url, { headers });
    return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  return { ...author, id, picture, film: moving, captions, get };
}

const archiveIn = (files: Map<string, Uint8Array>) =>
  CourseArchive.parse(JSON.parse(Buffer.from(files.get('course.json') ?? []).toString()));

// rules/courses-and-modules 14, rules/courses-and-modules 15
test('a course with media is downloaded as a ZIP, which another installation imports to the same hashes', async () => {
  const { client, id, picture, film: moving, captions, get } = await filmed();
  const { type, bytes } = await get();
  expect(type).toBe('application/zip');
  const files = readZip(bytes);
  const names = [picture, moving, captions].map((digest) => `media/${digest}`);
  expect([...files.keys()].toSorted()).toEqual(['course.json', ...names].toSorted());
  for (const name of names) expect(`media/${digestOf(files.get(name)!)}`).toBe(name);
  const there = await authoringOn(elsewhere).trainer();
  const [module] = archiveIn(files).modules;
  const digests = [picture, moving, captions];
  expect((await there.client.media.missing.query({ digests })).digests).toEqual(digests.toSorted());
  await expect(
    there.client.modules.import.mutate({ course_id: there.course.id, module: module! }),
  ).rejects.toMatchObject(
    refused('invalid_request', {
      errors: [
        expect.objectContaining({ path: 'module.flashcards.1.media.0.digest', code: 'not_found' }),
        expect.objectContaining({ path: 'module.flashcards.1.media.1.digest' }),
        expect.objectContaining({ path: 'module.flashcards.1.media.1.captions' }),
        expect.objectContaining({ path: 'module.quiz.0.media.0.digest' }),
      ],
    }),
  );
  for (const digest of digests) {
    const sent = await sendMedia(there.client, files.get(`media/${digest}`)!, digest);
    expect(sent.digest).toBe(digest);
  }
  expect((await there.client.media.missing.query({ digests })).digests).toEqual([]);
  const imported = await there.client.modules.import.mutate({ course_id: there.course.id, module: module! });
  expect(imported).toMatchObject({ is_same: true, cards: 2 });
  const [before, after] = [
    await client.modules.get.query({ id }),
    await there.client.modules.get.query({ id: imported.id }),
  ];
  expect(after.flashcards.content_hash).toBe(before.flashcards.content_hash);
  expect(after.quiz.content_hash).toBe(before.quiz.content_hash);
});

// rules/courses-and-modules 14
test('an archive is JSON unless media are asked for, and if there are none', async () => {
  const { client, course, user, workspace } = await authoringOn(server).trainer();
  await client.modules.create.mutate({ course_id: course.id, title: 'Lifting' });
  const headers = { cookie: await server.signIn(user.email) };
  const url = `${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/archive?with_media=true`;
  expect((await fetch(url, { headers })).headers.get('content-type')).toBe('application/json');
  const { get, picture } = await filmed();
  const { type, bytes } = await get('');
  expect(type).toBe('application/json');
  expect(CourseArchive.parse(JSON.parse(Buffer.from(bytes).toString())).modules[0]?.quiz[0]?.media?.[0]?.digest).toBe(
    picture,
  );
});

// rules/courses-and-modules 14
test('media that the storage has lost are left out of an archive', { tags: ['deep'] }, async () => {
  const { workspace, picture, get } = await filmed();
  const { rows } = await server.db.pool.query<{ id: string }>(
    'select id from media_pieces where workspace_id = $1 and digest = $2',
    [workspace.id, picture],
  );
  await openStorage({ storageUrl: undefined, dataDir: DATA_DIR }).remove(`${workspace.id}/${rows[0]!.id}`);
  const files = readZip((await get()).bytes);
  expect([files.has(`media/${picture}`), files.size]).toEqual([false, 3]);
});

const chunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** The same WebP with something behind its chunks, and its length corrected. */
function longer(webp: Buffer, more: Buffer): Buffer {
  const file = Buffer.concat([webp, more]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

// rules/media 3
test(
  'a picture with a digest keeps its bytes only if it is as the platform writes them',
  { tags: ['deep'] },
  async () => {
    const { client } = await authoringOn(server).trainer();
    const written = await drawing(1).removeAlpha().webp({ quality: 85 }).toBuffer();
    expect(await sendMedia(client, written, digestOf(written))).toMatchObject({
      digest: digestOf(written),
      kind: 'picture',
    });
    const half = Buffer.from(written);
    half.fill(0, 40);
    const hostile: Record<string, Buffer> = {
      'a photo': await drawing(1).jpeg().toBuffer(),
      'a drawing': Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>',
      ),
      metadata: await drawing(1)
        .withExif({ IFD0: { Copyright: 'Secret place' } })
        .webp()
        .toBuffer(),
      'something behind it': longer(written, chunk('JUNK', Buffer.from('<script>'))),
      'no chunk behind it': Buffer.concat([written, Buffer.from('<script>')]),
      'too many pixels': await drawing(1).resize(2_600, 10).webp().toBuffer(),
      'no pixels': half,
    };
    for (const [name, file] of Object.entries(hostile)) {
      await expect(sendMedia(client, file, digestOf(file)), name).rejects.toMatchObject(refused('unsupported_file'));
    }
    await expect(sendMedia(client, written, 'a'.repeat(64))).rejects.toMatchObject(
      refused('invalid_request', { errors: [expect.objectContaining({ path: 'digest' })] }),
    );
  },
);
