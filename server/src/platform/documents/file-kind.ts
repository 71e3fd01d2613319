/**
 * Bytes of the file inspected in detail. The detection library needs no more, and limiting them limits its work on
 * hostile files.
 */
const HEAD = 4_100;

/** Bytes at the start that are checked for control characters. */
const LOOKED_AT = 65_536;

/** Media types of recordings that speech services accept, by detected format. Many differ in name only. */
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
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
  text: 'text/plain',
};

/** Names that identify an Office document, anywhere in the file. */
const TYPES = Buffer.from('[Content_Types].xml');
/** The one that is first tells the kind: what is embedded, such as a workbook in a deck, lies behind its own name. */
const PARTS = { docx: Buffer.from('word/'), pptx: Buffer.from('ppt/'), xlsx: Buffer.from('xl/workbook') };
/** First entry of an OpenDocument presentation. */
const ODP = `mimetype${MEDIA_TYPES.odp}`;
const OLE = { word: encodeOleStreamName('WordDocument'), encrypted: encodeOleStreamName('EncryptedPackage') };
const NAMES = [TYPES, ...Object.values(PARTS), ...Object.values(OLE)];
const LONGEST_NAME = Math.max(...NAMES.map(({ length }) => length));

/** Media types of pictures that models can read. */
const IMAGES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp']);

export type FileKind = { kind: keyof typeof MEDIA_TYPES | 'audio' | 'image'; mediaType: string };

/** Detects the kind of a file from its content, not its name; undefined if it is none of the supported kinds. */
export function detectFileKind(bytes: Uint8Array): Promise<FileKind | undefined> {
  const scan = new FileKindDetector();
  scan.push(bytes);
  return scan.end();
}

/**
 * Detects the kind of a file while it is received. Old `.doc` files and encrypted Word documents count as docx, so that
 * the reader can explain the problem. Takes linear time.
 */
export class FileKindDetector {
  size = 0;
  #start = Buffer.alloc(0);
  /** End of the data so far, to find names that span two chunks. */
  #seam = Buffer.alloc(0);
  /** Index in the file where each name is first. */
  readonly #found = new Map<Buffer, number>();
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
    const before = this.size - part.length;
    for (const name of NAMES) {
      if (this.#found.has(name)) continue;
      const [onBorder, inPart] = [border.indexOf(name), part.indexOf(name)];
      if (onBorder !== -1) this.#found.set(name, before - this.#seam.length + onBorder);
      else if (inPart !== -1) this.#found.set(name, before + inPart);
    }
    this.#seam = Buffer.concat([this.#seam, part.subarray(-LONGEST_NAME)]).subarray(-LONGEST_NAME);
    this.#hasNul ||= part.includes(0);
    if (this.#isUtf8 && !this.#hasNul) this.#isUtf8 = this.#decodes(part, { stream: true });
  }

  async end(): Promise<FileKind | undefined> {
    const head = this.#start.subarray(0, HEAD);
    // Loaded on demand: many servers never receive a file.
    const { fileTypeFromBuffer } = await import('file-type');
    const type = (await fileTypeFromBuffer(head))?.mime;
    if (type === 'application/pdf') return document('pdf');
    if (type === 'application/rtf') return undefined;
    if (type !== undefined && IMAGES.has(type) && !this.#looksLikeText()) {
      return { kind: 'image', mediaType: type === 'image/apng' ? 'image/png' : type };
    }
    // Letters such as “BM” or “OggS” may also start a text.
    if (this.#looksLikeText()) return document(isHtml(textOf(head)) ? 'html' : 'text');
    // PDF readers accept data before the header.
    if (head.includes('%PDF-')) return document('pdf');
    const office = isOleFile(head) ? this.#kindOfOle() : this.#kindOfZip(head);
    if (office) return document(office);
    const mediaType = AUDIO[type ?? ''];
    return mediaType === undefined ? undefined : { kind: 'audio', mediaType };
  }

  #looksLikeText(): boolean {
    const start = this.#start;
    if (startsWith(start, '\u00ff\u00fe') || startsWith(start, '\u00fe\u00ff')) return true;
    if (this.#hasNul) return false;
    if (this.#isUtf8 && this.#decodes(new Uint8Array())) return true;
    // Some older encoding, unless control characters show that it isn't text.
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

  /** Checks the names of the parts anywhere in the file, because they can be in any order. */
  #kindOfZip(head: Buffer): keyof typeof PARTS | 'odp' | undefined {
    if (!startsWith(head, 'PK\u0003\u0004')) return undefined;
    if (head.subarray(30, 30 + ODP.length).equals(Buffer.from(ODP))) return 'odp';
    if (!this.#found.has(TYPES)) return undefined;
    const placeOf = (kind: keyof typeof PARTS) => this.#found.get(PARTS[kind]) ?? Infinity;
    const [first] = (['docx', 'pptx', 'xlsx'] as const).toSorted((a, b) => placeOf(a) - placeOf(b));
    return first && placeOf(first) < Infinity ? first : undefined;
  }

  /** An OLE file is a Word document if it has one of these streams. Spreadsheets and installers are OLE, too. */
  #kindOfOle(): 'docx' | undefined {
    return this.#found.has(OLE.word) || this.#found.has(OLE.encrypted) ? 'docx' : undefined;
  }
}

function document(kind: keyof typeof MEDIA_TYPES): FileKind {
  return { kind, mediaType: MEDIA_TYPES[kind] };
}

/** D0 CF 11 E0: the container of old Office formats, and of encrypted new ones. */
export function isOleFile(file: Buffer): boolean {
  return startsWith(file, '\u00d0\u00cf\u0011\u00e0');
}

/** Encodes a stream's name as in OLE's directory. */
export function encodeOleStreamName(name: string): Buffer {
  return Buffer.from(name, 'utf16le');
}

/** Detects a doctype or one of the first elements, after an XML declaration and comments. */
function isHtml(text: string): boolean {
  let rest = text.trimStart();
  if (rest.startsWith('<?xml')) rest = after('?>', rest);
  while (rest.startsWith('<!--')) rest = after('-->', rest);
  return /^<(!doctype html|(html|head|body|title|meta)[\s>])/i.test(rest);
}

/** Returns the text after the first `end` and whitespace; empty if `end` is missing. */
function after(end: string, text: string): string {
  const at = text.indexOf(end);
  return at < 0 ? '' : text.slice(at + end.length).trimStart();
}

/** Decodes according to the byte order mark. */
function textOf(head: Buffer): string {
  if (startsWith(head, '\u00ff\u00fe')) return new TextDecoder('utf-16le').decode(head);
  if (startsWith(head, '\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(head);
  return new TextDecoder().decode(head);
}

function startsWith(file: Buffer, magic: string): boolean {
  return file.subarray(0, magic.length).toString('latin1') === magic;
}
