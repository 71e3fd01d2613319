import { diffChars } from 'diff';
import { folded } from '../../learning/quiz/folded.ts';

/** How much a correction may change and is still one: what speech recognition gets wrong, and not another answer. */
const MOST = {
  /** Letters and digits that are only in one of the texts, of those of both. */
  share: 0.25,
  /** However long the texts are: about a sentence. */
  letters: 80,
};

/** Returns whether a corrected text is another answer than what was heard. Punctuation and case make no difference. */
export function isFarFrom(heard: string, corrected: string): boolean {
  const [one, other] = [lettersOf(heard), lettersOf(corrected)];
  const maxEditLength = Math.min(Math.floor((one.length + other.length) * MOST.share), MOST.letters);
  // Of texts that differ by more it gives up, so that long ones cost little.
  return diffChars(one, other, { maxEditLength }) === undefined;
}

const lettersOf = (text: string) => folded(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
