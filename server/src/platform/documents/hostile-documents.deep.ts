import { createDeflate, createDeflateRaw } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  deflatedRun,
  docxOf,
  paragraph,
  pdfOf,
  pdfOfStreams,
  pdfStream,
  zipOf,
} from '../../../test/documents/make-documents.ts';
import { refusal } from '../../../test/documents/refusal.ts';
import { extractDocumentText } from './read-document.ts';

type Kind = Parameters<typeof extractDocumentText>[1];

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

test('an encrypted PDF says to remove the password', async () => {
  const word = `<${'00'.repeat(32)}>`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${word} /U ${word} >> /ID [${word} ${word}]`;
  const error = await refusal(pdfOf([['Hello']], { encrypt }), 'pdf');
  expect(error).toMatchObject({ reason: 'encrypted', message: expect.stringContaining('Remove the password') });
});

test('an encrypted or old Word document says which it is', async () => {
  const encrypted = Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]);
  const old = Buffer.concat([OLE, Buffer.from('WordDocument', 'utf16le')]);
  expect(await refusal(encrypted, 'docx')).toMatchObject({ reason: 'encrypted' });
  expect(await refusal(old, 'docx')).toMatchObject({
    reason: 'not_text',
    message: expect.stringContaining('old .doc'),
  });
});

test('a PDF without text says that it has no text layer', async () => {
  expect(await refusal(pdfOf([[]]), 'pdf')).toMatchObject({
    reason: 'empty',
    message: expect.stringContaining('text layer'),
  });
});

test.each<[string, Buffer, Kind]>([
  ['a PDF', pdfOf([['Hello']]).subarray(0, 300), 'pdf'],
  ['a Word document', docxOf(paragraph('Hello')).subarray(0, 400), 'docx'],
  ['a zip without a document', zipOf([{ name: 'a.txt', content: 'Hello' }]), 'docx'],
])('%s that is cut off or something else is damaged', async (_, bytes, kind) => {
  expect(await refusal(bytes, kind)).toMatchObject({ reason: 'damaged' });
});

test.each(['word/media/image1.png', 'word/styles.xml'])(
  'zeros without end in %s are refused, whatever size its header claims',
  async (name) => {
    const data = await deflatedRun(createDeflateRaw(), 128, 0);
    const bomb = docxOf(paragraph('Hello'), { deflated: [{ name, data, claims: 10 }] });
    expect(await refusal(bomb, 'docx')).toMatchObject({ reason: 'too_large' });
  },
);

test('entities that multiply are never expanded', async () => {
  const declaration = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  expect(await refusal(docxOf(paragraph('&b;'), { declaration }), 'docx')).toMatchObject({ reason: 'damaged' });
});

test('a zip of too many parts is refused', async () => {
  const parts = Array.from({ length: 2_001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }));
  expect(await refusal(zipOf(parts), 'docx')).toMatchObject({ reason: 'too_large' });
});

test('XML that is nested without end is damaged', async () => {
  const docx = docxOf('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000));
  expect(await refusal(docx, 'docx')).toMatchObject({ reason: 'damaged' });
});

test('a page of a hundred thousand nested blocks is refused in time', async () => {
  const html = Buffer.from(`<html>${'<div>'.repeat(100_000)}x`);
  const error = await refusal(html, 'html', { milliseconds: 2_000 });
  expect(['too_slow', 'damaged', 'too_large']).toContain(Reflect.get(Object(error), 'reason'));
});

test.each([
  ['backticks that enclose nothing', `<b>${'`'.repeat(900_000)} x`],
  ['comments that never end', 'Hello\n\n' + '<!--\n'.repeat(150_000)],
  ['brackets that begin no tag', `<b>${'<'.repeat(200_000)}`],
  ['front matter that never ends', `---\n${'a: - \n'.repeat(120_000)}`],
])('a Markdown of %s is read', async (_, markdown) => {
  expect(await extractDocumentText(Buffer.from(markdown), 'text', { limits: { milliseconds: 20_000 } })).toMatchObject({
    title: null,
  });
});

test('a PDF whose page inflates without end is refused', async () => {
  const stream = pdfStream(await deflatedRun(createDeflate(), 256, 0x20), '/Filter /FlateDecode');
  expect(await refusal(pdfOfStreams([stream]), 'pdf')).toMatchObject({ reason: 'too_large' });
});

test('a PDF of 40 MB is read, and one that is over the limit is refused', async () => {
  const pdf = pdfOf([['Hello']], { padding: 40 * 1_048_576 });
  expect(await extractDocumentText(pdf, 'pdf')).toMatchObject({ text: 'Hello' });
  expect(await refusal(pdf, 'pdf', { bytes: 20 * 1_048_576 })).toMatchObject({ reason: 'too_large' });
});

test('more pages or more text than allowed is too large', async () => {
  expect(await refusal(pdfOf([['a'], ['b'], ['c']]), 'pdf', { pages: 2 })).toMatchObject({ reason: 'too_large' });
  expect(await refusal(Buffer.from('🙂'.repeat(11)), 'text', { codePoints: 10 })).toMatchObject({
    reason: 'too_large',
  });
  expect(await extractDocumentText(Buffer.from('🙂'.repeat(10)), 'text', { limits: { codePoints: 10 } })).toMatchObject(
    {
      text: '🙂'.repeat(10),
    },
  );
});

test('binary, and text in an encoding that nobody named, is no text', async () => {
  expect(await refusal(Buffer.from([1, 2, 3, 0, 255]), 'text')).toMatchObject({ reason: 'not_text' });
  const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xe2, 0xf1, 0xe5, 0xec]);
  expect(await refusal(cyrillic, 'text')).toMatchObject({ reason: 'not_text' });
});

test('nothing but blanks is empty', async () => {
  expect(await refusal(Buffer.from(' \n\u00a0\n'), 'text')).toMatchObject({ reason: 'empty' });
});

test('a PDF whose pages are in a circle is refused', async () => {
  const circle = pdfOf([['Hello']])
    .toString('latin1')
    .replace('/Kids [5 0 R]', '/Kids [2 0 R]');
  expect(await refusal(Buffer.from(circle, 'latin1'), 'pdf', { milliseconds: 10_000 })).toMatchObject({
    reason: expect.stringMatching(/^(damaged|empty|too_slow)$/),
  });
});

test('parts that are named as a folder above, and entities of other files, are refused', async () => {
  const above = zipOf([{ name: '../../word/document.xml', content: '<w:document/>' }]);
  expect(await refusal(above, 'docx')).toMatchObject({ reason: 'damaged' });
  const declaration = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
  expect(await refusal(docxOf(paragraph('&a;'), { declaration }), 'docx')).toMatchObject({ reason: 'damaged' });
});

test('a zip within a zip is not opened', async () => {
  const inner = docxOf(paragraph('Within'));
  expect(await refusal(zipOf([{ name: 'word/inner.docx', content: inner }]), 'docx')).toMatchObject({
    reason: 'damaged',
  });
});

const patience = { milliseconds: 10_000 };

/** A PDF whose text is changed, at the same length where its places shall stay right. */
const changed = (pdf: Buffer, change: (text: string) => string) =>
  Buffer.from(change(pdf.toString('latin1')), 'latin1');

test.each([
  ['names itself as the one before', (place: string) => place],
  ['names a place before the file', () => '-1'],
  ['names a place beyond the file', () => '99999999999999999999'],
])('a PDF whose table of places %s is read or refused in time', async (_, before) => {
  const pdf = changed(pdfOf([['Hello']]), (text) => {
    const place = /startxref\n(\d+)/.exec(text)?.[1] ?? '';
    return text.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${before(place)}`);
  });
  expect(await extractDocumentText(pdf, 'pdf', { limits: patience })).toMatchObject({ text: 'Hello' });
});

test('a PDF whose table of places is missing, and whose trailer names itself, is refused or read in time', async () => {
  const lost = changed(pdfOf([['Hello']]), (text) => text.replace(/startxref\n\d+/, 'startxref\n9'));
  expect(await extractDocumentText(lost, 'pdf', { limits: patience })).toMatchObject({ text: 'Hello' });
  const circle = changed(pdfOf([['Hello']]), (text) => text.replace('/Root 1 0 R', '/Root 7 0 R /Prev 7 0 R'));
  expect(await outcome(circle, 'pdf')).toMatch(/^(damaged|empty|Hello)$/);
});

test.each([
  ['is no dictionary', '/Encrypt 3'],
  ['is itself', '/Encrypt 99 0 R'],
  ['is of an unknown filter', '/Encrypt << /Filter /Nothing /V 9 /R 9 >>'],
  [
    'asks for endless rounds',
    `/Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /P -4 /O <${'ff'.repeat(48)}> /U <${'ff'.repeat(48)}> /OE <${'ff'.repeat(32)}> /UE <${'ff'.repeat(32)}> /Perms <${'ff'.repeat(16)}> >> /ID [<00> <00>]`,
  ],
])('a PDF whose encryption %s is refused in time, or read where it is none', async (_, encrypt) => {
  expect(await outcome(pdfOf([['Hello']], { encrypt }), 'pdf')).toMatch(/^(encrypted|damaged|Hello)$/);
});

/** A PDF whose objects are found by a stream of places, and whose page tree lies in the stream of objects given. */
function pdfOfObjectStream(objectStream: string, placesOf: (place: number) => [number, number, number][]): Buffer {
  const head = '%PDF-1.7\n';
  const first = `1 0 obj\n${objectStream}\nendobj\n`;
  const rows = placesOf(head.length);
  const places = Buffer.alloc(rows.length * 6);
  for (const [index, [type, place, number]] of rows.entries()) {
    places.writeUInt8(type, index * 6);
    places.writeUInt32BE(place, index * 6 + 1);
    places.writeUInt8(number, index * 6 + 5);
  }
  const table = pdfStream(places, `/Type /XRef /W [1 4 1] /Size ${rows.length} /Root 2 0 R`).toString('latin1');
  const at = head.length + first.length;
  return Buffer.from(`${head}${first}9 0 obj\n${table}\nendobj\nstartxref\n${at}\n%%EOF\n`, 'latin1');
}

test.each([
  ['contains itself', '/N 2 /First 8', '1 0 2 0 '],
  ['extends itself', '/N 1 /First 4 /Extends 1 0 R', '2 0 '],
  ['says that it has a billion objects', '/N 1000000000 /First 4', '2 0 '],
])('a PDF with a stream of objects that %s is refused in time', async (_, dictionary, index) => {
  const stream = pdfStream(Buffer.from(`${index}<< /Type /Catalog /Pages 1 0 R >>`), `/Type /ObjStm ${dictionary}`);
  const pdf = pdfOfObjectStream(stream.toString('latin1'), () => [
    [0, 0, 255],
    [2, 1, 0],
    [2, 1, 0],
  ]);
  expect(await outcome(pdf, 'pdf')).toMatch(/^(damaged|empty|too_large)$/);
});

/** The reason why it is refused, or its text. */
async function outcome(bytes: Buffer, kind: Kind): Promise<string> {
  return extractDocumentText(bytes, kind, { limits: patience }).then(
    ({ text }) => text,
    (error: unknown) => String(Reflect.get(Object(error), 'reason')),
  );
}

/** A zip whose directory lists its last entry so many times, by other names: all of them lie at one place. */
function overlapping(zip: Buffer, times: number): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const directory = zip.readUInt32LE(end + 16);
  const last = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'), end);
  const entry = zip.subarray(last, end);
  const entries = Array.from({ length: times }, (_, index) => {
    const copy = Buffer.from(entry);
    copy.write(String(index).padStart(5, '0'), 46 + 'word/media/'.length);
    return copy;
  });
  const trailer = Buffer.from(zip.subarray(end));
  const count = zip.readUInt16LE(end + 10) + times;
  trailer.writeUInt16LE(count, 8);
  trailer.writeUInt16LE(count, 10);
  trailer.writeUInt32LE(end - directory + entry.length * times, 12);
  return Buffer.concat([zip.subarray(0, end), ...entries, trailer]);
}

test('parts of a Word document that overlap are counted each, however small the file', async () => {
  const data = await deflatedRun(createDeflateRaw(), 1, 0);
  const small = docxOf(paragraph('Hello'), { deflated: [{ name: 'word/media/00000.bin', data, claims: 1_048_576 }] });
  expect(await extractDocumentText(overlapping(small, 20), 'docx')).toMatchObject({ text: 'Hello' });
  expect(await refusal(overlapping(small, 1_500), 'docx')).toMatchObject({ reason: 'too_large' });
});

test('an encrypted part of a Word document says to remove the password', async () => {
  const zip = docxOf(paragraph('Hello'));
  const at = zip.indexOf(Buffer.from('PK\u0001\u0002'));
  zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8);
  expect(await refusal(zip, 'docx')).toMatchObject({
    reason: 'encrypted',
    message: expect.stringContaining('Remove its password'),
  });
});
