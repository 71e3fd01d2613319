/**
 * How much of a file is looked at closely, in bytes: what recognises it needs no more, and can do no more with less.
 */
const HEAD = 4_100;

/** How much of the start is looked at for control characters, in bytes. */
const LOOKED_AT = 65_536;

/** The media types of recordings that speech services take, by those of their formats; many differ in name only. */
const AUDIO: Partial<Record<string, string>> = {
  'audio/wav': 'audio/wav',
  'audio/flac': 'audio/flac',
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'video/webm': 'audio/webm',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/ogg': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

const MEDIA_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  text: 'text/plain',
};

/** The names that tell a Word document, wherever in the file they stand. */
const ZIP = { types: Buffer.from('[Content_Types].xml'), word: Buffer.from('word/') };
const OLE = { word: ole('WordDocument'), encrypted: ole('EncryptedPackage') };
const NAMES = [...Object.values(ZIP), ...Object.values(OLE)];
const LONGEST_NAME = Math.max(...NAMES.map(({ length }) => length));

export type FileKind = { kind: keyof typeof MEDIA_TYPES | 'audio'; mediaType: string };

/** What a file is, by its content and not by its name; undefined when it is none of them. */
export function fileKindOf(bytes: Uint8Array): Promise<FileKind | undefined> {
  const scan = new FileKindScan();
  scan.push(bytes);
  return scan.end();
}

/**
 * Tells what a file is while it comes in. Old `.doc` files and encrypted Word documents count as docx, so that reading
 * them can say what they are. Linear in the file's length.
 */
export class FileKindScan {
  size = 0;
  #start = Buffer.alloc(0);
  /** The end of what has been seen, for what lies across the border of two parts. */
  #seam = Buffer.alloc(0);
  readonly #found = new Set<Buffer>();
  #hasNul = false;
  #isUtf8 = true;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });

  push(bytes: Uint8Array): void {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.size += part.length;
    if (this.#start.length < LOOKED_AT) {
      this.#start = Buffer.concat([this.#start, part.subarray(0, LOOKED_AT - this.#start.length)]);
    }
    const border = Buffer.concat([this.#seam, part.subarray(0, LONGEST_NAME)]);
    for (const name of NAMES) if (part.includes(name) || border.includes(name)) this.#found.add(name);
    this.#seam = Buffer.concat([this.#seam, part.subarray(-LONGEST_NAME)]).subarray(-LONGEST_NAME);
    this.#hasNul ||= part.includes(0);
    if (this.#isUtf8 && !this.#hasNul) this.#isUtf8 = this.#decodes(part, { stream: true });
  }

  async end(): Promise<FileKind | undefined> {
    const head = this.#start.subarray(0, HEAD);
    // Loaded by those that need it: a server may never see a file.
    const { fileTypeFromBuffer } = await import('file-type');
    const type = (await fileTypeFromBuffer(head))?.mime;
    if (type === 'application/pdf') return document('pdf');
    if (type === 'application/rtf') return undefined;
    // First letters such as “BM” or “OggS” may begin a text as well.
    if (this.#looksLikeText()) return document(isHtml(textOf(head)) ? 'html' : 'text');
    // Readers take a PDF with something before it.
    if (head.includes('%PDF-')) return document('pdf');
    if (isOle(head) ? this.#isWordOle() : this.#isWordZip(head)) return document('docx');
    const mediaType = AUDIO[type ?? ''];
    return mediaType === undefined ? undefined : { kind: 'audio', mediaType };
  }

  #looksLikeText(): boolean {
    const start = this.#start;
    if (startsWith(start, '\u00ff\u00fe') || startsWith(start, '\u00fe\u00ff')) return true;
    if (this.#hasNul) return false;
    if (this.#isUtf8 && this.#decodes(new Uint8Array())) return true;
    // Some older encoding, unless control characters show that it is no text at all.
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    return !/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(start.toString('latin1'));
  }

  #decodes(bytes: Uint8Array, options?: { stream: boolean }): boolean {
    try {
      this.#utf8.decode(bytes, options);
      return true;
    } catch {
      return false;
    }
  }

  /** By the names of its parts, which come in any order, so that the first of them tell little. */
  #isWordZip(head: Buffer): boolean {
    return startsWith(head, 'PK\u0003\u0004') && this.#found.has(ZIP.types) && this.#found.has(ZIP.word);
  }

  /** OLE holds a Word document when it has one of these streams; spreadsheets and installers are OLE too. */
  #isWordOle(): boolean {
    return this.#found.has(OLE.word) || this.#found.has(OLE.encrypted);
  }
}

function document(kind: keyof typeof MEDIA_TYPES): FileKind {
  return { kind, mediaType: MEDIA_TYPES[kind] };
}

/** D0 CF 11 E0: the container of the old Office formats, and of the encrypted new ones. */
export function isOle(file: Buffer): boolean {
  return startsWith(file, '\u00d0\u00cf\u0011\u00e0');
}

/** A stream's name as OLE's directory has it. */
export function ole(name: string): Buffer {
  return Buffer.from(name, 'utf16le');
}

/** A doctype, or one of the first elements, after an XML declaration and comments. */
function isHtml(text: string): boolean {
  let rest = text.trimStart();
  if (rest.startsWith('<?xml')) rest = after('?>', rest);
  while (rest.startsWith('<!--')) rest = after('-->', rest);
  return /^<(!doctype html|(html|head|body|title|meta)[\s>])/i.test(rest);
}

/** What follows the first `end` and blanks; nothing where there is none. */
function after(end: string, text: string): string {
  const at = text.indexOf(end);
  return at < 0 ? '' : text.slice(at + end.length).trimStart();
}

/** In the encoding of its byte order mark. */
function textOf(head: Buffer): string {
  if (startsWith(head, '\u00ff\u00fe')) return new TextDecoder('utf-16le').decode(head);
  if (startsWith(head, '\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(head);
  return new TextDecoder().decode(head);
}

function startsWith(file: Buffer, magic: string): boolean {
  return file.subarray(0, magic.length).toString('latin1') === magic;
}
