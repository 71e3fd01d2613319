import type { DocumentLimits, ReadDocument } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { firstHeading } from './first-heading.ts';
import { readableMarkdown } from './markdown.ts';
import { tooMuchText } from './normalise.ts';

/**
 * Plain text or Markdown; the title is the one that the Markdown names before it begins, else its first top heading.
 */
export async function readPlainText(file: Buffer, { codePoints }: DocumentLimits): Promise<ReadDocument> {
  // No encoding spends more than four bytes on a code point.
  if (file.length > 4 * codePoints + 4) throw tooMuchText(codePoints);
  const { text, title } = await readableMarkdown(decodeText(file));
  return { text, title: title ?? firstHeading(text), pages: null };
}
