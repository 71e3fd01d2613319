/** Line of a page: its baseline in points from the bottom, and the height of its letters. */
export type Line = { text: string; y: number; height: number };

/** Bullet, or number with a dot or parenthesis: such a line starts a new item. */
const ITEM = /^\s*([•▪‣◦●–-]|\d{1,3}[.)])\s/;

/** Joins lines into paragraphs. A new one starts at a wide gap, a change of the letters' size, or a list item. */
export function paragraphsOf(lines: Line[]): string {
  const paragraphs: string[] = [];
  let before: Line | undefined;
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

function startsAnew(before: Line, line: Line): boolean {
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
