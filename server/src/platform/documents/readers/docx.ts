import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { isOleFile, encodeOleStreamName } from '../file-kind.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import {
  EXTERNAL_PICTURE_PART_NAME,
  PicturePlaceholders,
  type DocxPicturePixelSize,
  pixelSizeOfPicture,
} from './docx-pictures.ts';
import { htmlToMarkdown } from './html.ts';
import { findFirstTopLevelHeading } from './normalise.ts';
import { assertNoXmlEntities, inflateZipParts } from './zip-parts.ts';

/** Relationships that a part of a Word document may lack. No document of people has more. */
const MOST = 1_000;

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const PREFIX = /xmlns:([\w.-]{1,40})="[^"<]{0,100}officeDocument[^"<]{0,20}relationships"/g;
const USE = /([\w.-]{1,40}):(?:embed|link|id)="([^"<]{1,200})"/g;
const ID = /\sId="([^"<]{1,200})"/g;

/**
 * Adds the relationships that a Word document uses but lacks, with targets that don't exist, because the converter
 * gives up the whole document for one. What uses them is then missing alone.
 */
function completeRelations(parts: Map<string, Buffer>): void {
  for (const [name, content] of parts) {
    const place = /^word\/([^/]{1,100})\.xml$/i.exec(name);
    if (!place) continue;
    const file = `word/_rels/${name.slice('word/'.length)}.rels`;
    const relations = parts.get(file)?.toString('utf8') ?? '';
    const known = new Set(Array.from(relations.matchAll(ID), ([, id]) => id));
    const lacking = [...usedIn(content.toString('utf8'))].filter((id) => !known.has(id)).slice(0, MOST);
    if (lacking.length > 0) parts.set(file, Buffer.from(withRelations(relations, lacking)));
  }
}

function usedIn(xml: string): Set<string> {
  const prefixes = new Set(Array.from(xml.matchAll(PREFIX), ([, prefix]) => prefix));
  const used = new Set<string>();
  for (const [, prefix, id = ''] of xml.matchAll(USE)) if (prefixes.has(prefix)) used.add(id);
  return used;
}

function withRelations(relations: string, ids: readonly string[]): string {
  const added = ids.map((id) => `<Relationship xmlns="${PACKAGE}" Id="${id}" Target="none" Type="none"/>`).join('');
  const end = relations.lastIndexOf('</');
  return end < 0
    ? `<Relationships xmlns="${PACKAGE}">${added}</Relationships>`
    : relations.slice(0, end) + added + relations.slice(end);
}

const NOTE = /<w:(foot|end)noteReference (?:[^<>"]{0,40}"[^"<]{0,40}"){1,8} ?\/>/g;
const NOTE_ID = /\sw:id="([^"<]{1,40})"/g;

/** Removes references to notes that a Word document lacks, because the converter gives the whole up for one. */
function removeLostNotes(parts: Map<string, Buffer>): void {
  const idsOf = (xml: string) => new Set(Array.from(xml.matchAll(NOTE_ID), ([, id]) => id));
  const notes = (kind: string) => idsOf(parts.get(`word/${kind}notes.xml`)?.toString('utf8') ?? '');
  const known = new Map(['foot', 'end'].map((kind) => [kind, notes(kind)]));
  for (const [name, content] of parts) {
    if (!/^word\/[^/]{1,100}\.xml$/i.test(name) || !content.includes('noteReference')) continue;
    const left = content.toString('utf8').replace(NOTE, (reference, kind: string) => {
      const [id] = idsOf(reference);
      return id === undefined || known.get(kind)?.has(id) ? reference : '';
    });
    parts.set(name, Buffer.from(left));
  }
}

/**
 * Extracts a Word document's text with headings, lists and tables, and the places of its pictures. The title is the
 * first top-level heading.
 */
export async function readDocx(file: Buffer, limits: DocumentLimits): Promise<ExtractedDocument> {
  if (isOleFile(file)) throw oldOrEncrypted(file);
  const sizes = new Map<string, DocxPicturePixelSize>();
  const small: string[] = [];
  const parts = await inflateZipParts(file, limits, (name, content) => {
    const size = pixelSizeOfPicture(content, limits);
    if (size === undefined) small.push(name);
    else sizes.set(name, size);
  });
  if (![...parts.keys()].some((name) => /^word\/[^/]*\.xml$/i.test(name))) {
    throw new UnreadableDocumentError(
      'damaged',
      'The file is a zip archive, but no Word document. Add the documents one by one.',
    );
  }
  assertNoXmlEntities(parts);
  // Instead of their bytes, pictures have their names: the converter passes them on.
  for (const name of [...sizes.keys(), ...small]) parts.set(name, Buffer.from(name));
  completeRelations(parts);
  removeLostNotes(parts);
  const { value } = await mammoth.convertToHtml(
    { buffer: storedZip(parts) },
    {
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => ({ src: await nameOf(image) })),
    },
  );
  const marks = new PicturePlaceholders(sizes);
  const { text, scan } = marks.take(htmlToMarkdown(value, { pictureMark: (name) => marks.markFor(name) }).text);
  return { text, title: findFirstTopLevelHeading(text), pages: null, scan };
}

/** Returns the name of the part of a picture. Only parts of the archive can be read. */
async function nameOf(picture: { readAsBuffer: () => Promise<Buffer> }): Promise<string> {
  try {
    return (await picture.readAsBuffer()).toString('utf8');
  } catch {
    return EXTERNAL_PICTURE_PART_NAME;
  }
}

function oldOrEncrypted(file: Buffer): UnreadableDocumentError {
  return file.includes(encodeOleStreamName('EncryptedPackage'))
    ? new UnreadableDocumentError('encrypted', 'The document is encrypted. Remove its password and add it again.')
    : new UnreadableDocumentError(
        'not_text',
        'The document is encrypted or an old .doc. Open it in Word and save it as .docx, without a password.',
      );
}

/** Builds an uncompressed zip of the parts, so that the next reader has nothing to inflate. */
function storedZip(parts: Map<string, Buffer>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }).buffer);
}
