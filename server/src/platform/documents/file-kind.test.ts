import { expect, test } from 'vitest';
import { docxOf, paragraph, pdfOf, zipOf } from '../../../test/documents/make-documents.ts';
import { audioMediaType, fileKindOf } from './file-kind.ts';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('a file is known by its content', () => {
  expect(fileKindOf(pdfOf([['Hello']]))).toBe('pdf');
  expect(fileKindOf(docxOf(paragraph('Hello')))).toBe('docx');
  expect(fileKindOf(Buffer.from('\ufeff <!-- saved --> <!DOCTYPE html><p>Hello'))).toBe('html');
  expect(fileKindOf(Buffer.from('# Gloves\n\n<div>Wear them.</div>'))).toBe('text');
  expect(fileKindOf(latin1('caf\u00e9 au lait'))).toBe('text');
});

test('an empty file counts as text, so that reading it can say that it is empty', () => {
  expect(fileKindOf(new Uint8Array())).toBe('text');
});

test('what is none of them is undefined', () => {
  expect(fileKindOf(zipOf([{ name: 'notes.txt', content: 'Hello' }]))).toBeUndefined();
  expect(fileKindOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))).toBeUndefined();
  expect(fileKindOf(Buffer.from('{\\rtf1 Hello}'))).toBeUndefined();
  expect(fileKindOf(Buffer.concat([OLE, Buffer.from('Workbook', 'utf16le')]))).toBeUndefined();
});

test('old and encrypted Word documents count as Word documents', () => {
  expect(fileKindOf(Buffer.concat([OLE, Buffer.from('WordDocument', 'utf16le')]))).toBe('docx');
  expect(fileKindOf(Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]))).toBe('docx');
});

test.each([
  ['RIFF\u0024\u0000\u0000\u0000WAVEfmt ', 'audio/wav'],
  ['OggS\u0000\u0002', 'audio/ogg'],
  ['fLaC\u0000\u0000', 'audio/flac'],
  ['\u001aE\u00df\u00a3\u009fB\u0086\u0081\u0001B\u0082\u0084webm', 'audio/webm'],
  ['\u0000\u0000\u0000\u0020ftypM4A \u0000\u0000', 'audio/mp4'],
  ['ID3\u0004\u0000', 'audio/mpeg'],
  ['\u00ff\u00fb\u0090\u0064', 'audio/mpeg'],
])('a recording is known by its magic number (%#)', (start, mediaType) => {
  expect(audioMediaType(latin1(start))).toBe(mediaType);
  expect(fileKindOf(latin1(start))).toBe('audio');
});

test('a UTF-16 byte order mark and a JPEG are no MP3', () => {
  expect(audioMediaType(latin1('\u00ff\u00feH\u0000'))).toBeUndefined();
  expect(audioMediaType(latin1('\u00ff\u00d8\u00ff\u00e0'))).toBeUndefined();
});
