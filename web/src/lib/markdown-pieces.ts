/** A part of a text that is rendered separately. */
interface MarkdownPiece {
  /** The start offset. */
  from: number;
  markdown: string;
  /** True for a very long block, which could freeze the page: it is shown as source. */
  isPlain: boolean;
}

/** The approximate length of a piece in characters, rendered at once. */
const PIECE = 5_000;

/** The maximum length without a blank line. Longer blocks aren't hand-written Markdown. */
const LONGEST = 10_000;

/** Splits Markdown at blank lines, but never within a code block. */
export function splitMarkdownAtBlankLines(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let from = 0;
  let to = 0;
  let fence: string | null = null;
  const cut = () => {
    const markdown = text.slice(from, to);
    if (markdown.trim() !== '') pieces.push({ from, markdown, isPlain: markdown.length > LONGEST });
    from = to;
  };
  for (const line of text.split('\n')) {
    const [mark = null] = /^ {0,3}(?:```|~~~)/.exec(line) ?? [];
    if (fence === null) fence = mark?.trim() ?? null;
    else if (mark?.trim() === fence) fence = null;
    if (fence === null && line.trim() === '' && to - from >= PIECE) cut();
    to += line.length + 1;
  }
  to = text.length;
  cut();
  return pieces;
}
