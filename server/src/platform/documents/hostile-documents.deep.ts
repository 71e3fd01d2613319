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
import { readDocument } from './read-document.ts';

type Kind = Parameters<typeof readDocument>[1];

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
  expect(await readDocument(Buffer.from(markdown), 'text', { limits: { milliseconds: 20_000 } })).toMatchObject({
    title: null,
  });
});

test('a PDF whose page inflates without end is refused', async () => {
  const stream = pdfStream(await deflatedRun(createDeflate(), 256, 0x20), '/Filter /FlateDecode');
  expect(await refusal(pdfOfStreams([stream]), 'pdf')).toMatchObject({ reason: 'too_large' });
});

test('a PDF of 40 MB is read, and one that is over the limit is refused', async () => {
  const pdf = pdfOf([['Hello']], { padding: 40 * 1_048_576 });
  expect(await readDocument(pdf, 'pdf')).toMatchObject({ text: 'Hello' });
  expect(await refusal(pdf, 'pdf', { bytes: 20 * 1_048_576 })).toMatchObject({ reason: 'too_large' });
});

test('more pages or more text than allowed is too large', async () => {
  expect(await refusal(pdfOf([['a'], ['b'], ['c']]), 'pdf', { pages: 2 })).toMatchObject({ reason: 'too_large' });
  expect(await refusal(Buffer.from('🙂'.repeat(11)), 'text', { codePoints: 10 })).toMatchObject({
    reason: 'too_large',
  });
  expect(await readDocument(Buffer.from('🙂'.repeat(10)), 'text', { limits: { codePoints: 10 } })).toMatchObject({
    text: '🙂'.repeat(10),
  });
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
