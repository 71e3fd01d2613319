import { AI_FEATURE_INPUTS_AND_RESULTS } from '@training/shared/ai/ai-features';
import {
  type GenerationDifficulty,
  type GeneratedCard,
  type GeneratedCards,
  type GeneratedItemWarning,
  ItemSkillLevel,
  type ItemWordingToCompare,
} from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { generateItemsFromParts } from './generate-items-from-parts.ts';
import { findCardFlags } from './checks/item-flags.ts';
import type { ItemVerification } from './checks/verify-items.ts';
import { type AskModel, defineAiFeature, type FeatureStepRunner } from './feature.ts';
import {
  EXISTING_ITEMS_PROMPT_RULE,
  languagePromptOptionsOf,
  type ItemGenerationRequest,
} from './items/existing-items.ts';
import { ModelOutputText, isFilledAndWithinLength, isPlaceholder } from './prompt/model-output-text.ts';
import { buildLevelPromptRules } from './prompt/levels.ts';
import { wrapAsPromptData, buildSystemPrompt, QUOTE_RULE } from './prompt/prompt.ts';
import { titleOfSource } from './source/opening-words.ts';
import { flagScannedItems } from './source/read-scans.ts';
import { readSourceText } from './source/read-source.ts';

const GOOD_CARDS = [
  'Make flashcards of the source for people who must know it at work. As many as "Count" says, which stands after the source, or fewer where the source teaches less; none where it teaches nothing.',
  'Choose what somebody must know or do: duties, limits, steps, reasons, dangers. No trivia, nothing about the document itself.',
  'One card, one thing: a front that asks for two is two cards. The front is a question of at most 200 characters with exactly one good answer, which yes or no is not. The back answers it in one or two short sentences.',
  'No list of more than three. Of a longer one, or of a procedure, ask for the step that matters, what comes next, or what goes wrong without it.',
  'The front names the situation, place or machine that it is about, so that it can be understood without the source and without the other cards. No "it", "this" or "the above".',
  'Where the source gives a reason, the back says it behind the rule, or a card of its own asks for it: who knows why remembers what.',
  'The back says a limit as the source does: with figure, unit, and "at most" or "at least".',
];

/** Taken from other sources, so that the model can't confuse them with the given source. */
const EXAMPLES = [
  'Good: front "Why is a ladder tied at the top before work above 3 metres?", back "Because it slips sideways under a reaching load. At most 3 metres may be climbed untied." One thing, its situation, its reason, its limit.',
  'Good: front "An oil fire has started in a fryer. What do you put over it?", back "The lid or the fire blanket: water would throw burning oil out." A situation, and what to do.',
  'Bad: front "What are the seven duties of a fire warden?" A list of seven; ask for one of them in its situation.',
  'Bad: front "Is it important to check it?", back "Yes." Answered by yes, and nobody knows what "it" is.',
  'Bad: front "What does section 4.2 say?" About the document, not about the work.',
];

export const buildCardPromptRules = (difficulty: GenerationDifficulty, level?: ItemSkillLevel): string[] => [
  ...GOOD_CARDS,
  ...buildLevelPromptRules(difficulty, level),
  EXISTING_ITEMS_PROMPT_RULE,
  QUOTE_RULE,
  'The quote of a card is what proves its back.',
  'Examples, which are about other sources:',
  ...EXAMPLES,
];

const CARD_CHECK = [
  'Somebody else made flashcards of the source. Check each; the source alone decides, not what you know.',
  '"items" holds each card exactly once: "n" is its number.',
  'First "answer": what you would answer to the front from the source, in at most one sentence; empty where the source does not answer it. Leave "options" empty.',
  'Then "passage". "carries": the quote, read where it stands in the source, says all that the back claims. "lacks": the back claims something that the source does not say there. "contradicts": the source says otherwise, be it in a figure, a unit, a name, a "not", or an "at least" in place of an "at most".',
  '"reason" says in at most fifteen words what is missing or wrong; empty for "carries".',
];

/** A card as prompt data for the check. */
const cardAsData = ({ front, back, quote }: GeneratedCard, n: number): string =>
  [wrapAsPromptData('front', front, n), wrapAsPromptData('back', back, n), wrapAsPromptData('quote', quote, n)].join(
    '\n',
  );

/** What a second look adds to the flags of a card; undefined where the source contradicts it. */
function judgeCard(_card: GeneratedCard, { passage, reason }: ItemVerification): GeneratedItemWarning[] | undefined {
  if (passage === 'contradicts') return undefined;
  return passage === 'lacks' ? [{ kind: 'unsupported', detail: reason }] : [];
}

/** Length limits in code points. */
const LONGEST = { front: 300, back: 1_000 };

const CardAnswer = z.strictObject({
  front: ModelOutputText,
  back: ModelOutputText,
  quote: ModelOutputText,
  level: ItemSkillLevel,
});

export const cardWordingOf = ({ front, back, quote }: GeneratedCard): ItemWordingToCompare => ({
  asked: front,
  answered: back,
  quote,
});

/**
 * Generates flashcards from a source, each with its source passage, in the order of the source.
 * @throws errors of `ask` and `steps`
 */
export async function generateCards(
  ask: AskModel,
  input: ItemGenerationRequest,
  steps: FeatureStepRunner,
): Promise<GeneratedCards> {
  const { found, dropped, disputed, coverage } = await generateItemsFromParts(ask, steps, {
    feature: 'card_generation',
    input,
    system: buildSystemPrompt('card_generation', {
      material: 'the source',
      ...languagePromptOptionsOf(input),
      rules: buildCardPromptRules(input.difficulty ?? 'standard', input.level),
    }),
    words: 'Writing cards',
    tokensEach: 300,
    list: 'cards',
    item: CardAnswer,
    labelOf: ({ front }) => front,
    textsOf: ({ front, back }) => [front, back],
    accept({ front, back, level }, passage, source): GeneratedCard | undefined {
      if (
        !isFilledAndWithinLength(front, LONGEST.front) ||
        !isFilledAndWithinLength(back, LONGEST.back) ||
        isPlaceholder(back)
      )
        return undefined;
      const card = { front, back, quote: passage.text, level };
      return { ...card, flags: findCardFlags(card, passage, source) };
    },
    saidBy: cardWordingOf,
    second: { words: 'Checking cards', rules: CARD_CHECK, asData: cardAsData, judge: judgeCard },
  });
  return { cards: found, dropped, disputed, coverage, scan: null };
}

export const cardGenerationFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.card_generation,
  task: 'generation',
  title: titleOfSource,
  async run(tools, input) {
    const { ask, partSize } = tools;
    const { source, steps, scan, scanned } = await readSourceText(tools, input.source);
    const made = await generateCards(ask, { ...input, partSize, source }, steps);
    return { ...made, cards: flagScannedItems(made.cards, source.text, scanned), scan };
  },
});
