/** A part of a text that is drawn by itself. */
export interface MarkdownPiece {
  /** Where it begins. */
  from: number;
  markdown: string;
  /** It is one long run of lines, which could take the page's time: it is shown as it was written. */
  isPlain: boolean;
}

/** About how long a piece is, in characters: so much is drawn in one go. */
const PIECE = 5_000;

/** What is longer without a blank line is no text that somebody wrote as Markdown. */
const LONGEST = 10_000;

/** Cuts Markdown at blank lines, and never within a block of code. */
export function markdownPieces(text: string): MarkdownPiece[] {
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
