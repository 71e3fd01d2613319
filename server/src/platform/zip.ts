import { crc32, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipEntry = {
  name: string;
  /** Packed already, as PDFs are: stored as it is. */
  stored?: true;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Returns text as the bytes of an entry. */
export const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const NOTHING = new Uint8Array(0);

/**
 * Packs files into a ZIP one after the other and yields each piece as soon as it is ready, so that only the last piece
 * is in memory.
 */
export async function* streamZipArchive(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failed = error;
    else if (piece.length > 0) ready.push(piece);
  });
  const taken = () => {
    if (failed) throw failed;
    const pieces = ready;
    ready = [];
    return pieces;
  };
  for await (const { name, stored, body } of entries) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const piece of body) {
      file.push(piece);
      yield* taken();
    }
    file.push(NOTHING, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** The bytes aren't an archive that can be read. The message says why. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** A bit of the flags: sizes follow the data. */
const STREAMED = 0x8;
/** Bits that change neither bytes nor structure: how well it was packed, and that names are UTF-8. */
const HARMLESS = 0x806 | STREAMED;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads an archive that every program reads the same way: local headers and central directory agree, every byte belongs
 * to one of them, and no name occurs twice.
 * @throws ZipError for any other
 */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return entriesOf(file);
  } catch (error) {
    // Beyond the last byte.
    if (error instanceof RangeError) throw new ZipError('it is damaged');
    throw error;
  }
}

function entriesOf(file: Buffer): Map<string, Uint8Array> {
  const end = file.length - 22;
  if (end < 0 || file.readUInt32LE(end) !== END) throw new ZipError('its directory does not end where the file does');
  const count = file.readUInt16LE(end + 10);
  const size = file.readUInt32LE(end + 12);
  const start = file.readUInt32LE(end + 16);
  const isWhole = file.readUInt32LE(end + 4) === 0 && file.readUInt16LE(end + 8) === count;
  if (!isWhole || start + size !== end || file.readUInt16LE(end + 20) !== 0) {
    throw new ZipError('its directory is not the whole of what stands before its end');
  }
  const files = new Map<string, Uint8Array>();
  let [at, local] = [start, 0];
  for (let n = 0; n < count; n++) {
    const entry = centralAt(file, at);
    if (files.has(entry.name)) throw new ZipError(`${entry.name} is there twice`);
    if (entry.local !== local) throw new ZipError(`there are bytes before ${entry.name} that belong to no entry`);
    const { content, next } = localAt(file, entry);
    files.set(entry.name, content);
    [at, local] = [entry.next, next];
  }
  if (at !== end) throw new ZipError('its directory has bytes that belong to no entry');
  if (local !== start) throw new ZipError('there are bytes before its directory that belong to no entry');
  return files;
}

type Central = ReturnType<typeof centralAt>;

function centralAt(file: Buffer, at: number) {
  if (file.readUInt32LE(at) !== CENTRAL) throw new ZipError('its directory has bytes that belong to no entry');
  const nameLength = file.readUInt16LE(at + 28);
  // No extra fields, of which some give another name, no comment, no other volume, and nothing but a file.
  const isPlain = [30, 32, 34, 36, 38, 40].every((offset) => file.readUInt16LE(at + offset) === 0);
  const rawName = file.subarray(at + 46, at + 46 + nameLength);
  const name = rawName.toString('utf8');
  if (!isPlain || !Buffer.from(name).equals(rawName)) throw new ZipError(`${name} has fields that a pack has not`);
  return {
    name,
    rawName,
    needed: file.readUInt16LE(at + 6),
    flags: file.readUInt16LE(at + 8),
    method: file.readUInt16LE(at + 10),
    /** Time and day. */
    moment: file.readUInt32LE(at + 12),
    crc: file.readUInt32LE(at + 16),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    local: file.readUInt32LE(at + 42),
    next: at + 46 + nameLength,
  };
}

/** The content of an entry, by its local header, and where the next one has to begin. */
function localAt(file: Buffer, entry: Central): { content: Uint8Array; next: number } {
  const { name, local: at, flags, packed, size, crc } = entry;
  const differs = () => new ZipError(`the header of ${name} is not what the directory says`);
  const isStreamed = (flags & STREAMED) !== 0;
  const begins = at + 30 + entry.rawName.length;
  const isSame =
    file.readUInt32LE(at) === LOCAL &&
    file.readUInt16LE(at + 4) === entry.needed &&
    file.readUInt16LE(at + 6) === flags &&
    file.readUInt16LE(at + 8) === entry.method &&
    file.readUInt32LE(at + 10) === entry.moment &&
    file.readUInt16LE(at + 26) === entry.rawName.length &&
    file.readUInt16LE(at + 28) === 0 &&
    file.subarray(at + 30, begins).equals(entry.rawName);
  if (!isSame || (flags & ~HARMLESS) !== 0) throw differs();
  const ends = begins + packed;
  const said = isStreamed ? sizesAt(file, ends) : sizesAt(file, at + 10);
  const isEmpty = [14, 18, 22].every((offset) => file.readUInt32LE(at + offset) === 0);
  if (said.crc !== crc || said.packed !== packed || said.size !== size || (isStreamed && !isEmpty)) throw differs();
  if (isStreamed && file.readUInt32LE(ends) !== DESCRIPTOR) throw differs();
  const data = file.subarray(begins, ends);
  if (isStreamed && entry.method === STORED && mayEndEarly(data)) {
    throw new ZipError(`${name} has bytes that other programs take for its end`);
  }
  const content = unpacked(data, entry);
  if (content.length !== size || crc32(content) !== crc) throw new ZipError(`${name} is damaged`);
  return { content, next: isStreamed ? ends + 16 : ends };
}

const DESCRIPTOR_BYTES = Buffer.from('504b0708', 'hex');
/** Lengths of a descriptor, with sizes of 4 or 8 bytes. */
const DESCRIPTORS = [16, 24];

/**
 * Returns true if data contains a descriptor of the bytes before it, or one with a header behind it. A program that
 * reads from a pipe ends there, because it has no directory, and shows what follows as the next entry.
 */
function mayEndEarly(data: Buffer): boolean {
  for (let at = data.indexOf(DESCRIPTOR_BYTES); at >= 0; at = data.indexOf(DESCRIPTOR_BYTES, at + 1)) {
    const says = (offset: number) => (at + offset + 4 <= data.length ? data.readUInt32LE(at + offset) : undefined);
    if (says(8) === at || DESCRIPTORS.some((length) => [LOCAL, CENTRAL].includes(says(length) ?? 0))) return true;
  }
  return false;
}

/** Result of zlib with `info`, which its types lack. */
const Inflated = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) });

/** Checksum and lengths, which follow four other bytes both in a header and behind streamed data. */
const sizesAt = (file: Buffer, at: number) => ({
  crc: file.readUInt32LE(at + 4),
  packed: file.readUInt32LE(at + 8),
  size: file.readUInt32LE(at + 12),
});

function unpacked(data: Buffer, { name, method, size }: Central): Uint8Array {
  if (method === STORED) return data;
  if (method !== DEFLATED) throw new ZipError(`${name} is packed in a way that a pack is not`);
  try {
    const { buffer, engine } = Inflated.parse(inflateRawSync(data, { maxOutputLength: Math.max(1, size), info: true }));
    // What lies behind the last block is unpacked by nobody.
    if (engine.bytesWritten !== data.length)
      throw new ZipError(`there are bytes behind ${name} that belong to no entry`);
    return buffer;
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError(`${name} is damaged`);
  }
}
