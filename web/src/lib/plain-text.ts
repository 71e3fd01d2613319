/** Syntax at the beginning of a line: quotes, headings, list items and tasks. */
const OPENINGS = [/^(?:> ?)+/, /^#{1,6} /, /^(?:[-*+]|\d{1,9}[.)]) /, /^\[[ xX]\] /];

/** Lines that are only syntax: a rule, a heading's underline, a table's second row or a code fence. */
const RULES = [/^[-*_=]{2,}$/, /^[|:-]+$/, /^(?:```|~~~)/];

/** Syntax within a line, and its replacement. */
const MARKS: [RegExp, string][] = [
  // An image is replaced by its description, a link by its text.
  [/(?<!\\)!?\[([^\][]*)\]\([^()[]*\)/g, '$1'],
  [/!?\[([^\][]*)\]\[[^\][]*\]/g, '$1'],
  [/<(https?:[^<>\s]*)>/g, '$1'],
  // More than two underscores are a blank to fill in.
  [/(?<!\\)(?:\*\*|(?<!_)__(?!_)|~~|`)/g, ''],
  [/(?<![\p{L}\p{N}\\])\*(?=\S)|(?<=[^\s\\])\*(?![\p{L}\p{N}])/gu, ''],
  [/(?<![\p{L}\p{N}_\\])_(?=[^\s_])|(?<=[^\s_\\])_(?![\p{L}\p{N}_])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/** Returns the words of Markdown on one line, without syntax. For excerpts; use `Markdown` for whole texts. */
export function markdownToPlainText(markdown: string): string {
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
  // A line break, or the rest of a truncated escape.
  return text.endsWith('\\') ? text.slice(0, -1) : text;
}

/** Returns the cells of a table row as text. */
function row(line: string): string {
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
}
