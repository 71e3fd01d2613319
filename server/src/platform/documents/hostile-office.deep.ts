import { createDeflateRaw } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deflatedRun } from '../../../test/documents/make-documents.ts';
import { odpOf, picture, pptxOf, shape, xlsxOf } from '../../../test/documents/make-office.ts';
import { refusal } from '../../../test/documents/refusal.ts';
import { reencodeDeckPictures, extractDocumentText, readSlideDeck } from './read-document.ts';

const ENTITIES = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const FILE = '<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>';
const patience = { milliseconds: 10_000 };

test.each([ENTITIES, FILE, ''])(
  'entities that multiply or name a file are never expanded (%#)',
  async (declaration) => {
    expect(await refusal(pptxOf([{ shapes: shape(['&b;']) }], { declaration }), 'pptx')).toMatchObject({
      reason: 'damaged',
    });
    expect(await refusal(odpOf('<draw:page><text:p>&b;</text:p></draw:page>', { declaration }), 'odp')).toMatchObject({
      reason: 'damaged',
    });
    expect(
      await refusal(xlsxOf([{ name: 'S', data: '' }], { declaration, strings: ['<t>&b;</t>'] }), 'xlsx'),
    ).toMatchObject({ reason: 'damaged' });
  },
);

test('zeros without end in a part are refused, whatever size its header claims', async () => {
  const data = await deflatedRun(createDeflateRaw(), 128, 0);
  const deflated = (name: string) => ({ deflated: [{ name, data, claims: 10 }] });
  expect(await refusal(pptxOf([], deflated('ppt/media/a.png')), 'pptx')).toMatchObject({ reason: 'too_large' });
  expect(await refusal(xlsxOf([], deflated('xl/worksheets/a.xml')), 'xlsx')).toMatchObject({ reason: 'too_large' });
});

test('more slides, cells or text than allowed is too large', async () => {
  const slide = { shapes: shape(['Text'], 'title') };
  expect(await refusal(pptxOf([slide, slide, slide]), 'pptx', { pages: 2 })).toMatchObject({
    reason: 'too_large',
    message: expect.stringContaining('slides'),
  });
  const rows = '<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(3);
  expect(await refusal(xlsxOf([{ name: 'S', data: rows }]), 'xlsx', { cells: 5 })).toMatchObject({
    reason: 'too_large',
    message: expect.stringContaining('cells'),
  });
  expect(await refusal(pptxOf([{ shapes: shape(['x'.repeat(11)]) }]), 'pptx', { codePoints: 10 })).toMatchObject({
    reason: 'too_large',
  });
});

test('one text that every cell names is too large, not endless', async () => {
  const data = '<row><c t="s"><v>0</v></c></row>'.repeat(100_000);
  const workbook = xlsxOf([{ name: 'S', data }], { strings: [`<t>${'x'.repeat(10_000)}</t>`] });
  expect(await refusal(workbook, 'xlsx')).toMatchObject({ reason: 'too_large' });
});

test('cells far apart make no wide table', async () => {
  const far = Array.from({ length: 5_000 }, (_, n) => `<row><c r="${letters(n * 3)}1"><v>1</v></c></row>`).join('');
  expect(await refusal(xlsxOf([{ name: 'S', data: far }]), 'xlsx', patience)).toMatchObject({ reason: 'too_large' });
  const last = xlsxOf([{ name: 'S', data: '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>' }]);
  expect(await extractDocumentText(last, 'xlsx')).toMatchObject({ text: '## S\n\n| 1 | 2 |\n| --- | --- |' });
});

const letters = (n: number): string =>
  (n >= 26 ? letters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(65 + (n % 26));

test('formats of numbers that are endless or no formats leave the number as it is', async () => {
  const formats = ['[', '#'.repeat(100_000), '?/'.repeat(100), '0'.repeat(250), `"${'\\'.repeat(200)}`];
  const data = formats.map((_, n) => `<row><c s="${n + 1}"><v>4${n}.5</v></c></row>`).join('');
  const { text } = await extractDocumentText(xlsxOf([{ name: 'S', data }], { formats }), 'xlsx', { limits: patience });
  expect(text).toContain('41.5');
});

test('slides that are nested without end, or name themselves, are read or refused in time', async () => {
  const deep = '<p:grpSp>'.repeat(200_000) + shape(['Deep']) + '</p:grpSp>'.repeat(200_000);
  expect(await extractDocumentText(pptxOf([{ shapes: deep }]), 'pptx', { limits: patience })).toMatchObject({
    text: 'Deep',
  });
  const lists = '<text:list>'.repeat(100_000) + '<text:p>Deep</text:p>' + '</text:list>'.repeat(100_000);
  expect(
    await extractDocumentText(odpOf(`<draw:page>${lists}</draw:page>`), 'odp', { limits: patience }),
  ).toMatchObject({
    text: expect.stringMatching(/^ *- Deep$/),
  });
});

test('an encrypted OpenDocument presentation says to remove the password', async () => {
  expect(await refusal(odpOf('', { manifest: '<encryption-data/>' }), 'odp')).toMatchObject({ reason: 'encrypted' });
});

test('hidden columns in any number take no longer than few, and hide what they name', async () => {
  const before = `<cols>${'<col min="2" max="2" hidden="1"/>'.repeat(300_000)}</cols>`;
  const cells = Array.from({ length: 20_000 }, (_, n) => `<c r="${letters(n % 50)}1"><v>1</v></c>`).join('');
  const { text } = await extractDocumentText(xlsxOf([{ name: 'S', before, data: `<row>${cells}</row>` }]), 'xlsx', {
    limits: patience,
  });
  expect(text.split('\n')[2]?.split('1').length).toBe(50);
});

test('a picture of a deck with more pixels than may be decoded is refused, and the others are taken', async () => {
  const png = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } }).png();
  const bomb = Buffer.from(await png(100).toBuffer());
  // Its header claims 30,000 pixels a side.
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  const media = { 'bomb.png': bomb, 'fine.png': await png(300).toBuffer() };
  const deck = pptxOf([{ shapes: picture('bomb.png') + picture('fine.png'), media }]);
  const taken = await reencodeDeckPictures(deck, ['ppt/media/bomb.png', 'ppt/media/fine.png'], { limits: patience });
  expect([...taken.values()]).toMatchObject([{ reason: 'damaged' }, { width: 300 }]);
});

test('a deck that names one picture a hundred thousand times is read in time, and has it once', async () => {
  const small = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const shapes = picture('a.png').repeat(100_000);
  const [slide] = await readSlideDeck(pptxOf([{ shapes, media: { 'a.png': small } }]), 'pptx', { limits: patience });
  expect(slide?.pictures).toHaveLength(1);
});
