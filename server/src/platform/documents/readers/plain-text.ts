import type { DocumentLimits, ReadDocument } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { firstHeading, tooMuchText } from './normalise.ts';
import { readableMarkdown } from './markdown.ts';

/** Reads plain text or Markdown. The title is the one in the front matter, else the first top-level heading. */
export async function readPlainText(file: Buffer, { codePoints }: DocumentLimits): Promise<ReadDocument> {
  // Every encoding uses at most four bytes per code point.
  if (file.length > 4 * codePoints + 4) throw tooMuchText(codePoints);
  const { text, title } = await readableMarkdown(decodeText(file));
  return { text, title: title ?? firstHeading(text), pages: null };
}
