import mammoth from 'mammoth';
import { zipSync } from 'fflate';
import type { DocumentLimits, ReadDocument } from '../document.ts';
import { isOle, ole } from '../file-kind.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { docxParts } from './docx-parts.ts';
import { completeRelations, removeLostNotes } from './docx-relations.ts';
import { NOT_INSIDE, PictureMarks, sizeOfPicture, type SizeInDocx } from './docx-pictures.ts';
import { markdownOf } from './html.ts';
import { firstHeading } from './normalise.ts';

/**
 * Extracts a Word document's text with headings, lists and tables, and the places of its pictures. The title is the
 * first top-level heading.
 */
export async function readDocx(file: Buffer, limits: DocumentLimits): Promise<ReadDocument> {
  if (isOle(file)) throw oldOrEncrypted(file);
  const sizes = new Map<string, SizeInDocx>();
  const small: string[] = [];
  const parts = await docxParts(file, limits, (name, content) => {
    const size = sizeOfPicture(content, limits);
    if (size === undefined) small.push(name);
    else sizes.set(name, size);
  });
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
  const marks = new PictureMarks(sizes);
  const { text, scan } = marks.take(markdownOf(value, (name) => marks.markFor(name)).text);
  return { text, title: firstHeading(text), pages: null, scan };
}

/** Returns the name of the part of a picture. Only parts of the archive can be read. */
async function nameOf(picture: { readAsBuffer: () => Promise<Buffer> }): Promise<string> {
  try {
    return (await picture.readAsBuffer()).toString('utf8');
  } catch {
    return NOT_INSIDE;
  }
}

function oldOrEncrypted(file: Buffer): UnreadableDocument {
  return file.includes(ole('EncryptedPackage'))
    ? new UnreadableDocument('encrypted', 'The document is encrypted. Remove its password in Word and add it again.')
    : new UnreadableDocument(
        'not_text',
        'The document is encrypted or an old .doc. Open it in Word and save it as .docx, without a password.',
      );
}

/** Builds an uncompressed zip of the parts, so that the next reader has nothing to inflate. */
function storedZip(parts: Map<string, Buffer>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }).buffer);
}
