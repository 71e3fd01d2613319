import { useMemo } from 'react';
import { InlineMarkdown, Markdown, wordsOf } from '../../../ui/texts/markdown.tsx';
import { marking } from '../../../ui/texts/marked-text.ts';
import { Words, diffWords } from './words.tsx';

interface MarkedTextProps {
  text: string;
  /** What stands in its place in the other version; empty where nothing does. */
  other: string;
  /** Whether this is the text that went or the one that came. */
  side: 'before' | 'now';
  /** Within a line, as an option of a question is. */
  isInline?: boolean;
}

/**
 * A text as learners see it, with the words marked that the other version does not have. Where the words are the same,
 * or more than words may differ, it is shown as it was written.
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

/** The address of a link or an image, or HTML, which is more than the words that are compared. */
const HIDES_SOMETHING = /\]\(|\]:|<|!\[/;
