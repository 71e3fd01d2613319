import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';

/** UTF-16 units of a paragraph shown before and after a quote. */
const AROUND = 300;

/** Maximum UTF-16 units shown of the quote itself. */
const LONGEST_SHOWN = 3_000;

const ELLIPSIS = '…';

/** True if a cut at `at` would split a surrogate pair. */
const isHalf = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));

/** The end of `text`, shortened to `AROUND`. */
function endOf(text: string): string {
  if (text.length <= AROUND) return text;
  const from = text.length - AROUND;
  return `${ELLIPSIS}${text.slice(isHalf(text, from) ? from + 1 : from).trimStart()}`;
}

/** The beginning of `text`, shortened to `most`. */
function beginningOf(text: string, most = AROUND): string {
  if (text.length <= most) return text;
  return `${text.slice(0, isHalf(text, most) ? most - 1 : most).trimEnd()}${ELLIPSIS}`;
}

/** The last non-empty line of `text`. Searches only a little further back than is ever shown. */
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

/** A passage for display: its complete lines, with the paragraphs before and after. */
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
