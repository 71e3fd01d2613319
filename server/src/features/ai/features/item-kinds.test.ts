import { expect, test } from 'vitest';
import { unwatched } from './feature.ts';
import { agreeing } from './fixtures/agreeing.ts';
import { GOOD_ITEMS, type WrittenItem } from './fixtures/good-items-fixture.ts';
import type { ItemSource } from './fixtures/item-sources-fixture.ts';
import { MORE_GOOD_ITEMS, MORE_SLOPPY_ITEMS } from './fixtures/more-items-fixture.ts';
import { SLOPPY_KINDS } from './fixtures/sloppy-items-fixture.ts';
import { generateCards } from './generate-cards.ts';
import { generateQuiz } from './generate-quiz.ts';

/** A kind counts as found by so many of its five wordings. */
const MOST_WORDINGS = 4;
/** Absurd wrong options: code knows too little of the world. */
const NOT_FOUND = new Set([29]);
/** Share of honest items that may be flagged. */
const MOST_FALSE = 0.05;

type Found = { flags: string[]; isDropped: boolean };

/** The last of the items, as made by a model whose second look agrees with everything. */
async function make(source: ItemSource, items: WrittenItem[], language?: string): Promise<Found> {
  const cards = items.flatMap((item) => ('front' in item ? [{ ...item, level: 'recall' }] : []));
  const questions = items.flatMap((item) => ('front' in item ? [] : [{ ...item, level: 'recall' }]));
  const answer = cards.length > 0 ? { cards } : { questions };
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse(answer)));
  const given = { source, count: 20, language };
  if (cards.length > 0) {
    const made = await generateCards(ask, given, unwatched);
    return foundOf(made.cards, made.dropped);
  }
  const made = await generateQuiz(ask, given, unwatched);
  return foundOf(made.questions, made.dropped);
}

const foundOf = (made: { flags: { kind: string; detail: string }[] }[], dropped: number): Found => ({
  flags: (made.at(-1)?.flags ?? []).map(({ kind, detail }) => `${kind}: ${detail}`),
  isDropped: dropped > 0,
});

const isSeen = ({ flags, isDropped }: Found, signs: readonly string[]) =>
  isDropped || flags.some((flag) => signs.includes(flag.split(':')[0] ?? ''));

const textOf = (item: WrittenItem) => ('front' in item ? `${item.front} | ${item.back}` : item.prompt);

// rules/ai 8
test('of honest items, hardly one in twenty is flagged', async () => {
  const good = [
    ...GOOD_ITEMS.flatMap(({ source, items }) => items.map((item) => [source, item] as const)),
    ...MORE_GOOD_ITEMS,
  ];
  const wrong: string[] = [];
  for (const [source, item] of good) {
    const { flags, isDropped } = await make(source, [item]);
    if (isDropped || flags.length > 0) wrong.push(`${textOf(item)}: ${isDropped ? 'dropped' : flags.join(', ')}`);
  }
  expect(good.length).toBeGreaterThanOrEqual(200);
  expect(wrong.length / good.length, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE);
});

test('honest items of one source aren’t flagged beside each other either', async () => {
  const wrong: string[] = [];
  let cards = 0;
  for (const { source, items } of GOOD_ITEMS) {
    const together = items.flatMap((item) => ('front' in item ? [item] : []));
    for (const [n, item] of together.entries()) {
      cards++;
      const { flags } = await make(source, together.slice(0, n + 1).slice(-5));
      if (flags.some((flag) => flag.startsWith('alike'))) wrong.push(`${textOf(item)}: ${flags.join(', ')}`);
    }
  }
  expect(wrong.length / cards, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE);
});

// rules/ai 8
test.each(SLOPPY_KINDS.filter(({ n }) => !NOT_FOUND.has(n)).map((kind) => [kind.n, kind.name, kind] as const))(
  'kind %i of sloppy items is found by code alone: %s',
  async (_n, _name, { signs, wordings }) => {
    const missed: string[] = [];
    for (const { source, item, before, language } of wordings) {
      const found = await make(source, [...(before ? [before] : []), item], language);
      if (!isSeen(found, signs)) missed.push(`${textOf(item)}: ${found.flags.join(', ')}`);
    }
    expect(wordings.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(MOST_WORDINGS);
  },
);

test('the kinds are found in other sources and words, too', async () => {
  const missed: string[] = [];
  for (const [n, source, item, before] of MORE_SLOPPY_ITEMS) {
    const signs = SLOPPY_KINDS.find((kind) => kind.n === n)?.signs ?? [];
    const found = await make(source, [...(before ? [before] : []), item]);
    if (!isSeen(found, signs)) missed.push(`${n}: ${textOf(item)}: ${found.flags.join(', ')}`);
  }
  expect(SLOPPY_KINDS).toHaveLength(33);
  expect(missed.length / MORE_SLOPPY_ITEMS.length, missed.join('\n')).toBeLessThanOrEqual(0.1);
});
