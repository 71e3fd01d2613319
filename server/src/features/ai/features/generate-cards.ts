import { AI_FEATURES, type GeneratedCard, type GeneratedCards } from '@training/shared/ai-features';
import { z } from 'zod';
import { AnswerText, fits } from './answer-text.ts';
import { cardFlags } from './checks/item-flags.ts';
import { askInChunks } from './ask-in-chunks.ts';
import { EXISTING_RULE } from './existing-items.ts';
import { defineFeature, type Ask, type Steps } from './feature.ts';
import { titleOfSource } from './opening.ts';
import type { Making } from './making.ts';
import { QUOTE_RULE, instructions } from './prompt.ts';
import { CARD_CHECK, cardAsData, judgeCard } from './second-look/judge-card.ts';
import { sourceOf } from './source-of.ts';

/** Code points. */
const LONGEST = { front: 300, back: 1_000 };

const CardAnswer = z.strictObject({ front: AnswerText, back: AnswerText, quote: AnswerText });

/** What the model answers. */
export const CardsAnswer = z.strictObject({ cards: z.array(CardAnswer) });

const RULES = [
  'Make flashcards of the source for people who must know it at work. As many as "Count" says, or fewer where the source teaches less; none where it teaches nothing.',
  'The front asks for one thing, in at most 200 characters. The back answers it in one to three short sentences.',
  'Choose what somebody must know or do: duties, limits, steps, reasons, dangers. No trivia, nothing about the document itself.',
  'No two cards ask for the same thing, and each can be understood without the others and without the source at hand.',
  EXISTING_RULE,
  QUOTE_RULE,
  'The quote of a card is what proves its back.',
];

/**
 * Flashcards of a source, each with the passage that it comes from, in the order of the source.
 * @throws what `ask` and `steps` throw
 */
export async function generateCards(ask: Ask, input: Making, steps: Steps): Promise<GeneratedCards> {
  const { found, dropped, disputed, coverage } = await askInChunks(ask, steps, {
    feature: 'card_generation',
    input: { existing: [], ...input },
    system: instructions('card_generation', { material: 'the source', language: input.language, rules: RULES }),
    words: 'Writing cards',
    schema: CardsAnswer,
    tokensEach: 300,
    list: 'cards',
    item: CardAnswer,
    itemsOf: ({ cards }) => cards,
    labelOf: ({ front }) => front,
    textsOf: ({ front, back }) => [front, back],
    accept({ front, back }, quote, source): GeneratedCard | undefined {
      if (!fits(front, LONGEST.front) || !fits(back, LONGEST.back)) return undefined;
      const card = { front, back, quote };
      return { ...card, flags: cardFlags(card, source) };
    },
    saidBy: ({ front, back, quote }) => ({ asked: front, answered: back, quote }),
    second: { words: 'Checking cards', rules: CARD_CHECK, asData: cardAsData, judge: judgeCard },
  });
  return { cards: found, dropped, disputed, coverage };
}

export const cardGeneration = defineFeature({
  ...AI_FEATURES.card_generation,
  title: titleOfSource,
  run: async (tools, input) =>
    generateCards(tools.ask, { ...input, source: await sourceOf(tools, input.source) }, tools.steps),
});
