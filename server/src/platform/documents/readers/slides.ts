import type { DocumentLimits, ReadDocument } from '../document.ts';
import { UnreadableDocument } from '../unreadable-document.ts';
import { firstHeading, tooMuchText } from './normalise.ts';

/** A slide as its audience sees it, and what the speaker reads. */
export type Slide = {
  /** Empty if it has none. */
  title: string;
  /** Paragraphs, items of lists (`- …`) and tables, in reading order. */
  blocks: string[];
  notes: string[];
};

/** Heading of what only the speaker sees. */
export const SPEAKER_NOTES = 'Speaker notes:';

/** Joins blocks by an empty line, but items of one list by none. */
export function joinBlocks(blocks: readonly string[]): string {
  const isItem = (block: string | undefined) => /^ *- /.test(block ?? '');
  return blocks
    .map((block, n) => (n === 0 ? '' : isItem(block) && isItem(blocks[n - 1]) ? '\n' : '\n\n') + block)
    .join('');
}

/** Returns slides as Markdown: the titles are headings, and notes follow their slide under “Speaker notes:”. */
export function documentOfSlides(slides: readonly Slide[], limits: DocumentLimits): ReadDocument {
  if (slides.length > limits.pages) {
    throw new UnreadableDocument(
      'too_large',
      `The deck has more than ${limits.pages} slides. Split it and add the parts.`,
    );
  }
  let hasTitle = false;
  let length = 0;
  const texts = slides.map(({ title, blocks, notes }) => {
    const heading = title === '' ? [] : [`${hasTitle ? '##' : '#'} ${title}`];
    hasTitle ||= title !== '';
    const text = joinBlocks([...heading, ...blocks, ...(notes.length > 0 ? [SPEAKER_NOTES, ...notes] : [])]);
    length += text.length;
    if (length > 2 * limits.codePoints) throw tooMuchText(limits.codePoints);
    return text;
  });
  const text = texts.filter((each) => each !== '').join('\n\n');
  return { text, title: firstHeading(text), pages: null };
}

/**
 * Returns rows, whose cells are by the number of their column, as a Markdown table with the first row as its head.
 * Columns and rows without any text are left out.
 * @param most Code points, of which each has one or two UTF-16 units.
 * @throws UnreadableDocument if it is surely longer
 */
export function tableOf(rows: readonly ReadonlyMap<number, string>[], most: number): string {
  const used = new Set<number>();
  for (const row of rows) for (const [n, cell] of row) if (cell !== '') used.add(n);
  const columns = [...used].sort((a, b) => a - b);
  const full = rows.filter((row) => [...row.values()].some((cell) => cell !== ''));
  if (full.length * columns.length * 3 > 2 * most) throw tooMuchText(most);
  const lines: string[] = [];
  let left = 2 * most;
  for (const row of full) {
    const line = `| ${columns.map((n) => onOneLine(row.get(n) ?? '')).join(' | ')} |`;
    left -= line.length;
    if (left < 0) throw tooMuchText(most);
    lines.push(line);
    if (lines.length === 1) lines.push(`|${' --- |'.repeat(columns.length)}`);
  }
  return lines.join('\n');
}

export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
