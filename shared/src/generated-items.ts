import { z } from 'zod';
import { AI_LIMITS, Covered, Dropped, Language, MaterialSource, Quote } from './ai-sources.ts';
import { text } from './primitives.ts';

/** What an item asks of somebody: to know it, to use it, or to decide in a situation. */
export const Level = z.enum(['recall', 'apply', 'decide']);
export type Level = z.infer<typeof Level>;

/** The mix of levels that is asked for. */
export const Difficulty = z
  .enum(['basic', 'standard', 'advanced'])
  .describe('Mostly to know it · as much to use it · mostly to use it and to decide.');
export type Difficulty = z.infer<typeof Difficulty>;

/** What somebody should look at before they take an item; the item may be good all the same. */
export const ItemFlag = z.strictObject({
  kind: z.enum([
    'figure',
    'name',
    'long_answer',
    'alike',
    'yes_no',
    'all_of_them',
    // What a second call found, which answered from the source without the key.
    'unsupported',
    'unanswerable',
    'other_answer',
    'ambiguous',
    'unchecked',
  ]),
  detail: z
    .string()
    .describe(
      'The figure or the name that was not found, what the other item asks, what the passage lacks, or what was answered instead; else empty.',
    ),
});
export type ItemFlag = z.infer<typeof ItemFlag>;

/** The fronts or questions that are there already, of which nothing is made again. */
const Existing = z.array(text(1, AI_LIMITS.existing)).max(AI_LIMITS.existingItems).default([]);

export const GenerateCards = z.strictObject({
  source: MaterialSource,
  count: z.int().min(1).max(AI_LIMITS.cards).default(12),
  language: Language.optional(),
  difficulty: Difficulty.default('standard'),
  existing: Existing,
});
export type GenerateCards = z.infer<typeof GenerateCards>;

/** Which parts of a source are read, where that are not all of it. */
export const PartsToRead = z.discriminatedUnion('which', [
  z.strictObject({ which: z.literal('with'), passage: z.string() }).describe('The one that has this passage.'),
  z
    .strictObject({ which: z.literal('fewest'), passages: z.array(z.string()) })
    .describe('Those that have the fewest of these passages, one after another, until there is enough.'),
]);
export type PartsToRead = z.infer<typeof PartsToRead>;

/** An item as far as another may say the same. */
export const Said = z.strictObject({ asked: z.string(), answered: z.string(), quote: z.string() });
export type Said = z.infer<typeof Said>;

/** What callers do not say themselves. */
const narrowed = {
  there: z.array(Said).optional().describe('What is there already, whole: what says nearly the same is flagged.'),
  parts: PartsToRead.optional(),
  level: Level.optional().describe('Of all that is made; else `difficulty` says the mix.'),
};

export const MakeCards = GenerateCards.extend(narrowed);
export type MakeCards = z.infer<typeof MakeCards>;

/** What was made before there were any has none. */
const Flags = z.array(ItemFlag).default([]);

/** What was made before there were any has none. */
const ItemLevel = Level.nullable().default(null);

export const GeneratedCard = z.strictObject({
  front: z.string(),
  back: z.string(),
  quote: Quote,
  level: ItemLevel,
  flags: Flags,
});
export type GeneratedCard = z.infer<typeof GeneratedCard>;

const Disputed = z
  .int()
  .min(0)
  .default(0)
  .describe('How many were left out because a second call, which looked at the source again, found them contradicted.');

export const GeneratedCards = z.strictObject({
  cards: z.array(GeneratedCard),
  dropped: Dropped,
  disputed: Disputed,
  coverage: Covered,
});
export type GeneratedCards = z.infer<typeof GeneratedCards>;

export const GenerateQuiz = z.strictObject({
  source: MaterialSource,
  count: z.int().min(1).max(AI_LIMITS.questions).default(6),
  language: Language.optional(),
  difficulty: Difficulty.default('standard'),
  existing: Existing,
});
export type GenerateQuiz = z.infer<typeof GenerateQuiz>;

export const MakeQuiz = GenerateQuiz.extend(narrowed);
export type MakeQuiz = z.infer<typeof MakeQuiz>;

const generated = {
  prompt: z.string(),
  explanation: z.string().describe('Why the answer is right, and in a list why each other option is not. Markdown.'),
  quote: Quote,
  level: ItemLevel,
  flags: Flags,
};

/** As the questions of a module, each with the passage that it comes from. */
export const GeneratedQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single_choice'), ...generated, options: z.array(z.string()), correct: z.int() }),
  z.strictObject({
    kind: z.literal('multiple_choice'),
    ...generated,
    options: z.array(z.string()),
    correct: z.array(z.int()),
  }),
  z.strictObject({ kind: z.literal('short_text'), ...generated, accepted: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('spoken'), ...generated, rubric: z.array(z.string()) }),
]);
export type GeneratedQuestion = z.infer<typeof GeneratedQuestion>;

export const GeneratedQuiz = z.strictObject({
  questions: z.array(GeneratedQuestion),
  dropped: Dropped,
  disputed: Disputed,
  coverage: Covered,
});
export type GeneratedQuiz = z.infer<typeof GeneratedQuiz>;
