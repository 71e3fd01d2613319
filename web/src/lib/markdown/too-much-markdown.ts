/** Quotations and lists within each other, on one line: nobody writes more, and drawing thousands fails. */
const DEEPEST = 50;

/** So many cells the tables of a text may have at most: each line of one is drawn as wide as its head. */
const MOST_CELLS = 20_000;

/** What stands under the head of a table, in a quotation or a list too. */
const UNDER_HEAD = /^[\s>*+\-.)\d|:]*$/;

/** Whether a text nests so deeply, or has such tables, that it is no Markdown that somebody wrote. */
export function isTooMuch(markdown: string): boolean {
  const lines = markdown.split('\n');
  return lines.some(isTooDeep) || cellsOf(lines) > MOST_CELLS;
}

function isTooDeep(line: string): boolean {
  const [opening = ''] = /^[>\s*+\-.)\d]*/.exec(line) ?? [];
  return (opening.match(/>|[*+\-.)](?=\s)/g) ?? []).length > DEEPEST;
}

/** At most so many cells are drawn; a table ends with an empty line. */
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
