import { z } from 'zod';
import { AI_INPUT_LIMITS } from './ai-limits.ts';
import {
  NullableSourceReadingCoverage,
  DroppedItemCount,
  AiLanguageTag,
  GenerationSource,
  VerbatimSourceQuote,
} from './ai-sources.ts';
import { NumberTolerance } from '../courses/courses.ts';
import { textSchema } from '../primitives.ts';

/** The skill that an item requires: recall a fact, apply it, or decide in a situation. */
export const ItemSkillLevel = z.enum(['recall', 'apply', 'decide']);
export type ItemSkillLevel = z.infer<typeof ItemSkillLevel>;

/** The requested mix of levels. */
export const GenerationDifficulty = z
  .enum(['basic', 'standard', 'advanced'])
  .describe('Mostly recall · recall and apply · apply and judge.');
export type GenerationDifficulty = z.infer<typeof GenerationDifficulty>;

/** A warning to check before using an item. A flagged item isn't necessarily wrong. */
export const GeneratedItemWarning = z.strictObject({
  kind: z.enum([
    'figure',
    'name',
    'long_answer',
    'alike',
    'yes_no',
    'all_of_them',
    'limit',
    'negation',
    'language',
    'markup',
    'contact',
    'to_ai',
    'about_document',
    'list',
    'other_passage',
    'other_option',
    'options_alike',
    'key_in_prompt',
    'explanation',
    // A model read the passage from a picture of the page.
    'scanned',
    // A model read the passage from a picture inside the document.
    'pictured',
    // Found by a second call, too.
    'ambiguous',
    'unsupported',
    // Found by a second call, which answered from the source without the answer key.
    'unanswerable',
    'other_answer',
    'unchecked',
  ]),
  /**
   * The figure, name or number to call that was not found, the limit or passage that was turned round, the language
   * (BCP 47), what the other item asks, what the passage lacks, the passage or option that fits, the page of a scan,
   * the number of a picture, or what was answered instead; else empty.
   */
  detail: z.string(),
});
export type GeneratedItemWarning = z.infer<typeof GeneratedItemWarning>;

/** The fronts or prompts of existing items, to avoid duplicates. */
const Existing = z.array(textSchema(1, AI_INPUT_LIMITS.existing)).max(AI_INPUT_LIMITS.existingItems).default([]);

export const GenerateCards = z.strictObject({
  source: GenerationSource,
  count: z.int().min(1).max(AI_INPUT_LIMITS.cards).default(12),
  language: AiLanguageTag.optional(),
  difficulty: GenerationDifficulty.default('standard'),
  existing: Existing,
});
export type GenerateCards = z.infer<typeof GenerateCards>;

/** The parts of a source to read, if not all of it. */
export const SourcePartsToRead = z.discriminatedUnion('which', [
  /** The one that has this passage. */
  z.strictObject({ which: z.literal('with'), passage: z.string() }),
  /** Those that have the fewest of these passages, one after another, until there is enough. */
  z.strictObject({ which: z.literal('fewest'), passages: z.array(z.string()) }),
]);
export type SourcePartsToRead = z.infer<typeof SourcePartsToRead>;

/** The parts of an item that are compared to find near-duplicates. */
export const ItemWordingToCompare = z.strictObject({ asked: z.string(), answered: z.string(), quote: z.string() });
export type ItemWordingToCompare = z.infer<typeof ItemWordingToCompare>;

/** Options that callers don't set themselves. */
const narrowed = {
  /** Existing items, whole: what says nearly the same is flagged. */
  there: z.array(ItemWordingToCompare).optional(),
  parts: SourcePartsToRead.optional(),
  /** Level of all that is made; else `difficulty` says the mix. */
  level: ItemSkillLevel.optional(),
};

export const CardGenerationInput = GenerateCards.extend(narrowed);
export type CardGenerationInput = z.infer<typeof CardGenerationInput>;

/** Empty for items generated before flags existed. */
const Flags = z.array(GeneratedItemWarning).default([]);

/** Null for items generated before levels existed. */
const ItemLevel = ItemSkillLevel.nullable().default(null);

export const GeneratedCard = z.strictObject({
  front: z.string(),
  back: z.string(),
  quote: VerbatimSourceQuote,
  level: ItemLevel,
  flags: Flags,
});
export type GeneratedCard = z.infer<typeof GeneratedCard>;

/** The pages of a document, or the pictures in it, that a model reads, from 1. */
export const PagesReadByModel = z.strictObject({
  /** Label of the model; null if the workspace's model doesn't read pictures. */
  model: z.string().nullable(),
  of: z.enum(['pages', 'pictures']).default('pages'),
  pages: z.array(z.int()),
  /** Pages without text, or pictures, that were not read. */
  unread: z.array(z.int()),
});
export type PagesReadByModel = z.infer<typeof PagesReadByModel>;

/** Null for texts, for documents that are text only, and for results from before scans were read. */
export const NullablePagesReadByModel = PagesReadByModel.nullable().default(null);

/** Number of items left out because a second call, which looked at the source again, found them contradicted. */
const Disputed = z.int().min(0).default(0);

export const GeneratedCards = z.strictObject({
  cards: z.array(GeneratedCard),
  dropped: DroppedItemCount,
  disputed: Disputed,
  coverage: NullableSourceReadingCoverage,
  scan: NullablePagesReadByModel,
});
export type GeneratedCards = z.infer<typeof GeneratedCards>;

export const GenerateQuiz = GenerateCards.extend({ count: z.int().min(1).max(AI_INPUT_LIMITS.questions).default(6) });
export type GenerateQuiz = z.infer<typeof GenerateQuiz>;

export const QuizGenerationInput = GenerateQuiz.extend(narrowed);
export type QuizGenerationInput = z.infer<typeof QuizGenerationInput>;

const generated = {
  prompt: z.string(),
  /** Reason why the answer is right, and in a list why each other option is not. Markdown. */
  explanation: z.string(),
  quote: VerbatimSourceQuote,
  topic: z.string().optional(),
  level: ItemLevel,
  flags: Flags,
};

/** A question in the form that modules use, with the quote that it comes from. */
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
  z.strictObject({
    kind: z.literal('number'),
    ...generated,
    value: z.number(),
    tolerance: NumberTolerance.optional(),
    units: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('ordering'), ...generated, options: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('matching'),
    ...generated,
    options: z.array(z.string()),
    matches: z.array(z.string()),
  }),
]);
export type GeneratedQuestion = z.infer<typeof GeneratedQuestion>;

export const GeneratedQuiz = z.strictObject({
  questions: z.array(GeneratedQuestion),
  dropped: DroppedItemCount,
  disputed: Disputed,
  coverage: NullableSourceReadingCoverage,
  scan: NullablePagesReadByModel,
});
export type GeneratedQuiz = z.infer<typeof GeneratedQuiz>;
