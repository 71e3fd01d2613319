import mammoth from 'mammoth';
import { zipSync } from 'fflate';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { DocumentLimits, ReadDocument } from '../document.ts';
import { isOle, ole } from '../file-kind.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { markdownOf } from './html.ts';
import { firstHeading } from './normalise.ts';

/** Extracts a Word document's text with headings, lists and tables. The title is the first top-level heading. */
export async function readDocx(file: Buffer, limits: DocumentLimits): Promise<ReadDocument> {
  if (isOle(file)) throw oldOrEncrypted(file);
  const parts = await docxParts(file, limits);
  if (![...parts.keys()].some((name) => /^word\/[^/]*\.xml$/i.test(name))) {
    throw new UnreadableDocument(
      'damaged',
      'The file is a zip archive, but no Word document. Add the documents one by one.',
    );
  }
  for (const content of parts.values()) {
    // Word writes no entities, and they can expand a small file to an enormous one.
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) {
      throw new UnreadableDocument(
        'damaged',
        'The document declares XML entities, which Word never does. Save it again in Word.',
      );
    }
  }
  const { value } = await mammoth.convertToHtml(
    { buffer: storedZip(parts) },
    {
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
    },
  );
  const { text } = markdownOf(value);
  return { text, title: firstHeading(text), pages: null };
}

function oldOrEncrypted(file: Buffer): UnreadableDocument {
  return file.includes(ole('EncryptedPackage'))
    ? new UnreadableDocument('encrypted', 'The document is encrypted. Remove its password in Word and add it again.')
    : new UnreadableDocument(
        'not_text',
        'The document is encrypted or an old .doc. Open it in Word and save it as .docx, without a password.',
      );
}

/**
 * Inflates the XML parts of a DOCX. All parts are inflated and their real sizes counted, whatever the headers say;
 * pictures are discarded.
 */
async function docxParts(file: Buffer, limits: DocumentLimits): Promise<Map<string, Buffer>> {
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
function storedZip(parts: Map<string, Buffer>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }).buffer);
}

function tooLarge(): UnreadableDocument {
  return new UnreadableDocument(
    'too_large',
    'The document is too large once unpacked. Remove what isn’t text, or split it and add the parts.',
  );
}
