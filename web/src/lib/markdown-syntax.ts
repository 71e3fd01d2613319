import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** The Markdown processor, which plugins of react-markdown extend. */
interface Processor {
  data: () => object;
}

/**
 * A remark plugin that adds tables, because documents of drives have them, but no other GitHub extensions
 * (docs/decisions/050).
 */
export function remarkTables(this: Processor): void {
  extend(this, { micromarkExtensions: [gfmTable()], fromMarkdownExtensions: [gfmTableFromMarkdown()] });
}

/** A remark plugin that leaves only inline Markdown. Syntax of lists, headings and other blocks is plain text. */
export function remarkInlineOnly(this: Processor): void {
  extend(this, { micromarkExtensions: [{ disable: { null: BLOCKS } }] });
}

const extend = (processor: Processor, extensions: object) => Object.assign(processor.data(), extensions);

/** Block constructs, by micromark's names. */
const BLOCKS = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
];

/** The maximum nesting of quotes and lists on one line. Rendering thousands of levels fails. */
const DEEPEST = 50;

/** The maximum number of table cells in a text. Each row is rendered as wide as its head. */
const MOST_CELLS = 20_000;

/** Matches the line below a table's head, possibly in a quote or list. */
const UNDER_HEAD = /^[\s>*+\-.)\d|:]*$/;

/** Returns true if a text is nested too deeply or has too many table cells to render. */
export function isMarkdownTooComplex(markdown: string): boolean {
  const lines = markdown.split('\n');
  return lines.some(isTooDeep) || cellsOf(lines) > MOST_CELLS;
}

function isTooDeep(line: string): boolean {
  const [opening = ''] = /^[>\s*+\-.)\d]*/.exec(line) ?? [];
  return (opening.match(/>|[*+\-.)](?=\s)/g) ?? []).length > DEEPEST;
}

/** Returns an upper bound of the rendered cells. A table ends with an empty line. */
function cellsOf(lines: string[]): number {
  let cells = 0;
  let width = 0;
  for (const line of lines) {
    if (line.trim() === '') width = 0;
    else if (line.includes('|') && UNDER_HEAD.test(line)) width = Math.max(width, line.split('|').length);
    cells += width;
  }
  return cells;
}
