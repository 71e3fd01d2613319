/** Line breaks and other control characters, bidirectional controls, and white space. */
const GAPS = /[\p{Cc}\p{Bidi_Control}\p{White_Space}]+/gu;

/** Returns text on one line of at most `most` code points, for subjects and the like. */
export function truncateToOneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(GAPS, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
