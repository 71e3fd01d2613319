import {
  AI_FEATURE_INPUTS_AND_RESULTS,
  type AiTranslatedItems,
  type TranslateItems,
} from '@training/shared/ai/ai-features';
import { toAsciiDigits } from '@training/shared/i18n/plain-digits';
import { TranslatableTexts } from '@training/shared/translations/item-texts';
import { z } from 'zod';
import { type AskModel, defineAiFeature, type FeatureStepRunner } from './feature.ts';
import { ModelOutputText, isPlaceholder } from './prompt/model-output-text.ts';
import { wrapAsPromptData, buildSystemPrompt } from './prompt/prompt.ts';
import { batchesOf, stepNameForSize, MAX_SOURCE_LENGTH_PER_CALL } from './source/chunks.ts';

const OUTPUT_TOKENS = 16_000;
/** Upper bound of texts in one call. They may have a fourth of the UTF-16 units of a part of a source. */
const MOST_TEXTS = 80;

export const TranslationModelOutput = z.strictObject({
  texts: z.array(z.strictObject({ n: z.number(), text: ModelOutputText })),
});
export type TranslationModelOutput = z.infer<typeof TranslationModelOutput>;

const RULES = [
  'Translate each text of the source as a professional translator of training for the workplace does: correct, natural, and with the terms that people of the trade use.',
  '"texts" holds the translation of each text once, with its number "n". The texts are in the order of the course: use the same term for the same thing throughout.',
  'Leave nothing out and add nothing. Every figure, unit, limit, "not", "at least" and "at most" stays as it is. Write figures in digits where the source does.',
  'Names of products, machines, laws, signs and buttons that people see in another language stay as they are.',
  'Markdown stays Markdown: the same headings, lists, emphasis and links.',
  'A short text may be an answer to choose from, or one that people type: translate it so that it fits its question, which stands before it.',
];

/** Returns the texts of an item, in order; empty ones need no translation. */
const listed = (texts: TranslatableTexts): string[] => Object.values(texts).flatMap((each: string | string[]) => each);

/** Returns texts of the same form as `like`, with these in order. */
function inForm(like: TranslatableTexts, translated: readonly string[]): unknown {
  const left = [...translated];
  return Object.fromEntries(
    Object.entries(like).map(([name, text]: [string, string | string[]]) => [
      name,
      typeof text === 'string' ? left.shift() : text.map(() => left.shift()),
    ]),
  );
}

/** Returns the figures of a text as digits, whatever their script and separators, sorted. */
function figuresIn(text: string): string {
  const figures = text.matchAll(/\p{Nd}+(?:[.,٫٬’\u00a0\u202f]\p{Nd}+)*/gu);
  return [...figures]
    .map(([figure]) => toAsciiDigits(figure.replaceAll(/\P{Nd}/gu, '')))
    .toSorted()
    .join(' ');
}

/** Returns true if a translation can be proposed: it says something, and has the figures of its source. */
const isFit = (source: string, translated: string | undefined): translated is string =>
  translated !== undefined &&
  translated !== '' &&
  !isPlaceholder(translated) &&
  translated.length <= 4 * source.length + 200 &&
  figuresIn(source) === figuresIn(translated);

/**
 * Translates the texts of items. Leaves out an item of which a text was not translated, or has other figures than its
 * source.
 * @throws errors of `ask` and `steps`
 */
export async function translateItems(
  ask: AskModel,
  { items, to }: TranslateItems,
  steps: FeatureStepRunner,
  partSize = MAX_SOURCE_LENGTH_PER_CALL,
): Promise<AiTranslatedItems> {
  const texts = items.flatMap((item) => listed(item.texts));
  const numbered = texts.flatMap((text, n) => (text.trim() === '' ? [] : [{ n, text }]));
  const batches = batchesOf(numbered, partSize / 4, MOST_TEXTS);
  await steps.plan(batches.length);
  const translated = new Map<number, string>();
  for (const [place, batch] of batches.entries()) {
    const work = () =>
      ask({
        system: buildSystemPrompt('translation', { material: 'the source', language: to, rules: RULES }),
        prompt: batch.map(({ n, text }) => wrapAsPromptData('source', text, n)).join('\n'),
        schema: TranslationModelOutput,
        maxOutputTokens: OUTPUT_TOKENS,
      });
    const name = stepNameForSize(`batch-${place + 1}`, partSize);
    const answer = await steps.step(name, 'Translating', TranslationModelOutput, work);
    for (const { n, text } of answer.texts.slice(0, 2 * MOST_TEXTS)) if (!translated.has(n)) translated.set(n, text);
  }
  let next = 0;
  let dropped = 0;
  const made = items.flatMap(({ texts: source, ...item }) => {
    const own = listed(source).map((text) => ({ text, n: next++ }));
    const found = own.map(({ text, n }) => (text.trim() === '' ? '' : translated.get(n)));
    const isWhole = own.every(({ text }, place) => text.trim() === '' || isFit(text, found[place]));
    const parsed = TranslatableTexts.safeParse(inForm(source, isWhole ? found.map((text) => text ?? '') : []));
    if (isWhole && parsed.success) return [{ ...item, texts: parsed.data }];
    dropped++;
    return [];
  });
  return { items: made, dropped };
}

export const translationFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.translation,
  task: 'generation',
  title: ({ title }) => title,
  run: ({ ask, steps, partSize }, input) => translateItems(ask, input, steps, partSize),
});
