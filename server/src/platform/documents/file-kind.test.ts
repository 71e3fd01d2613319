import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docxOf, paragraph, pdfOf, zipOf } from '../../../test/documents/make-documents.ts';
import { detectFileKind, FileKindDetector } from './file-kind.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const kindOf = async (file: Uint8Array | string) =>
  (await detectFileKind(typeof file === 'string' ? Buffer.from(file) : file))?.kind;

test('a file is known by its content', async () => {
  expect(await detectFileKind(pdfOf([['Hello']]))).toEqual({ kind: 'pdf', mediaType: 'application/pdf' });
  expect(await kindOf(docxOf(paragraph('Hello')))).toBe('docx');
  expect(await kindOf('\ufeff <!-- saved --> <!DOCTYPE html><p>Hello')).toBe('html');
  expect(await kindOf('<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<html lang="en">')).toBe('html');
  expect(await kindOf('# Gloves\n\n<div>Wear them.</div>')).toBe('text');
  expect(await kindOf('<!-- never closed <html>')).toBe('text');
  expect(await kindOf(latin1('caf\u00e9 au lait'))).toBe('text');
});

test.each(['BM is a brand', 'MZ', 'OggS is a format', 'ID3 tags', 'solid ground', 'PK\u0003\u0004', '<?xml?><note>'])(
  'a text may begin like a binary file: “%s”',
  async (text) => expect(await kindOf(`${text}\n\nIt begins with %PDF- as a PDF does.`)).toBe('text'),
);

test('a Word document is known wherever the parts that name it lie', async () => {
  const picture = { name: 'word/media/photo.jpg', content: Buffer.alloc(100_000, 'photo') };
  const types = { name: '[Content_Types].xml', content: '<Types/>' };
  expect(await kindOf(zipOf([picture, types]))).toBe('docx');
});

test('a PDF may have something before it', async () => {
  expect(await kindOf(Buffer.concat([latin1('HTTP/1.1 200\r\n\r\n'), pdfOf([['Hello']], { padding: 10 })]))).toBe(
    'pdf',
  );
});

test('an empty file counts as text, so that reading it can say that it is empty', async () => {
  expect(await kindOf(new Uint8Array())).toBe('text');
});

test('what is none of them is undefined', async () => {
  expect(await kindOf(zipOf([{ name: 'notes.txt', content: 'Hello' }]))).toBeUndefined();
  expect(await kindOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))).toBeUndefined();
  expect(await kindOf('{\\rtf1 Hello}')).toBeUndefined();
  expect(await kindOf(Buffer.concat([OLE, Buffer.alloc(512), Buffer.from('Workbook', 'utf16le')]))).toBeUndefined();
});

test('old and encrypted Word documents count as Word documents', async () => {
  expect(await kindOf(Buffer.concat([OLE, Buffer.from('WordDocument', 'utf16le')]))).toBe('docx');
  expect(await kindOf(Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]))).toBe('docx');
});

const RECORDINGS: [start: string, mediaType: string][] = [
  ['RIFF\u0024\u0000\u0000\u0000WAVEfmt ', 'audio/wav'],
  [`OggS\u0000\u0002${'\u0000'.repeat(22)}\u0001vorbis`, 'audio/ogg'],
  [`OggS\u0000\u0002${'\u0000'.repeat(22)}OpusHead`, 'audio/ogg'],
  ['fLaC\u0000\u0000\u0000\u0022', 'audio/flac'],
  ['\u001aE\u00df\u00a3\u009fB\u0086\u0081\u0001B\u0082\u0084webm', 'audio/webm'],
  ['\u0000\u0000\u0000\u0020ftypM4A \u0000\u0000', 'audio/mp4'],
  ['\u0000\u0000\u0000\u0020ftypisom\u0000\u0000', 'audio/mp4'],
  ['ID3\u0004\u0000\u0000\u0000\u0001\u007f\u007f', 'audio/mpeg'],
  ['\u00ff\u00fb\u0090\u0064\u0000', 'audio/mpeg'],
];

test.each(RECORDINGS)('a recording is known by its magic number (%#)', async (start, mediaType) => {
  const file = Buffer.concat([latin1(start), Buffer.alloc(64)]);
  expect(await detectFileKind(file)).toEqual({ kind: 'audio', mediaType });
});

test('a UTF-16 byte order mark, a film and another compression are no recording', async () => {
  expect(await kindOf(latin1('\u00ff\u00feH\u0000'))).toBe('text');
  expect(await kindOf(latin1('\u001aE\u00df\u00a3\u009fB\u0082\u0088matroska\u0000'))).toBeUndefined();
  expect(await kindOf(latin1('\u00ff\u00f1\u0050\u0080\u0000\u0000'))).toBeUndefined();
});

test('a picture is known by its magic number', async () => {
  expect(await kindOf(latin1('\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF\u0000'))).toBe('image');
});

const HOSTILE = [
  '<!---->',
  '<!-- --> ',
  '<!--',
  '<?xml',
  ' ',
  'PK\u0003\u0004',
  '[Content_Types].xm',
  'word',
  '\u001aE\u00df\u00a3\u009fB',
  '\u001f\u008b\u0008\u0000',
  'ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000',
  '\u0000\u0000\u0000\u0020ftyp',
  'OggS',
  'W\u0000o\u0000r\u0000d\u0000D\u0000',
  '\u00d0\u00cf\u0011\u00e0',
  '\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011\u00a6\u00d9',
];

test('20 MiB of hostile bytes are told in time for their length', async () => {
  for (const piece of HOSTILE) {
    // A NUL at the end makes it binary.
    const binary = Buffer.alloc(20 * 1024 * 1024 + 1, latin1(piece));
    binary[binary.length - 1] = 0;
    for (const file of [binary, binary.subarray(0, -1)]) {
      const before = process.cpuUsage();
      await detectFileKind(file);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000, JSON.stringify(piece)).toBeLessThan(5_000);
    }
  }
});

test('whatever follows a magic number is told without an error', async () => {
  const starts = fc.constantFrom(
    ...HOSTILE,
    ...RECORDINGS.map(([start]) => start),
    '%PDF',
    'RIFF',
    'II*\u0000',
    'MM\u0000*',
  );
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
      await detectFileKind(Buffer.concat([latin1(start), rest]));
    }),
    { numRuns: 2_000 },
  );
});

test('a file that comes in parts is of the same kind, wherever the parts begin', async () => {
  const files = [
    pdfOf([['Hello']]),
    docxOf(paragraph('Hello')),
    Buffer.concat([OLE, Buffer.alloc(100), Buffer.from('WordDocument', 'utf16le')]),
    Buffer.from('Grüße aus Köln, 例, 🚜'),
    latin1('caf\u00e9 au lait'),
    Buffer.concat([latin1('RIFF\u0024\u0000\u0000\u0000WAVEfmt '), Buffer.alloc(50)]),
    Buffer.from('{\\rtf1 Hello}'),
  ];
  for (const file of files) {
    const whole = await detectFileKind(file);
    for (const size of [1, 2, 3, 7, 30, 1_000]) {
      const scan = new FileKindDetector();
      for (let from = 0; from < file.length; from += size) scan.push(file.subarray(from, from + size));
      expect(await scan.end()).toEqual(whole);
      expect(scan.size).toBe(file.length);
    }
  }
});
