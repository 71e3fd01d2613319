/** A line of a page: where its baseline stands, in points from the bottom, and how tall its letters are. */
export type PdfLine = { text: string; y: number; height: number };

/** Bullet, or number with a dot or parenthesis: such a line starts a new item. */
const ITEM = /^\s*([•▪‣◦●–-]|\d{1,3}[.)])\s/;

/**
 * Lines joined into paragraphs: a new one where the gap is wide, the size of the letters changes, or an item begins.
 */
export function paragraphsOf(lines: PdfLine[]): string {
  const paragraphs: string[] = [];
  let before: PdfLine | undefined;
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

function startsAnew(before: PdfLine, line: PdfLine): boolean {
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
