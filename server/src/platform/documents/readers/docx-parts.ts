import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { DocumentLimits } from '../document.ts';
import { UnreadableDocument } from '../unreadable-document.ts';

/**
 * The XML parts of a DOCX, inflated. Every part is inflated and counted by what really comes out, whatever its header
 * says; pictures are dropped as they come.
 */
export async function docxParts(file: Buffer, limits: DocumentLimits): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file, { validateEntrySizes: false });
  if (zip.entryCount > limits.entries) throw tooLarge();
  const room = { all: limits.inflatedBytes, xml: limits.xmlBytes, entries: limits.entries };
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (--room.entries < 0) throw tooLarge();
    if (entry.isEncrypted()) {
      throw new UnreadableDocument('encrypted', 'The document is encrypted. Remove its password and add it again.');
    }
    const isXml = /\.(xml|rels)$/i.test(entry.fileName);
    const content = await inflate(zip, entry, isXml, room);
    if (isXml) parts.set(entry.fileName, content);
  }
  return parts;
}

async function inflate(zip: ZipFile, entry: Entry, keep: boolean, room: { all: number; xml: number }): Promise<Buffer> {
  const kept: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A zip gives bytes.');
    room.all -= chunk.length;
    if (keep) {
      room.xml -= chunk.length;
      kept.push(chunk);
    }
    if (room.all < 0 || room.xml < 0) throw tooLarge();
  }
  return Buffer.concat(kept);
}

/** A zip of these parts as they are, so that the next to read it has nothing to inflate. */
export function storedZip(parts: Map<string, Buffer>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    files.push(Buffer.from('PK\u0003\u0004'), common, path, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, path);
    offset += 30 + path.length + content.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.size, 4);
  end.writeUInt16LE(parts.size, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

function tooLarge(): UnreadableDocument {
  return new UnreadableDocument(
    'too_large',
    'The document is too large once unpacked. Remove what isn’t text, or split it and add the parts.',
  );
}
