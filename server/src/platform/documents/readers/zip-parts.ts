import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { DocumentLimits } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';

const PICTURE = /^(?:(?:word\/|ppt\/)?media|Pictures)\/[^/]{1,100}$/i;

/**
 * Inflates the XML parts of an Office document. All parts are inflated and their real sizes counted, whatever the
 * headers say. Pictures of a document are passed to `picture` one after another, so that they take memory once;
 * one with more than `pictureBytes` is cut behind them.
 * @param isPicture Tells which parts are passed.
 */
export async function inflateZipParts(
  file: Buffer,
  limits: DocumentLimits,
  picture: (name: string, content: Buffer) => void = () => {},
  isPicture = (name: string) => PICTURE.test(name),
): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file, { validateEntrySizes: false });
  if (zip.entryCount > limits.entries) throw tooLarge();
  const room = { all: limits.inflatedBytes, xml: limits.xmlBytes, entries: limits.entries };
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (--room.entries < 0) throw tooLarge();
    if (entry.isEncrypted()) {
      throw new UnreadableDocumentError(
        'encrypted',
        'The document is encrypted. Remove its password and add it again.',
      );
    }
    const isXml = /\.(xml|rels)$/i.test(entry.fileName);
    const isPassed = !isXml && isPicture(entry.fileName);
    const most = isXml ? Infinity : isPassed ? limits.pictureBytes + 1 : 0;
    const content = await inflate(zip, entry, { most, isXml }, room);
    if (isXml) parts.set(entry.fileName, content);
    else if (isPassed) picture(entry.fileName, content);
  }
  return parts;
}

/** Inflates a part, and returns at least the first `most` bytes of it. */
async function inflate(
  zip: ZipFile,
  entry: Entry,
  { most, isXml }: { most: number; isXml: boolean },
  room: { all: number; xml: number },
): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A zip gives bytes.');
    room.all -= chunk.length;
    if (isXml) room.xml -= chunk.length;
    if (bytes < most) kept.push(chunk);
    bytes += chunk.length;
    if (room.all < 0 || room.xml < 0) throw tooLarge();
  }
  return Buffer.concat(kept);
}

/**
 * Returns the parts if none declares entities, which no Office program writes: they can expand a small file to an
 * enormous one.
 * @throws UnreadableDocumentError
 */
export function assertNoXmlEntities(parts: Map<string, Buffer>): Map<string, Buffer> {
  for (const content of parts.values()) {
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) {
      throw new UnreadableDocumentError(
        'damaged',
        'The document declares XML entities, which Office programs never do. Save it again.',
      );
    }
  }
  return parts;
}

function tooLarge(): UnreadableDocumentError {
  return new UnreadableDocumentError(
    'too_large',
    'The document is too large once unpacked. Remove what isn’t text, or split it and add the parts.',
  );
}
