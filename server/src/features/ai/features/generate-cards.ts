import { AI_FEATURES } from '@training/shared/ai/ai-features';
import {
  type GeneratedCard,
  type GeneratedCards,
  Level,
  type Said,
  type ItemFlag,
} from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { AnswerText, fits, isPlaceholder } from './prompt/answer-text.ts';
import { cardFlags } from './checks/item-flags.ts';
import { askInChunks } from './ask-in-chunks.ts';
import { cardRules } from './items/card-rules.ts';
import { defineFeature, type AskModel, type Steps } from './feature.ts';
import { titleOfSource } from './source/opening.ts';
import { languageOf, type Making } from './items/making.ts';
import { instructions, asData } from './prompt/prompt.ts';
import { flagScanned } from './source/read-scans.ts';
import { readSource } from './source/read-source.ts';
import type { VerifiedItem } from './checks/verify-items.ts';

const CARD_CHECK = [
  'Somebody else made flashcards of the source. Check each; the source alone decides, not what you know.',
  '"items" holds each card exactly once: "n" is its number.',
  'First "answer": what you would answer to the front from the source, in at most one sentence; empty where the source does not answer it. Leave "options" empty.',
  'Then "passage". "carries": the quote, read where it stands in the source, says all that the back claims. "lacks": the back claims something that the source does not say there. "contradicts": the source says otherwise, be it in a figure, a unit, a name, a "not", or an "at least" in place of an "at most".',
  '"reason" says in at most fifteen words what is missing or wrong; empty for "carries".',
];

/** A card as prompt data for the check. */
const cardAsData = ({ front, back, quote }: GeneratedCard, n: number): string =>
  [asData('front', front, n), asData('back', back, n), asData('quote', quote, n)].join('\n');

/** What a second look adds to the flags of a card; undefined where the source contradicts it. */
function judgeCard(_card: GeneratedCard, { passage, reason }: VerifiedItem): ItemFlag[] | undefined {
  if (passage === 'contradicts') return undefined;
  return passage === 'lacks' ? [{ kind: 'unsupported', detail: reason }] : [];
}

/** Length limits in code points. */
const LONGEST = { front: 300, back: 1_000 };

const CardAnswer = z.strictObject({ front: AnswerText, back: AnswerText, quote: AnswerText, level: Level });

export const CardsAnswer = z.strictObject({ cards: z.array(CardAnswer) });

export const saidByCard = ({ front, back, quote }: GeneratedCard): Said => ({ asked: front, answered: back, quote });

/**
 * Generates flashcards from a source, each with its source passage, in the order of the source.
 * @throws errors of `ask` and `steps`
 */
export async function generateCards(ask: AskModel, input: Making, steps: Steps): Promise<GeneratedCards> {
  const { found, dropped, disputed, coverage } = await askInChunks(ask, steps, {
    feature: 'card_generation',
    input: { existing: [], ...input },
    system: instructions('card_generation', {
      material: 'the source',
      ...languageOf(input),
      rules: cardRules(input.difficulty ?? 'standard', input.level),
    }),
    words: 'Writing cards',
    schema: CardsAnswer,
    tokensEach: 300,
    list: 'cards',
    item: CardAnswer,
    itemsOf: ({ cards }) => cards,
    labelOf: ({ front }) => front,
    textsOf: ({ front, back }) => [front, back],
    accept({ front, back, level }, passage, source): GeneratedCard | undefined {
      if (!fits(front, LONGEST.front) || !fits(back, LONGEST.back) || isPlaceholder(back)) return undefined;
      const card = { front, back, quote: passage.text, level };
      return { ...card, flags: cardFlags(card, passage, source) };
    },
    saidBy: saidByCard,
    second: { words: 'Checking cards', rules: CARD_CHECK, asData: cardAsData, judge: judgeCard },
  });
  return { cards: found, dropped, disputed, coverage, scan: null };
}

export const cardGeneration = defineFeature({
  ...AI_FEATURES.card_generation,
  task: 'generation',
  title: titleOfSource,
  async run(tools, input) {
    const { ask, partSize } = tools;
    const { source, steps, scan, scanned } = await readSource(tools, input.source);
    const made = await generateCards(ask, { ...input, partSize, source }, steps);
    return { ...made, cards: flagScanned(made.cards, source.text, scanned), scan };
  },
});
