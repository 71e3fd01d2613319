/** Signs that Markdown reads anywhere in a line, where they aren't words or arithmetic anyway. */
const INLINE =
  /\\(?=[!-/:-@[-`{-~]|$)|[`[]|(?<! )\*|\*(?! )|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu;

/** Signs at the beginning of a line: quotes, headings, items of lists, rules, fences of code. */
const OPENING = /^(?:>|#(?=#{0,5}(?: |$))|[+-](?= |$)|-(?=[ -]*$)|~(?=~~))/;

/** Escapes a line, so that Markdown shows it as it is written. */
export function escapeMarkdownLine(line: string): string {
  const escaped = line.replaceAll(INLINE, String.raw`\$&`);
  return escaped.replace(OPENING, String.raw`\$&`).replace(/^(\d{1,9})([.)])(?= |$)/, String.raw`$1\$2`);
}

/** Returns true for a block of a slide that is a table, and not a line that begins with a bar. */
export const isTableBlock = (block: string): boolean => block.startsWith('|') && block.includes('\n');

/** Escapes a block of a slide, except for the signs by which it is a table or an item of a list. */
export function escapeSlideBlock(block: string): string {
  if (!isTableBlock(block)) {
    const [bullet = ''] = /^ *- /.exec(block) ?? [];
    return bullet + escapeMarkdownLine(block.slice(bullet.length));
  }
  // A bar in a cell is escaped already.
  return block
    .split(String.raw`\|`)
    .map((part) => part.replaceAll(INLINE, String.raw`\$&`))
    .join(String.raw`\|`);
}
