import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { docxOf, paragraph } from '../../../../test/documents/make-documents.ts';
import { picture, pptxOf, shape, xlsxOf } from '../../../../test/documents/make-office.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, refused } from '../modules/authoring-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'imports-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { draft, person } = authoringOn(server);
const author = await draft();
const { client, workspace } = author;

type Client = typeof client;

async function send(file: Uint8Array, by: Client = client): Promise<string[]> {
  const pieces: string[] = [];
  for (let at = 0; at < file.length; at += MEDIA_LIMITS.piece) {
    const part = new Blob([new Uint8Array(file.subarray(at, at + MEDIA_LIMITS.piece))]);
    pieces.push((await by.media.upload.mutate(part)).id);
  }
  return pieces;
}

/** Noise, which no format makes small. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#000' },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

/** Imports a deck of slides with a picture each; returns its length in bytes, and in how many batches it was read. */
async function importDeck(count: number) {
  const pictures = await Promise.all(Array.from({ length: count }, (_, n) => photo(900 + n, 600)));
  const deck = pptxOf(
    pictures
      .map((content, n) => ({
        shapes: shape([`Slide ${n + 1}`], 'title') + shape(['Text'], 'body') + picture('p.jpg', `Picture of ${n}`),
        notes: 'Say this.',
        media: { [`p${n}.jpg`]: content },
      }))
      .map(({ shapes, media, ...slide }, n) => ({ ...slide, media, shapes: shapes.replace('"p.jpg"', `"p${n}.jpg"`) })),
  );
  const pieces = await send(deck);
  const read = await client.imports.read.mutate({ pieces });
  if (read.kind !== 'deck') throw new Error(read.kind);
  expect(read.slides).toHaveLength(count);
  const names = read.slides.flatMap((slide) => slide.pictures.map(({ name }) => name));
  const digests = new Map<string, string>();
  let batches = 0;
  for (let left = names; left.length > 0; left = left.filter((name) => !digests.has(name)), batches++) {
    for (const { name, digest } of await client.imports.takePictures.mutate({ pieces, names: left })) {
      digests.set(name, digest!);
    }
  }
  expect(digests.size).toBe(count);
  await expect(client.imports.read.mutate({ pieces })).rejects.toMatchObject(refused('file_not_found'));
  const items = read.slides.map(({ title, blocks, pictures: [shown] }) => ({
    id: newId(),
    front: title,
    back: blocks.join('\n\n'),
    media: [{ at: 'back' as const, kind: 'picture' as const, digest: digests.get(shown!.name)!, alt: shown!.alt }],
  }));
  const into = { module_id: author.module.id, flashcards: { version: 1, items } };
  expect(await client.modules.append.mutate(into)).toMatchObject({ cards: count });
  return { bytes: deck.length, batches };
}

// rules/courses-and-modules 20
test('a deck of slides with pictures becomes cards with media', async () => {
  await importDeck(6);
});

// rules/courses-and-modules 20
test('a deck of 60 slides is read in pieces and batches', { tags: ['deep'], timeout: 240_000 }, async () => {
  const { bytes, batches } = await importDeck(60);
  expect(bytes).toBeGreaterThan(3 * MEDIA_LIMITS.piece);
  expect(batches).toBeGreaterThan(1);
});

// rules/courses-and-modules 20
test('a workbook gives the rows of its first sheet', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const pieces = await send(xlsxOf([{ name: 'Cards', data: `<row>${text('kind')}${text('text')}</row>` }]));
  expect(await client.imports.read.mutate({ pieces })).toEqual({
    kind: 'workbook',
    sheet: { name: 'Cards', rows: [{ number: 1, cells: ['kind', 'text'] }], others: [] },
  });
  // Nothing more is to be read of it.
  await expect(client.imports.read.mutate({ pieces })).rejects.toMatchObject(refused('file_not_found'));
});

// rules/courses-and-modules 20
test('other files, damaged ones, and pieces of someone else are refused with what to do', async () => {
  const other = await person(workspace, 'trainer', author.department.id);
  const pieces = await send(pptxOf([{ shapes: shape(['Pump'], 'title') }]), other.client);
  await expect(client.imports.read.mutate({ pieces })).rejects.toMatchObject(refused('file_not_found'));
  const docx = docxOf(paragraph('Hello'));
  const word = { pieces: await send(docx) };
  const names = ['word/media/a.png'];
  await expect(client.imports.read.mutate(word)).rejects.toMatchObject(refused('unsupported_file'));
  await expect(client.imports.takePictures.mutate({ pieces: await send(docx), names })).rejects.toMatchObject(
    refused('unsupported_file'),
  );
  const empty = await send(pptxOf([]));
  await expect(client.imports.read.mutate({ pieces: empty })).rejects.toMatchObject(refused('document_unreadable'));
  const bomb = { name: 'ppt/media/a.png', data: Buffer.from('not deflated'), claims: 10 };
  const broken = await send(pptxOf([], { deflated: [bomb] }));
  await expect(client.imports.read.mutate({ pieces: broken })).rejects.toMatchObject(refused('document_unreadable'));
  const deck = await send(
    pptxOf([{ shapes: picture('a.png'), media: { 'a.png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') } }]),
  );
  expect(await client.imports.takePictures.mutate({ pieces: deck, names: ['ppt/media/a.png'] })).toMatchObject([
    { name: 'ppt/media/a.png', digest: null, problem: expect.stringContaining('damaged') },
  ]);
});

// rules/courses-and-modules 20, rules/media 8
test('nothing remains of a file that was read, refused or left, so that more can be sent', async () => {
  const by = await person(workspace, 'trainer', author.department.id);
  const left = async () => {
    const { rows } = await server.db.pool.query<{ id: string }>(
      'select id from media_pieces where workspace_id = $1 and created_by = $2 and digest is null',
      [workspace.id, by.user.id],
    );
    return rows.map(({ id }) => id);
  };
  const read = async (file: Uint8Array) => by.client.imports.read.mutate({ pieces: await send(file, by.client) });
  await read(xlsxOf([{ name: 'Cards', data: '<row><c t="inlineStr"><is><t>kind</t></is></c></row>' }]));
  await read(pptxOf([{ shapes: shape(['Pump'], 'title') }]));
  await expect(read(docxOf(paragraph('Hello')))).rejects.toMatchObject(refused('unsupported_file'));
  await expect(read(pptxOf([]))).rejects.toMatchObject(refused('document_unreadable'));
  expect(await left()).toEqual([]);
  const shapes = picture('a.png', 'A') + picture('b.png', 'B');
  const media = { 'a.png': await photo(300, 200), 'b.png': await photo(301, 200) };
  const pieces = await send(pptxOf([{ shapes, media }]), by.client);
  await by.client.imports.read.mutate({ pieces });
  expect(await left()).toEqual(pieces);
  await by.client.imports.takePictures.mutate({ pieces, names: ['ppt/media/a.png', 'ppt/media/b.png'] });
  expect(await left()).toEqual([]);
  await expect(by.client.imports.read.mutate({ pieces })).rejects.toMatchObject(refused('file_not_found'));
});
