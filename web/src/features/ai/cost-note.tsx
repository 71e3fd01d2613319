import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { EstimateGenerationCost, type GenerationCostEstimate } from '@training/shared/ai/ai-jobs';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { countCodePoints } from '@training/shared/text';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDay } from '../../lib/i18n/in-words.ts';
import { createDollarFormatter } from '../../lib/i18n/numbers.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const CENT = 0.01;

const MODELS = new Intl.ListFormat(locale);

/** Returns the amounts of "$0.02 to $0.10", rounded to cents: an estimate isn't more precise. */
function rangeOf(low: number, high: number) {
  const [least, most] = [Math.floor(low / CENT) * CENT, Math.ceil(high / CENT) * CENT];
  const inCents = (amount: number) => amount.toFixed(2);
  const inDollars = createDollarFormatter([]);
  if (most <= CENT) return { range: 'below', least: '', most: inDollars(CENT) } as const;
  if (least < CENT) return { range: 'upTo', least: '', most: inDollars(most) } as const;
  const range = inCents(least) === inCents(most) ? 'exact' : 'between';
  return { range, least: inDollars(least), most: inDollars(most) } as const;
}

/** Returns the cost note for one or several jobs of the same model. */
export function estimatedCostInWords(estimates: readonly GenerationCostEstimate[]): string | null {
  const [first] = estimates;
  if (first === undefined) return null;
  const { label: writer, checked_by, own, priced_at: pricedAt } = first;
  const models = MODELS.format(checked_by === null ? [writer] : [writer, checked_by]);
  const sum = (amounts: (number | null)[]) =>
    amounts.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0);
  const low = sum(estimates.map(({ low_usd }) => low_usd));
  const high = sum(estimates.map(({ high_usd }) => high_usd));
  if (low === null || high === null) return t('costUnknown', { models });
  return t('costs', {
    ...rangeOf(low, high),
    models,
    payer: own ? 'workspace' : 'operator',
    prices: pricedAt === null ? 'undated' : 'dated',
    day: pricedAt === null ? '' : formatDay(pricedAt),
  });
}

/** Lengths are rounded up to this, so that not every typed word causes a request. */
const ROUGHLY = 500;
const bytesOf = new TextEncoder();

/** Returns the size of a text, rounded up, as the source of a cost estimate; undefined if it is empty. */
export function roundedTextLengthOf(text: string): EstimateGenerationCost['source'] | undefined {
  if (text.trim() === '') return undefined;
  const roughly = (length: number) => Math.ceil(length / ROUGHLY) * ROUGHLY;
  const characters = Math.min(roughly(countCodePoints(text)), AI_INPUT_LIMITS.sourceText);
  const bytes = Math.min(roughly(bytesOf.encode(text).length), AI_INPUT_LIMITS.sourceText * 4);
  return { from: 'text', characters, bytes };
}

/**
 * Shows the estimated cost next to the start button; nothing until it is known. Inputs that can't be estimated, such as
 * a half-typed number, are left out. A document's length is unknown until it is uploaded.
 */
export function EstimatedCostNote({ of }: { of: readonly EstimateGenerationCost[] | 'document' }) {
  const [asked] = useDebouncedValue(JSON.stringify(of), 300);
  const inputs = EstimateGenerationCost.array().safeParse(JSON.parse(asked)).data ?? [];
  const answers = trpc.useQueries((api) => inputs.map((input) => api.ai.estimate(input, { staleTime: 60_000 })));
  const found = answers.flatMap(({ data }) => data ?? []);
  const known = found.length === inputs.length ? estimatedCostInWords(found) : null;
  const words = of === 'document' ? t('whatCostsDependsHow') : known;
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {words}
    </Text>
  );
}
