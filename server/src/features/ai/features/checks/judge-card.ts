import type { GeneratedCard, ItemFlag } from '@training/shared/ai/generated-items';
import { asData } from '../prompt/prompt.ts';
import type { VerifiedItem } from './verify-items.ts';

export const CARD_CHECK = [
  'Somebody else made flashcards of the source. Check each; the source alone decides, not what you know.',
  '"items" holds each card exactly once: "n" is its number.',
  'First "answer": what you would answer to the front from the source, in at most one sentence; empty where the source does not answer it. Leave "options" empty.',
  'Then "passage". "carries": the quote, read where it stands in the source, says all that the back claims. "lacks": the back claims something that the source does not say there. "contradicts": the source says otherwise, be it in a figure, a unit, a name, a "not", or an "at least" in place of an "at most".',
  '"reason" says in at most fifteen words what is missing or wrong; empty for "carries".',
];

/** A card as prompt data for the check. */
export const cardAsData = ({ front, back, quote }: GeneratedCard, n: number): string =>
  [asData('front', front, n), asData('back', back, n), asData('quote', quote, n)].join('\n');

/** What a second look adds to the flags of a card; undefined where the source contradicts it. */
export function judgeCard(_card: GeneratedCard, { passage, reason }: VerifiedItem): ItemFlag[] | undefined {
  if (passage === 'contradicts') return undefined;
  return passage === 'lacks' ? [{ kind: 'unsupported', detail: reason }] : [];
}
