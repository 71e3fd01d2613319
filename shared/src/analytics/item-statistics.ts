import { z } from 'zod';
import { QuestionKind } from '../courses/courses.ts';
import { Count, Id, NullableRatio, Timestamp } from '../primitives.ts';

/**
 * The maximum number of cycles evaluated per module, the latest started first. Lower for modules with over 100 items.
 */
export const MAX_CYCLES_EVALUATED_PER_MODULE = 2_000;

/** The minimum number of graded answers before a question's discrimination and unused options are shown. */
export const MIN_ANSWERS_FOR_DISCRIMINATION = 20;

/** The minimum number of people who gave the same wrong text before it is shown, so that it identifies none of them. */
export const MIN_PEOPLE_PER_SHOWN_WRONG_TEXT = 3;

export const ReadItemStatistics = z.strictObject({
  module_id: Id,
  department_id: Id.optional().describe('The department of the learner; trainers see their own whatever they ask for.'),
  manager_id: Id.optional().describe('The team of this person: everyone below them, at every level.'),
});
export type ReadItemStatistics = z.infer<typeof ReadItemStatistics>;

const item = {
  id: Id,
  number: z.int().min(1).describe('Its place in the module.'),
};

/** Results of people's first answers to a question in its current wording. */
export const QuestionResult = z.strictObject({
  ...item,
  kind: QuestionKind,
  prompt: z.string().describe('Markdown, cut at 300 characters.'),
  answered: Count.describe('People; of each only the first answer counts.'),
  unchanged: z.boolean().describe('Whether the working copy has the question as it is worded here.'),
  waiting: Count.describe('Of those, how many have not been graded yet.'),
  right: Count.describe('Of those, how many have a score of 1.'),
  mean_score: NullableRatio.describe('Of those that are graded; null where none is.'),
  discrimination: z
    .number()
    .min(-1)
    .max(1)
    .nullable()
    .describe(
      `Point-biserial correlation of its score with the mean of the person’s other first answers; null with fewer than ${MIN_ANSWERS_FOR_DISCRIMINATION} people, or where all are alike.`,
    ),
  options: z
    .array(z.strictObject({ text: z.string(), correct: z.boolean(), people: Count }))
    .describe('Empty where there is nothing to choose from, or `shows_answers` is false.'),
  wrong_texts: z
    .array(z.strictObject({ text: z.string(), people: z.int().min(MIN_PEOPLE_PER_SHOWN_WRONG_TEXT) }))
    .max(5)
    .describe('The commonest wrong texts; case, width and white space make no difference, as in grading.'),
});
export type QuestionResult = z.infer<typeof QuestionResult>;

/** The number of people who have seen a card in its current wording. */
export const CardSeenCounts = z.strictObject({
  ...item,
  front: z.string().describe('Markdown, cut at 300 characters.'),
  people: Count.describe('Who have begun a revision that has it, worded as it is now.'),
  seen: Count,
});
export type CardSeenCounts = z.infer<typeof CardSeenCounts>;

/** Results per card and question of a module's live revision. */
export const ItemStatistics = z.strictObject({
  module_id: Id,
  title: z.string(),
  course_id: Id,
  revision: z.int(),
  published_at: Timestamp,
  people: Count.describe('Who have begun the module, of the cycles that are looked at.'),
  newest_only: z
    .boolean()
    .describe(
      `More have begun it: only the newest ${MAX_CYCLES_EVALUATED_PER_MODULE} cycles are looked at, or fewer where it is long.`,
    ),
  shows_answers: z
    .boolean()
    .describe(
      'Whether the caller may read the module as its authors do, and so what is right: else they may study it.',
    ),
  questions: z.array(QuestionResult).describe('The hardest first; those that nobody has been graded on last.'),
  cards: z.array(CardSeenCounts).describe('In the order of the module.'),
});
export type ItemStatistics = z.infer<typeof ItemStatistics>;
