import type { GenerationSource } from '@training/shared/ai/ai-sources';

/** Length of an excerpt in code points. */
const OPENING = 80;

/** The first words of a text, on one line and without heading marks. */
export function openingWordsOf(text: string): string {
  // Cut first: the text may be a whole book.
  const words = withoutHeadingMarks(text.slice(0, 1_000).trimStart());
  const letters = Array.from(words.replaceAll(/\s+/g, ' ').trim().toWellFormed());
  if (letters.length <= OPENING) return letters.join('');
  const whole = letters
    .slice(0, OPENING)
    .join('')
    .replace(/\s\S*$/, '');
  return `${whole}…`;
}

function withoutHeadingMarks(text: string): string {
  const [marks] = /^#{1,6}[ \t]+/.exec(text) ?? [];
  if (marks === undefined) return text;
  const [line = ''] = text.split(/[\r\n]/, 1);
  return (
    line
      .slice(marks.length)
      .trimEnd()
      .replace(/(?<!#)#+$/, '') + text.slice(line.length)
  );
}

/** Title of a job that makes items from a source. */
export const titleOfSource = ({ source }: { source: GenerationSource }): string =>
  'file_id' in source ? source.name : source.title.trim() || openingWordsOf(source.text);
