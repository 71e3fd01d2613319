import type { SourceExcerpt } from '@training/shared/source-drift';

/** How far a paragraph is shown before and behind a passage, in UTF-16 units. */
const AROUND = 300;

/** How much of a passage itself is shown. */
const LONGEST_SHOWN = 3_000;

const ELLIPSIS = '…';

/** Not between the halves of a character. */
const isHalf = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));

/** The end of `text`, cut where it is longer than is shown. */
function endOf(text: string): string {
  if (text.length <= AROUND) return text;
  const from = text.length - AROUND;
  return `${ELLIPSIS}${text.slice(isHalf(text, from) ? from + 1 : from).trimStart()}`;
}

/** The beginning of `text`, cut where it is longer. */
function beginningOf(text: string, most = AROUND): string {
  if (text.length <= most) return text;
  return `${text.slice(0, isHalf(text, most) ? most - 1 : most).trimEnd()}${ELLIPSIS}`;
}

/** The last line of `text` that is not empty; looks back for as far as is ever shown, and a little. */
function lastLine(text: string): string {
  return (
    text
      .slice(-4 * AROUND)
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.trim() ?? ''
  );
}

function firstLine(text: string): string {
  return (
    text
      .slice(0, 4 * AROUND)
      .trimStart()
      .split('\n')[0]
      ?.trim() ?? ''
  );
}

/** A passage as it is shown: in the whole of its lines, between the paragraphs before and behind. */
export function excerptOf(text: string, { start, end }: { start: number; end: number }): SourceExcerpt {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const lineEnd = next < 0 ? text.length : next;
  const lead = endOf(text.slice(start === 0 ? 0 : lineStart, start).trimStart());
  const tail = beginningOf(text.slice(end, lineEnd).trimEnd());
  return {
    before: start === 0 ? '' : endOf(lastLine(text.slice(0, lineStart))),
    text: `${lead}${beginningOf(text.slice(start, end), LONGEST_SHOWN)}${tail}`,
    after: beginningOf(firstLine(text.slice(lineEnd))),
  };
}
