const PLACE_OF_PICTURE = /!\[[^[\]\n]{0,300}\]\[image\d{1,9}\]/g;

/**
 * Google escapes each sign that could mean something, so that what is not escaped does: a point of a list, or marks
 * inside a line. Whatever repeats is bounded: what repeats without end takes the regular expression's stack.
 */
const SIGNS = /\\([!-/:-@[-`{-~])|(^[ \t]{0,99}\* )|\*{1,99}|~~/gm;

/** Pictures stand at the end of the text, each on a line of its own, as long as it is. */
function isPicture(line: string): boolean {
  return line.startsWith('[image') && line.slice(0, 40).includes(']: <data:');
}

/**
 * A document that Google has written as Markdown, as who quotes it sees it: without pictures, marks inside a line, and
 * signs that are there for Markdown's sake.
 */
export function textOfMarkdown(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !isPicture(line))
    .join('\n')
    .replace(PLACE_OF_PICTURE, '')
    .replace(SIGNS, '$1$2')
    .trim();
}
