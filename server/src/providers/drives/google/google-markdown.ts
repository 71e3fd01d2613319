const PLACE_OF_PICTURE = /!\[[^[\]\n]{0,300}\]\[image\d{1,9}\]/g;

/**
 * Google escapes every sign that could have a meaning, so unescaped signs do have one: list bullets or inline marks.
 * All repetitions are bounded, because unbounded ones would overflow the stack of the regular expression.
 */
const SIGNS = /\\([!-/:-@[-`{-~])|(^[ \t]{0,99}\* )|\*{1,99}|~~/gm;

/** Detects the data of a picture. Each is a long line at the end of the text. */
function isPicture(line: string): boolean {
  return line.startsWith('[image') && line.slice(0, 40).includes(']: <data:');
}

/** Converts Google's Markdown to the text that a reader quotes: without pictures, inline marks and escapes. */
export function textOfMarkdown(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !isPicture(line))
    .join('\n')
    .replace(PLACE_OF_PICTURE, '')
    .replace(SIGNS, '$1$2')
    .trim();
}
