import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfOfStreams, pdfStream } from '../../../test/documents/make-documents.ts';
import { pictureOf, scannedPdf } from '../../../test/documents/make-scans.ts';
import { extractDocumentText, readPictureForModel, extractTextAndTextlessParts } from './read-document.ts';

/** Rows of a grey PNG that this server made. */
function rowsOf(png: Uint8Array, width: number): Buffer[] {
  const file = Buffer.from(png);
  const at = file.indexOf('IDAT');
  const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  return Array.from({ length: lines.length / (width + 1) }, (_, n) =>
    lines.subarray(n * (width + 1) + 1, (n + 1) * (width + 1)),
  );
}

test('a PDF tells which pages have no text, and each is drawn as a picture', async () => {
  const pdf = scannedPdf(['Gate 7 stays closed at night.', null, '']);
  const { scan, text } = await extractTextAndTextlessParts(pdf, 'pdf');
  expect(text).toBe('Gate 7 stays closed at night.');
  expect(scan?.parts.map(({ page }) => page)).toEqual([2, 3]);
  const drawn = await readPictureForModel(pdf, { kind: 'pdf_page', page: 2 });
  expect(drawn).toMatchObject({ mediaType: 'image/png', height: 1_568, width: 1_212 });
  const rows = rowsOf(drawn!.bytes, drawn!.width);
  // The upper left corner is white, and the first bar is black: it isn't drawn upside down.
  expect(rows[5]?.[5]).toBe(255);
  expect(rows[Math.round((14 / 140) * 1_568)]?.[606]).toBe(0);
  expect(rows[1_568 - 20]?.[606]).toBe(255);
  expect(await readPictureForModel(pdf, { kind: 'pdf_page', page: 3 })).toBeNull();
});

test('a scan is refused where nobody reads pictures', async () => {
  await expect(extractDocumentText(scannedPdf([null]), 'pdf')).rejects.toMatchObject({
    name: 'UnreadableDocumentError',
    reason: 'empty',
  });
});

const changed = (change: (png: Buffer) => void) => {
  const png = pictureOf();
  change(png);
  return png;
};

const jpeg = (width: number, height: number, end = [0xff, 0xd9]) =>
  Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
    ...end,
  ]);

test.each([
  ['a PNG', pictureOf(), { mediaType: 'image/png', width: 200, height: 280 }],
  ['a JPEG', jpeg(640, 480), { mediaType: 'image/jpeg', width: 640, height: 480 }],
])('%s is passed on as it is', async (_, file, facts) => {
  const picture = await readPictureForModel(file, { kind: 'picture' });
  expect(picture).toMatchObject(facts);
  expect(Buffer.from(picture!.bytes).equals(file)).toBe(true);
});

test.each([
  ['a PNG that claims a billion pixels', changed((png) => png.writeUInt32BE(1_000_000_000, 16)), 'too_large'],
  ['a JPEG with a side that is too long', jpeg(60_000, 10), 'too_large'],
  ['half a PNG', pictureOf().subarray(0, 300), 'damaged'],
  ['a JPEG without its end', jpeg(640, 480, []), 'damaged'],
  ['a picture without pixels', changed((png) => png.writeUInt32BE(0, 16)), 'damaged'],
  ['a text', Buffer.from('not a picture at all'), 'damaged'],
  ['a PNG whose chunk is longer than the file', changed((png) => png.writeUInt32BE(0xff_ff_ff_ff, 8)), 'damaged'],
])('%s is refused', async (_, file, reason) => {
  await expect(readPictureForModel(file, { kind: 'picture' })).rejects.toMatchObject({
    name: 'UnreadableDocumentError',
    reason,
  });
});

test('a page whose picture claims too many pixels is refused', async () => {
  const reading = readPictureForModel(scannedPdf([null]), { kind: 'pdf_page', page: 1 }, { limits: { pixels: 100 } });
  await expect(reading).rejects.toMatchObject({ name: 'UnreadableDocumentError' });
});

test('a page whose picture would take gigabytes ends its process, not the server', async () => {
  const bomb = Buffer.from('q 612 0 0 792 0 0 cm BI /W 60000 /H 60000 /CS /RGB /BPC 8 ID 0123456789 EI Q');
  const reading = readPictureForModel(pdfOfStreams([pdfStream(bomb)]), { kind: 'pdf_page', page: 1 });
  await expect(reading).rejects.toMatchObject({ name: 'UnreadableDocumentError' });
});
