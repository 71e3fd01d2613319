import { z } from 'zod';
import { contractMessage } from '#contract';
import { Flashcard, Question } from '../courses/courses.ts';
import type { ItemMedia } from '../courses/media.ts';
import { MEDIA_LIMITS } from '../courses/media-limits.ts';
import { CONTENT_LIMITS } from '../courses/section-length.ts';
import { problemsOfCard, problemsOfQuestion } from '../courses/sections.ts';
import { labelSchema, textSchema } from '../primitives.ts';
import { hasVisibleCharacter } from '../text.ts';
import type { FieldError } from '../problem.ts';

/** The part of a module that an item belongs to. The title counts as an item, with the module's id. */
export const TranslatedModulePart = z.enum(['title', 'flashcards', 'quiz']);
export type TranslatedModulePart = z.infer<typeof TranslatedModulePart>;

const titleItem = z.strictObject({ title: z.string() });

/** An item as it stands in the source language. */
export const TranslatableItem = z.union([
  titleItem,
  Flashcard.omit({ source: true }),
  z.discriminatedUnion('kind', [
    Question.options[0].omit({ source: true, topic: true }),
    Question.options[1].omit({ source: true, topic: true }),
    Question.options[2].omit({ source: true, topic: true }),
    Question.options[3].omit({ source: true, topic: true }),
    Question.options[4].omit({ source: true, topic: true }),
    Question.options[5].omit({ source: true, topic: true }),
    Question.options[6].omit({ source: true, topic: true }),
    Question.options[7].omit({ source: true, topic: true }),
  ]),
]);
export type TranslatableItem = z.infer<typeof TranslatableItem>;

/** Alternative texts and names of media, those of an explanation last; only of items that have media. */
const alts = z.array(textSchema(0, MEDIA_LIMITS.alt)).max(MEDIA_LIMITS.ofItem).optional();
const question = {
  prompt: textSchema(0, CONTENT_LIMITS.prompt),
  explanation: textSchema(0, CONTENT_LIMITS.explanation),
  alts,
};
const line = textSchema(0, CONTENT_LIMITS.option);
const lines = z.array(line).max(CONTENT_LIMITS.options);

/**
 * The texts of an item in another language. Which answer is right stays with the source item, so options and points of
 * a rubric are in its order. Autosave stores unfinished texts, so they may be empty.
 */
export const TranslatableTexts = z.union([
  z.strictObject({ title: z.union([z.literal(''), labelSchema(200)]) }),
  z.strictObject({ front: textSchema(0, CONTENT_LIMITS.front), back: textSchema(0, CONTENT_LIMITS.back), alts }),
  z.strictObject({ ...question, options: lines }),
  z.strictObject({ ...question, options: lines, matches: lines }),
  z.strictObject({ ...question, units: z.array(textSchema(0, CONTENT_LIMITS.unit)).max(CONTENT_LIMITS.options) }),
  z.strictObject({ ...question, accepted: z.array(line).max(CONTENT_LIMITS.accepted) }),
  z.strictObject({ ...question, rubric: z.array(line).max(CONTENT_LIMITS.rubric) }),
]);
export type TranslatableTexts = z.infer<typeof TranslatableTexts>;

const isOfExplanation = ({ at }: ItemMedia) => at === 'explanation';

/** Returns the texts of media as a translation has them, if there are any. */
function altsOf(media: readonly ItemMedia[] | undefined): { alts?: string[] } {
  if (!media || media.length === 0) return {};
  const ordered = [...media.filter((each) => !isOfExplanation(each)), ...media.filter(isOfExplanation)];
  return { alts: ordered.map(({ alt }) => alt) };
}

/** Returns media with the texts of a translation. Media of an explanation may be absent, as they are last. */
export function applyAltTextsToMedia<Media extends ItemMedia>(
  media: readonly Media[],
  alts: readonly string[] = [],
): Media[] {
  const left = [...alts];
  const translated = new Map<Media, string>();
  for (const explains of [false, true]) {
    for (const each of media) if (isOfExplanation(each) === explains) translated.set(each, left.shift() ?? each.alt);
  }
  return media.map((each) => ({ ...each, alt: translated.get(each) ?? each.alt }));
}

/** Returns the texts of a source item, which a translation replaces. */
export function translatableTextsOf(item: TranslatableItem): TranslatableTexts {
  if ('title' in item) return { title: item.title };
  const texts = altsOf(item.media);
  if ('front' in item) return { front: item.front, back: item.back, ...texts };
  const { prompt, explanation } = item;
  switch (item.kind) {
    case 'short_text':
      return { prompt, explanation, accepted: item.accepted, ...texts };
    case 'spoken':
      return { prompt, explanation, rubric: item.rubric, ...texts };
    case 'number':
      return { prompt, explanation, units: item.units, ...texts };
    case 'matching':
      return { prompt, explanation, options: item.options, matches: item.matches, ...texts };
    default:
      return { prompt, explanation, options: item.options, ...texts };
  }
}

/** Returns a source item with the texts of a translation. Its id, kind, right answers and media stay. */
export function applyTranslatedTextsToItem<Item extends TranslatableItem>(item: Item, texts: TranslatableTexts): Item {
  if ('title' in item || 'title' in texts) return { ...item, ...texts };
  const { alts: given, ...others } = texts;
  return { ...item, ...others, ...(item.media && { media: applyAltTextsToMedia<ItemMedia>(item.media, given) }) };
}

/** Returns the problem of texts that are of another kind than the item, or have another number of lines; else null. */
export function findTranslationShapeProblem(item: TranslatableItem, texts: TranslatableTexts): FieldError | null {
  const [wanted, given] = [translatableTextsOf(item), texts];
  const names = Object.keys(wanted);
  const other = [...names, ...Object.keys(given)].find((name) => !(name in wanted) || !(name in given));
  if (other !== undefined) {
    return {
      path: other,
      code: 'unrecognized_key',
      message: contractMessage('sameFields', { fields: names.join(', ') }),
    };
  }
  for (const list of ['options', 'rubric', 'matches', 'units', 'alts'] as const) {
    const [here, there] = [linesIn(wanted, list), linesIn(given, list)];
    if (here === there) continue;
    return { path: list, code: 'custom', message: contractMessage('sameCount', { count: here }) };
  }
  return null;
}

function linesIn(texts: TranslatableTexts, list: 'options' | 'rubric' | 'matches' | 'units' | 'alts'): number {
  const lines: Partial<Record<string, unknown>> = texts;
  const of = lines[list];
  return Array.isArray(of) ? of.length : 0;
}

/** Returns the problems of a translation that block its submission. */
export function problemsOfTranslation(item: TranslatableItem, texts: TranslatableTexts): FieldError[] {
  const shape = findTranslationShapeProblem(item, texts);
  if (shape) return [shape];
  const whole = applyTranslatedTextsToItem(item, texts);
  if ('title' in whole) {
    return hasVisibleCharacter(whole.title)
      ? []
      : [{ path: 'title', code: 'incomplete', message: contractMessage('writeTitle') }];
  }
  if ('front' in whole) return problemsOfCard(whole);
  const lacksExplanation =
    'prompt' in item && hasVisibleCharacter(item.explanation) && !hasVisibleCharacter(whole.explanation);
  return [
    ...problemsOfQuestion(whole),
    ...(lacksExplanation
      ? [{ path: 'explanation', code: 'incomplete', message: contractMessage('translateExplanation') }]
      : []),
  ];
}
