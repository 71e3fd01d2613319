import { AI_FEATURES } from '@training/shared/ai/ai-features';
import { type GeneratedCard, type GeneratedCards, Level, type Said } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { AnswerText, fits } from './prompt/answer-text.ts';
import { cardFlags } from './checks/item-flags.ts';
import { askInChunks } from './ask-in-chunks.ts';
import { cardRules } from './items/card-rules.ts';
import { defineFeature, type AskModel, type Steps } from './feature.ts';
import { titleOfSource } from './source/opening.ts';
import { languageOf, type Making } from './items/making.ts';
import { instructions } from './prompt/prompt.ts';
import { CARD_CHECK, cardAsData, judgeCard } from './checks/judge-card.ts';
import { readSource } from './source/read-source.ts';

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
    accept({ front, back, level }, quote, source): GeneratedCard | undefined {
      if (!fits(front, LONGEST.front) || !fits(back, LONGEST.back)) return undefined;
      const card = { front, back, quote, level };
      return { ...card, flags: cardFlags(card, source) };
    },
    saidBy: saidByCard,
    second: { words: 'Checking cards', rules: CARD_CHECK, asData: cardAsData, judge: judgeCard },
  });
  return { cards: found, dropped, disputed, coverage };
}

export const cardGeneration = defineFeature({
  ...AI_FEATURES.card_generation,
  title: titleOfSource,
  run: async (tools, input) =>
    generateCards(tools.ask, { ...input, source: await readSource(tools, input.source) }, tools.steps),
});
