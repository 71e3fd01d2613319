import { z } from 'zod';
import { contractMessage } from '#contract';
import {
  type AttemptSettings,
  type Flashcard,
  type Question,
  SectionKind,
  SectionState,
  NumberTolerance,
  QuestionTopic,
} from './courses.ts';
import { UploadedDocumentSource, SourceText } from '../ai/ai-sources.ts';
import { GenerationDifficulty, GeneratedItemWarning, ItemSkillLevel } from '../ai/generated-items.ts';
import { Count, HttpUrl, Id, Timestamp, labelSchema, textSchema } from '../primitives.ts';
import { hasVisibleCharacter } from '../text.ts';
import { isPossibleAnswerUnit, normalizeUnit } from '../learning/number-answer.ts';
import { findPictureWithAreas } from './media-at.ts';
import { PictureArea, CardMedia, createMediaListSchema, problemsOfMedia, QuestionMedia } from './media.ts';
import { CONTENT_LIMITS, findSectionTooLongMessage } from './section-length.ts';
import type { FieldError } from '../problem.ts';

/** The source of a card or question (rules/courses-and-modules 8). */
const ItemSourceDraft = z.strictObject({
  quote: textSchema(0, CONTENT_LIMITS.quote),
  name: textSchema(0, CONTENT_LIMITS.sourceName),
  url: HttpUrl.nullable(),
  suggestion_id: Id.nullable().describe(
    'That of the module (`source` of `modules.get`), or of what was added to it; any other is 400.',
  ),
});

/** Autosave stores unfinished items, so texts may be empty here. Submitting requires them. */
const CardDraft = z.strictObject({
  id: Id,
  front: textSchema(0, CONTENT_LIMITS.front),
  back: textSchema(0, CONTENT_LIMITS.back),
  media: createMediaListSchema(CardMedia),
  source: ItemSourceDraft.optional(),
});

const question = {
  id: Id,
  prompt: textSchema(0, CONTENT_LIMITS.prompt),
  explanation: textSchema(0, CONTENT_LIMITS.explanation),
  media: createMediaListSchema(QuestionMedia),
  source: ItemSourceDraft.optional(),
  topic: QuestionTopic.optional(),
};
const options = z.array(textSchema(0, CONTENT_LIMITS.option)).max(CONTENT_LIMITS.options);
const on = z.literal(true).optional();
const optionIndex = z
  .int()
  .min(0)
  .max(CONTENT_LIMITS.options - 1);
const optionIndexes = z
  .array(optionIndex)
  .max(CONTENT_LIMITS.options)
  .refine((indexes) => new Set(indexes).size === indexes.length, { error: () => contractMessage('eachOptionOnce') });

const QuestionDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single_choice'), ...question, options, correct: optionIndex }),
  z.strictObject({
    kind: z.literal('multiple_choice'),
    ...question,
    options,
    correct: optionIndexes,
    partial_credit: on,
  }),
  z.strictObject({
    kind: z.literal('short_text'),
    ...question,
    accepted: z.array(textSchema(0, CONTENT_LIMITS.option)).max(CONTENT_LIMITS.accepted),
    ignore_accents: on,
    allow_typo: on,
  }),
  z.strictObject({
    kind: z.literal('spoken'),
    ...question,
    rubric: z.array(textSchema(0, CONTENT_LIMITS.option)).max(CONTENT_LIMITS.rubric),
  }),
  z.strictObject({
    kind: z.literal('number'),
    ...question,
    value: z.number().min(-1e12).max(1e12).nullable(),
    tolerance: NumberTolerance.optional(),
    units: z.array(textSchema(0, CONTENT_LIMITS.unit)).max(CONTENT_LIMITS.options),
  }),
  z.strictObject({ kind: z.literal('ordering'), ...question, options }),
  z.strictObject({ kind: z.literal('matching'), ...question, options, matches: options, partial_credit: on }),
  z.strictObject({
    kind: z.literal('hotspot'),
    ...question,
    options,
    areas: z.array(PictureArea).max(CONTENT_LIMITS.options),
    correct: optionIndexes,
    partial_credit: on,
  }),
]);

const onceEach = <Item extends { id: string }>(items: Item[]) =>
  new Set(items.map(({ id }) => id)).size === items.length;
const DOUBLE = { error: () => contractMessage('eachItemOnce') };

function mustFitSection(items: readonly (Flashcard | Question)[], ctx: z.RefinementCtx): void {
  const message = findSectionTooLongMessage(items);
  if (message !== null) ctx.addIssue({ code: 'custom', message });
}

/** The cards of a section, also unfinished ones. */
export const CardDrafts = z
  .array(CardDraft)
  .max(CONTENT_LIMITS.cards, { error: () => contractMessage('tooManyCards', { maximum: CONTENT_LIMITS.cards }) })
  .refine(onceEach, DOUBLE)
  .superRefine(mustFitSection);

/** The questions of a quiz, also unfinished ones. */
export const QuestionDrafts = z
  .array(QuestionDraft)
  .max(CONTENT_LIMITS.questions, {
    error: () => contractMessage('tooManyQuestions', { maximum: CONTENT_LIMITS.questions }),
  })
  .refine(onceEach, DOUBLE)
  .superRefine(mustFitSection);

const save = { module_id: Id, version: z.int().min(1).describe('The version that the edit began from.') };

/**
 * Autosaves a whole section: 423 `content_locked` while it is under review, 409 `stale_version` if another user has
 * saved meanwhile (read the module, merge, save again), 400 `invalid_request` if it is longer than a section may be.
 */
export const SaveSection = z.discriminatedUnion('section', [
  z.strictObject({ section: z.literal('flashcards'), ...save, items: CardDrafts }),
  z.strictObject({ section: z.literal('quiz'), ...save, items: QuestionDrafts }),
]);
export type SaveSection = z.infer<typeof SaveSection>;

export const SavedSection = z.strictObject({
  module_id: Id,
  section: SectionKind,
  state: SectionState,
  version: z.int(),
  content_hash: z.string(),
  saved_at: Timestamp,
});
export type SavedSection = z.infer<typeof SavedSection>;

/**
 * Generates items for a section: from a text, from an uploaded document or one that a job of the caller has read, or
 * else from the suggestion that the module was created from. The result is added to the existing items. If the section
 * is locked by then, it is stored as a proposal.
 */
export const GenerateSectionItems = z.strictObject({
  module_id: Id,
  section: SectionKind,
  source: SourceText.optional(),
  file: UploadedDocumentSource.optional().describe('An uploaded document. Only without `source` and `document`.'),
  document: Id.optional().describe('The job that has read the document. Only without `source` and `file`.'),
  count: z.int().min(1).max(40).optional(),
  difficulty: GenerationDifficulty.optional(),
  more: z
    .boolean()
    .optional()
    .describe(
      'Some more of a source that the section has items of already: at most three of its parts are read, those with the fewest.',
    ),
});
export type GenerateSectionItems = z.infer<typeof GenerateSectionItems>;

/** Documents that items of the module were generated from, if the caller had them read; the latest first. */
export const ModuleSourceDocuments = z.array(z.strictObject({ job_id: Id, title: z.string() }));
export type ModuleSourceDocuments = z.infer<typeof ModuleSourceDocuments>;

/** Generated items that are unchanged, with their flags and levels. */
export const UnchangedGeneratedItems = z.array(
  z.strictObject({
    item_id: Id,
    flags: z.array(GeneratedItemWarning).describe('As long as the job that made it is kept.'),
    level: ItemSkillLevel.nullable().describe('Null of what was made before levels were kept.'),
  }),
);
export type UnchangedGeneratedItems = z.infer<typeof UnchangedGeneratedItems>;

/**
 * Adds the cards or questions of the caller's job to their section, as an edit: 423 `content_locked` while it is under
 * review. Skips items that exist there already.
 */
export const AddGeneratedItems = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('module'), job_id: Id, module_id: Id }),
  z.strictObject({ to: z.literal('new_module'), job_id: Id, course_id: Id, title: labelSchema(200) }),
]);
export type AddGeneratedItems = z.infer<typeof AddGeneratedItems>;

export const AddedGeneratedItems = z.strictObject({
  module_id: Id,
  course_id: Id,
  section: SectionKind,
  added: Count.describe('How many cards or questions are new there.'),
});
export type AddedGeneratedItems = z.infer<typeof AddedGeneratedItems>;

/** Returns the problems of a card that block its submission. */
export function problemsOfCard({ front, back, media }: Omit<Flashcard, 'source'>): FieldError[] {
  return [
    ...lacking('front', front, contractMessage('item.front')),
    ...lacking('back', back, contractMessage('item.back')),
    ...problemsOfMedia(media),
  ];
}

/** Returns the problems of a question that block its submission. */
export function problemsOfQuestion(question: Question): FieldError[] {
  const problems = lacking('prompt', question.prompt, contractMessage('item.question'));
  const report = (path: string, message: string) => problems.push({ path, code: 'incomplete', message });
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice': {
      const right = [question.correct].flat();
      problemsOfOptions(question.options, report);
      if (right.length === 0 || right.some((index) => index >= question.options.length))
        report('correct', contractMessage('item.correct'));
      break;
    }
    case 'short_text':
      if (!question.accepted.some(hasVisibleCharacter)) report('accepted', contractMessage('item.accepted'));
      else if (!question.accepted.every(hasVisibleCharacter)) report('accepted', contractMessage('item.everyAccepted'));
      break;
    case 'spoken':
      if (!question.rubric.some(hasVisibleCharacter)) report('rubric', contractMessage('item.rubric'));
      else if (!question.rubric.every(hasVisibleCharacter)) report('rubric', contractMessage('item.everyPoint'));
      break;
    case 'number':
      if (question.value === null) report('value', contractMessage('item.value'));
      if (!question.units.every(hasVisibleCharacter)) report('units', contractMessage('item.everyUnit'));
      else if (!question.units.every(isPossibleAnswerUnit) || areSame(question.units.map(normalizeUnit)))
        report('units', contractMessage('item.readableUnits'));
      break;
    case 'ordering':
      problemsOfOptions(question.options, report);
      break;
    case 'matching':
      problemsOfOptions(question.options, report);
      if (question.matches.length < question.options.length || !question.matches.every(hasVisibleCharacter))
        report('matches', contractMessage('item.everyMatch'));
      if (areSame(question.matches)) report('matches', contractMessage('item.differentMatches'));
      break;
    case 'hotspot': {
      const { options, areas, correct } = question;
      const picture = findPictureWithAreas(question);
      if (!picture || picture.decorative) report('media', contractMessage('item.areaPicture'));
      if (options.length < 2 || areas.length !== options.length) report('areas', contractMessage('item.twoAreas'));
      if (!options.every(hasVisibleCharacter)) report('options', contractMessage('item.everyArea'));
      if (areSame(options)) report('options', contractMessage('item.differentAreas'));
      if (correct.length === 0 || correct.some((index) => index >= options.length))
        report('correct', contractMessage('item.correct'));
    }
  }
  return [
    ...problems,
    ...problemsOfMedia(
      question.media,
      question.kind.endsWith('_choice') && 'options' in question ? question.options.length : 0,
    ),
  ];
}

const areSame = (texts: string[]) => new Set(texts.map((text) => text.trim())).size < texts.length;

function problemsOfOptions(options: string[], report: (path: string, message: string) => void): void {
  if (options.length < 2) report('options', contractMessage('item.twoOptions'));
  if (!options.every(hasVisibleCharacter)) report('options', contractMessage('item.everyOption'));
  if (areSame(options)) report('options', contractMessage('item.differentOptions'));
}

/** Returns the problems of a quiz's settings that block its submission: each topic needs a question in each attempt. */
export function problemsOfDrawSettings(
  {
    questions_per_attempt: most,
    topic_scores: scores,
  }: Pick<AttemptSettings, 'questions_per_attempt' | 'topic_scores'>,
  questions: readonly Question[],
): FieldError[] {
  const topics = new Set(questions.map(({ topic }) => topic));
  const empty = scores.filter(({ topic }) => !topics.has(topic));
  const problems = empty.map(({ topic }) => contractMessage('item.emptyTopic', { topic }));
  if (most !== null && most < scores.length)
    problems.push(contractMessage('item.drawTooSmall', { count: scores.length }));
  return problems.map((message) => ({ path: 'topic_scores', code: 'incomplete', message }));
}

/** Reports a text without visible characters as missing. */
function lacking(path: string, value: string, message: string): FieldError[] {
  return hasVisibleCharacter(value) ? [] : [{ path, code: 'incomplete', message }];
}
