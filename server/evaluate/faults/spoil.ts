import type { WrittenItem } from '../../src/features/ai/features/fixtures/written-items-fixture.ts';
import { sentencesOf } from '../../src/features/ai/features/checks/source-part-analysis.ts';
import type { ItemSource } from '../../src/features/ai/features/fixtures/item-sources-fixture.ts';
import { PHRASES } from './phrases.ts';
import type { Spoilable, WrittenSource } from './written-source.ts';

type Card = Extract<WrittenItem, { front: string }>;
type Question = Exclude<WrittenItem, Card>;

/** A spoiled item, and what else the model was given or had made. */
export type Spoiled = {
  item: WrittenItem;
  /** The good item that it was made from. */
  good: WrittenItem;
  /** The source, if it was changed too. */
  source?: ItemSource;
  /** An item that the model made first. */
  before?: WrittenItem;
  /** The language that was asked for. */
  language?: string;
};

/** Spoils one good item, given the others of its source; returns undefined if the kind doesn't fit. */
type Spoil = (of: Spoilable, source: ItemSource, others: readonly Spoilable[]) => Spoiled | undefined;

const isCard = (item: WrittenItem): item is Card => 'front' in item;
const phrasesOf = ({ language }: ItemSource) => PHRASES[language];
const fill = (template: string, ...texts: string[]) => texts.reduce((text, each) => text.replace('{}', each), template);

const FIGURE = /\d+(?:[.,]\d+)?/;

/** Another figure in its place; undefined if the text has none or the source has that one, too. */
function otherFigure(text: string, source: ItemSource): { from: string; to: string } | undefined {
  const [from] = FIGURE.exec(text) ?? [];
  if (from === undefined) return undefined;
  const to = `${(Number(from[0]) % 9) + 1}${from.slice(1)}`;
  return source.text.includes(to) ? undefined : { from, to };
}

/** The text with one whole word replaced; undefined if it has none of them beside a figure. */
function swapWord(text: string, pairs: readonly (readonly [from: string, to: string])[]): string | undefined {
  for (const [from, to] of pairs) {
    const words = text.split(' ');
    const place = words.findIndex((word, n) => word.replace(/[.,;:]$/, '') === from && /\d/.test(words[n - 1] ?? ''));
    if (place > 0) return words.with(place, (words[place] ?? '').replace(from, to)).join(' ');
  }
  return undefined;
}

/** Spoils the back of a card. */
const back =
  (change: (card: Card, source: ItemSource) => string | undefined): Spoil =>
  ({ item }, source) => {
    if (!isCard(item)) return undefined;
    const changed = change(item, source);
    return changed === undefined ? undefined : { item: { ...item, back: changed }, good: item };
  };

/** Takes a text that was written beside the item. */
const written =
  (kind: number): Spoil =>
  ({ item, faults }) => {
    const fault = faults?.[kind];
    if (fault === undefined || !isCard(item)) return undefined;
    const changed = typeof fault === 'string' ? { ...item, back: fault } : { ...item, ...fault };
    return { item: changed, good: item };
  };

/** Spoils a question of one kind. */
const question =
  (
    kind: Question['kind'],
    change: (question: Question, source: ItemSource, of: Spoilable) => Partial<Question> | undefined,
  ): Spoil =>
  (of, source) => {
    const { item } = of;
    if (isCard(item) || item.kind !== kind) return undefined;
    const changed = change(item, source, of);
    return changed && { item: { ...item, ...changed }, good: item };
  };

/** Takes a text of another card, whose quote is elsewhere. */
const mixed =
  (mix: (card: Card, other: Card) => Card): Spoil =>
  ({ item }, _source, others) => {
    const other = others
      .map((each) => each.item)
      .find((each) => isCard(each) && each !== item && isCard(item) && each.quote !== item.quote);
    return isCard(item) && other && isCard(other) ? { item: mix(item, other), good: item } : undefined;
  };

const keyOf = ({ options, correct }: Question) => options[correct[0] ?? 0] ?? '';
const wrongOf = ({ options, correct }: Question) => options.filter((_, place) => !correct.includes(place));
const isFigures = ({ options }: Question) => options.every((option) => FIGURE.test(option));
const moved = (of: Question) => ({ correct: [of.options.findIndex((_, place) => !of.correct.includes(place))] });

const NEXT_LANGUAGE = { en: 'de', de: 'es', es: 'pl', pl: 'fr', fr: 'en' } as const;

/** Spoilers of good items by kind. The numbers are those of `SLOPPY_KINDS`. */
export const SPOILS: Record<number, Spoil> = {
  1: back((of, source) => {
    const figure = otherFigure(of.back, source);
    return figure && of.quote.includes(figure.from) ? of.back.replace(figure.from, figure.to) : undefined;
  }),
  2: back((of, source) => swapWord(of.back, phrasesOf(source).units)),
  3: back((of, source) => swapWord(of.back, phrasesOf(source).foreignUnits)),
  4: back((of) => (of.back.includes('°C') ? of.back.replace('°C', '°F') : undefined)),
  5: written(5),
  6: written(6),
  7: written(7),
  8: written(8),
  9: (of, source) => {
    if (!isCard(of.item)) return undefined;
    const figure = otherFigure(of.item.back, source);
    if (!figure || !of.item.quote.includes(figure.from)) return undefined;
    const change = (text: string) => text.replace(figure.from, figure.to);
    return { item: { ...of.item, back: change(of.item.back), quote: change(of.item.quote) }, good: of.item };
  },
  10: written(10),
  11: mixed((card, { quote }) => ({ ...card, quote })),
  12: back((of, source) => `${of.back} ${phrasesOf(source).duty}`),
  13: back((of, source) => `${of.back} ${phrasesOf(source).name}`),
  14: written(14),
  15: mixed(({ front }, other) => ({ ...other, front })),
  16: back((of) => `<b onmouseover="steal()">${of.back}</b>`),
  17: ({ item }, { language }) => (isCard(item) ? { item, good: item, language: NEXT_LANGUAGE[language] } : undefined),
  18: ({ item }, source) => {
    const { text, front, back: said } = phrasesOf(source).injection;
    const changed = { ...source, text: `${source.text}\n\n${text}` };
    return isCard(item) ? { item: { front, back: said, quote: text }, good: item, source: changed } : undefined;
  },
  19: back((of, source) => `${of.back} ${phrasesOf(source).link}`),
  20: back((of, source) => `${of.back} ${phrasesOf(source).contact}`),
  21: ({ item, again }) =>
    again && isCard(item) ? { item: { ...item, ...again }, good: item, before: item } : undefined,
  22: ({ item }, source) =>
    isCard(item) ? { item: { ...item, front: phrasesOf(source).about }, good: item } : undefined,
  23: ({ item }, source) => {
    const rules = sentencesOf(source.text).map(({ text }) => text.trim());
    const seven = rules.filter((rule) => !rule.startsWith('#')).slice(0, 7);
    const listed = seven.map((rule, n) => `${n + 1}. ${rule}`).join('\n');
    return isCard(item) ? { item: { ...item, front: phrasesOf(source).seven, back: listed }, good: item } : undefined;
  },
  24: back(() => ''),
  25: question('single_choice', (of) => (isFigures(of) ? moved(of) : undefined)),
  26: question('single_choice', (of) => (isFigures(of) ? undefined : moved(of))),
  27: question('multiple_choice', (of) => ({ kind: 'single_choice', correct: of.correct.slice(0, 1) })),
  28: question('single_choice', (of, _source, { same }) =>
    same === undefined ? undefined : { options: [...of.options.slice(0, -1), same] },
  ),
  29: question('single_choice', (of, source) =>
    isFigures(of) ? undefined : { options: [keyOf(of), ...phrasesOf(source).absurd], correct: [0] },
  ),
  30: question('single_choice', (of, source) => ({ prompt: fill(phrasesOf(source).hint, keyOf(of), of.prompt) })),
  31: question('single_choice', (of, source) => ({
    explanation: fill(phrasesOf(source).explanation, wrongOf(of)[0] ?? ''),
  })),
  32: question('spoken', (of, source) => ({ rubric: [...of.rubric, phrasesOf(source).rubric] })),
  33: question('short_text', (_of, _source, { wrong }) => (wrong === undefined ? undefined : { accepted: [wrong] })),
};

/** Returns one spoiled item of a source, of the good item that the kind's number falls on; undefined if none fits. */
export function spoil(kind: number, { source, items }: WrittenSource): Spoiled | undefined {
  const start = kind % Math.max(items.length, 1);
  for (const of of [...items.slice(start), ...items.slice(0, start)]) {
    const spoiled = SPOILS[kind]?.(of, source, items);
    if (spoiled) return spoiled;
  }
  return undefined;
}
