import { zipSync } from 'fflate';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { DocumentLimits } from '../document.ts';
import { UnreadableDocument } from '../unreadable-document.ts';

/**
 * Inflates the XML parts of a DOCX. All parts are inflated and their real sizes counted, whatever the headers say;
 * pictures are discarded.
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

/** Builds an uncompressed zip of the parts, so that the next reader has nothing to inflate. */
export function storedZip(parts: Map<string, Buffer>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }).buffer);
}

function tooLarge(): UnreadableDocument {
  return new UnreadableDocument(
    'too_large',
    'The document is too large once unpacked. Remove what isn’t text, or split it and add the parts.',
  );
}
