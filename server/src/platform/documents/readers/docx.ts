import mammoth from 'mammoth';
import type { DocumentLimits, ReadDocument } from '../document.ts';
import { isOle, ole } from '../file-kind.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { docxParts, storedZip } from './docx-parts.ts';
import { markdownOf } from './html.ts';
import { firstHeading } from './first-heading.ts';

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
