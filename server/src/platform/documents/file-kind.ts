import { isUtf8 } from 'node:buffer';

/**
 * What a file is, by its content and not by its name; undefined when it is none of them. Old `.doc` files and encrypted
 * Word documents count as docx, so that reading them can say what they are.
 */
export function fileKindOf(bytes: Uint8Array): 'pdf' | 'docx' | 'html' | 'text' | 'audio' | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  if (startsWith(file, 'PK\u0003\u0004')) {
    return file.includes('[Content_Types].xml') && file.includes('word/') ? 'docx' : undefined;
  }
  if (isWordOle(file)) return 'docx';
  if (audioMediaType(file)) return 'audio';
  if (startsWith(file, '{\\rtf') || !looksLikeText(file)) return undefined;
  return /^\s*(<\?xml[^>]*\?>\s*)?(<!--[^]*?-->\s*)*<(!doctype html|(html|head|body|title|meta)[\s>])/i.test(head(file))
    ? 'html'
    : 'text';
}

/** By the magic number; undefined when it is no recording that speech services take. */
export function audioMediaType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (/^RIFF[^]{4}WAVE/.test(start)) return 'audio/wav';
  if (start.startsWith('OggS')) return 'audio/ogg';
  if (start.startsWith('fLaC')) return 'audio/flac';
  // Matroska and WebM differ in the name of the type, which stands in the first bytes.
  if (start.startsWith('\u001aE\u00df\u00a3')) return start.includes('webm') ? 'audio/webm' : undefined;
  if (/^[^]{4}ftyp(M4A|M4B|mp4|isom|iso\d|dash|MSNV)/.test(start)) return 'audio/mp4';
  return isMpegAudio(start) ? 'audio/mpeg' : undefined;
}

/** An ID3 tag, or a frame of layer III: version, bit rate and sampling rate are none of the forbidden values. */
function isMpegAudio(start: string): boolean {
  if (start.startsWith('ID3')) return true;
  const [sync = 0, version = 0, rates = 0] = bytesOf(start);
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  return isLayer3 && rates >> 4 !== 0 && rates >> 4 !== 15 && (rates & 0x0c) !== 0x0c;
}

function bytesOf(start: string): Buffer {
  return Buffer.from(start.slice(0, 3), 'latin1');
}

/** OLE holds a Word document when it has one of these streams; spreadsheets and installers are OLE too. */
function isWordOle(file: Buffer): boolean {
  return isOle(file) && (file.includes(ole('WordDocument')) || file.includes(ole('EncryptedPackage')));
}

/** D0 CF 11 E0: the container of the old Office formats, and of the encrypted new ones. */
export function isOle(file: Buffer): boolean {
  return startsWith(file, '\u00d0\u00cf\u0011\u00e0');
}

/** A stream's name as OLE's directory has it. */
export function ole(name: string): Buffer {
  return Buffer.from(name, 'utf16le');
}

/** The first KiB as text, in the encoding of its byte order mark. */
function head(file: Buffer): string {
  const start = file.subarray(0, 1_024);
  if (startsWith(start, '\u00ff\u00fe')) return start.subarray(2).toString('utf16le');
  if (startsWith(start, '\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(start);
  return start.toString('utf8').replace(/^\uFEFF/, '');
}

function looksLikeText(file: Buffer): boolean {
  if (startsWith(file, '\u00ff\u00fe') || startsWith(file, '\u00fe\u00ff')) return true;
  if (file.includes(0)) return false;
  if (isUtf8(file)) return true;
  // Some older encoding, unless control characters show that it is no text at all.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return !/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(file.subarray(0, 65_536).toString('latin1'));
}

function startsWith(file: Buffer, magic: string): boolean {
  return file.subarray(0, magic.length).toString('latin1') === magic;
}
