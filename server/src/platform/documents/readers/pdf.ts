import { getDocumentProxy } from 'unpdf';
import type { DocumentLimits, ExtractedDocument } from '../document.ts';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { tooMuchTextError } from './normalise.ts';

/** A line of a page: where its baseline stands, in points from the bottom, and how tall its letters are. */
type PdfLine = { text: string; y: number; height: number };

/** Bullet, or number with a dot or parenthesis: such a line starts a new item. */
const ITEM = /^\s*([•▪‣◦●–-]|\d{1,3}[.)])\s/;

/**
 * Lines joined into paragraphs: a new one where the gap is wide, the size of the letters changes, or an item begins.
 */
function paragraphsOf(lines: PdfLine[]): string {
  const paragraphs: string[] = [];
  let before: PdfLine | undefined;
  for (const line of lines) {
    const text = line.text.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const last = paragraphs.at(-1);
    if (before === undefined || last === undefined || startsAnew(before, line)) paragraphs.push(text);
    else paragraphs[paragraphs.length - 1] = joined(last, text);
    before = line;
  }
  return paragraphs.join('\n\n');
}

function startsAnew(before: PdfLine, line: PdfLine): boolean {
  const height = Math.max(before.height, line.height, 1);
  const gap = before.y - line.y;
  // Moving upwards means the next column.
  const isFar = gap > 1.8 * height || gap < -height;
  return isFar || Math.abs(before.height - line.height) > 0.15 * height || ITEM.test(line.text);
}

/** A hyphen between two lowercase letters comes from the line break. */
function joined(last: string, next: string): string {
  return /\p{Ll}[-\u00ad]$/u.test(last) && /^\p{Ll}/u.test(next) ? last.slice(0, -1) + next : `${last} ${next}`;
}

/** Reads the text layer, page by page, and names the pages without one. Scripts and attachments are ignored. */
export async function readPdf(file: Buffer, limits: DocumentLimits): Promise<ExtractedDocument> {
  const pdf = await openPdf(file);
  if (pdf.numPages > limits.pages) {
    throw new UnreadableDocumentError(
      'too_large',
      `The PDF has more than ${limits.pages} pages. Split it and add the parts.`,
    );
  }
  const pages: string[] = [];
  let units = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const lines: PdfLine[] = [];
    let line: PdfLine | undefined;
    for (const item of items) {
      if (!('str' in item)) continue;
      // The last two values of the matrix are the position on the page, from the lower left.
      const y = Number(item.transform[5]);
      line ??= { text: '', y, height: item.height };
      line.text += item.str;
      line.height = Math.max(line.height, item.height);
      if (!item.hasEOL) continue;
      lines.push(line);
      line = undefined;
    }
    if (line) lines.push(line);
    const text = paragraphsOf(lines);
    units += text.length;
    if (units > 2 * limits.codePoints) throw tooMuchTextError(limits.codePoints);
    pages.push(text);
    page.cleanup();
  }
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title : null;
  const parts = pages.flatMap((text, at) => (text === '' ? [{ page: at + 1, at }] : []));
  const scan = parts.length > 0 ? { parts, texts: pages } : undefined;
  return { text: pages.join('\n\n'), title, pages: pdf.numPages, scan };
}

/** @throws UnreadableDocumentError if it is encrypted. */
export async function openPdf(file: Buffer) {
  try {
    // The library refuses a Buffer and takes ownership of the bytes.
    const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    return await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false, enableXfa: false });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'PasswordException') throw error;
    throw new UnreadableDocumentError('encrypted', 'The PDF is encrypted. Remove the password and add it again.');
  }
}
