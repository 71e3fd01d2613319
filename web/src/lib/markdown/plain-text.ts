/** Marks at the beginning of a line: of quotations, headings, list items and tasks. */
const OPENINGS = [/^(?:> ?)+/, /^#{1,6} /, /^(?:[-*+]|\d{1,9}[.)]) /, /^\[[ xX]\] /];

/** A line that is nothing but a rule, the line under a heading, a table's second row or the edge of a block of code. */
const RULES = [/^[-*_=]{2,}$/, /^[|:-]+$/, /^(?:```|~~~)/];

/** Marks within a line, and what is left of them. */
const MARKS: [RegExp, string][] = [
  // An image leaves its description, and a link its words.
  [/!?\[([^\][]*)\]\([^()[]*\)/g, '$1'],
  [/!?\[([^\][]*)\]\[[^\][]*\]/g, '$1'],
  [/<(https?:[^<>\s]*)>/g, '$1'],
  // More than two are a gap to be filled in.
  [/\*\*|(?<!_)__(?!_)|~~|`/g, ''],
  [/(?<![\p{L}\p{N}])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}])/gu, ''],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/** The words of Markdown on one line, without its marks. For an excerpt: a whole text is what `Markdown` draws. */
export function plainText(markdown: string): string {
  const lines = markdown.split(/[\r\n]/).map((line) => withoutMarks(line.trim()));
  return lines.join(' ').replaceAll(/\s+/g, ' ').trim();
}

function withoutMarks(line: string): string {
  if (RULES.some((rule) => rule.test(line.replaceAll(' ', '')))) return '';
  const words = OPENINGS.reduce((rest, opening) => rest.replace(opening, ''), line);
  const text = MARKS.reduce(
    (rest, [mark, left]) => rest.replaceAll(mark, left),
    words.startsWith('|') ? row(words) : words,
  );
  // A break of the line, or what an excerpt has cut off.
  return text.endsWith('\\') ? text.slice(0, -1) : text;
}

/** The cells of a table's row. */
function row(line: string): string {
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
}
