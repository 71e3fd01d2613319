import { isUtf8 } from 'node:buffer';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { findFirstTopLevelHeading, tooMuchTextError } from './normalise.ts';
import { toReadableMarkdown } from './markdown.ts';

/** Decodes by the byte order mark, else by the encoding the document names, else as UTF-8, else as windows-1252. */
export function decodeText(file: Buffer, named?: string): string {
  const mark = [...file.subarray(0, 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (mark === 'efbbbf') return new TextDecoder().decode(file);
  if (mark.startsWith('fffe')) return new TextDecoder('utf-16le').decode(file);
  if (mark.startsWith('feff')) return new TextDecoder('utf-16be').decode(file);
  const decoder = named === undefined ? undefined : decoderOf(named);
  if (decoder) return decoder.decode(file);
  if (file.includes(0)) throw notText();
  return isUtf8(file) ? file.toString('utf8') : decodeWestern(file);
}

function decoderOf(label: string) {
  try {
    // A document that names UTF-16 in ASCII letters can't be UTF-16. Browsers treat it as UTF-8.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    return undefined;
  }
}

/**
 * Decodes windows-1252, which no mark identifies. Accepts it only if most letters are ASCII, because Cyrillic or
 * Japanese in old encodings would silently become gibberish.
 */
function decodeWestern(file: Buffer): string {
  let high = 0;
  let letters = 0;
  for (const byte of file) {
    if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) throw notText();
    if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d) throw notText();
    if (byte >= 0x80) high++;
    if (byte >= 0x80 || (byte | 0x20) >= 0x61) letters++;
  }
  if (high * 4 > letters) throw notText();
  return new TextDecoder('windows-1252').decode(file);
}

function notText(): UnreadableDocumentError {
  return new UnreadableDocumentError(
    'not_text',
    'The file is no text, or in an encoding that can’t be told. Save it as UTF-8.',
  );
}

/** Reads plain text or Markdown. The title is the one in the front matter, else the first top-level heading. */
export async function readPlainText(file: Buffer, { codePoints }: DocumentLimits): Promise<ExtractedDocument> {
  // Every encoding uses at most four bytes per code point.
  if (file.length > 4 * codePoints + 4) throw tooMuchTextError(codePoints);
  const { text, title } = await toReadableMarkdown(decodeText(file));
  return { text, title: title ?? findFirstTopLevelHeading(text), pages: null };
}
