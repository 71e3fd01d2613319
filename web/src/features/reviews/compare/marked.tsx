import { useMemo } from 'react';
import { InlineMarkdown, Markdown, wordsOf } from '../../../ui/texts/markdown.tsx';
import { marking } from '../../../ui/texts/marked-text.ts';
import { Words, diffWords } from './words.tsx';

interface MarkedTextProps {
  text: string;
  /** The text of the other version; empty if there is none. */
  other: string;
  /** The version that this text belongs to. */
  side: 'before' | 'now';
  /** True if rendered within a line, like an option of a question. */
  isInline?: boolean;
}

/**
 * A text as learners see it, with the words highlighted that the other version lacks. Shown as source if the visible
 * words are equal, or if links or HTML may differ.
 */
export function MarkedText({ text, other, side, isInline = false }: MarkedTextProps) {
  const isBefore = side === 'before';
  const parts = useMemo(() => {
    const [own, others] = [wordsOf(text, isInline), wordsOf(other, isInline)];
    const isDrawn = own !== others && !HIDES_SOMETHING.test(text) && !HIDES_SOMETHING.test(other);
    const [mine, theirs] = isDrawn ? [own, others] : [text, other];
    const words = isBefore ? diffWords(mine, theirs) : diffWords(theirs, mine);
    return { isDrawn, words: words.filter(({ added, removed }) => !(isBefore ? added : removed)) };
  }, [text, other, isInline, isBefore]);
  if (!parts.isDrawn) return <Words words={parts.words} />;
  const stretches = parts.words.map(({ value, added, removed }) => ({ value, isMarked: added || removed }));
  const mark = marking(stretches, isBefore ? 'del' : 'ins');
  return isInline ? <InlineMarkdown mark={mark}>{text}</InlineMarkdown> : <Markdown mark={mark}>{text}</Markdown>;
}

/** Matches URLs of links or images, and HTML, which a comparison of visible words misses. */
const HIDES_SOMETHING = /\]\(|\]:|<|!\[/;
