import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { stepRunnerWithoutProgress } from './feature.ts';
import { agreeing } from './fixtures/agreeing-fixture.ts';
import type { ItemSource } from './fixtures/item-sources-fixture.ts';
import { SLOPPY_KINDS } from './fixtures/sloppy-kinds-fixture.ts';
import {
  FIFTH_HONEST_ITEMS,
  FIFTH_SLOPPY_ITEMS,
  FIRST_HONEST_ITEMS,
  FIRST_SLOPPY_ITEMS,
  FOURTH_HONEST_ITEMS,
  FOURTH_SLOPPY_ITEMS,
  LATER_SLOPPY_ITEMS,
  MORE_HONEST_ITEMS,
  MORE_SLOPPY_ITEMS,
  SECOND_HONEST_ITEMS,
  SECOND_SLOPPY_ITEMS,
  THIRD_HONEST_ITEMS,
  THIRD_SLOPPY_ITEMS,
  type WrittenItem,
} from './fixtures/written-items-fixture.ts';
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
async function make(
  source: ItemSource,
  items: WrittenItem[],
  language?: string,
  judge?: Parameters<typeof agreeing>[1],
): Promise<Found> {
  const cards = items.flatMap((item) => ('front' in item ? [{ ...item, level: 'recall' }] : []));
  const questions = items.flatMap((item) => ('front' in item ? [] : [{ ...item, level: 'recall' }]));
  const answer = cards.length > 0 ? { cards } : { questions };
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse(answer)), judge);
  const given = { source, count: 20, language };
  if (cards.length > 0) {
    const made = await generateCards(ask, given, stepRunnerWithoutProgress);
    return foundOf(made.cards, made.dropped + made.disputed);
  }
  const made = await generateQuiz(ask, given, stepRunnerWithoutProgress);
  return foundOf(made.questions, made.dropped + made.disputed);
}

const foundOf = (made: { flags: { kind: string; detail: string }[] }[], dropped: number): Found => ({
  flags: (made.at(-1)?.flags ?? []).map(({ kind, detail }) => `${kind}: ${detail}`),
  isDropped: dropped > 0,
});

const isSeen = ({ flags, isDropped }: Found, signs: readonly string[]) =>
  isDropped || flags.some((flag) => signs.includes(flag.split(':')[0] ?? ''));

const signsOf = (n: number) => SLOPPY_KINDS.find((kind) => kind.n === n)?.signs ?? [];

type Sloppy = (typeof FIRST_SLOPPY_ITEMS)[number];
const madeOf = ({ source, item, before, language }: Sloppy, judge?: Parameters<typeof agreeing>[1]) =>
  make(source, [...(before ? [before] : []), item], language, judge);

const textOf = (item: WrittenItem) => ('front' in item ? `${item.front} | ${item.back}` : item.prompt);

// rules/ai 8
test('of honest items, hardly one in twenty is flagged', async () => {
  const good = [...FIRST_HONEST_ITEMS, ...MORE_HONEST_ITEMS, ...SECOND_HONEST_ITEMS];
  const wrong: string[] = [];
  for (const [source, item] of good) {
    const { flags, isDropped } = await make(source, [item]);
    if (isDropped || flags.length > 0) wrong.push(`${textOf(item)}: ${isDropped ? 'dropped' : flags.join(', ')}`);
  }
  expect(good.length).toBeGreaterThanOrEqual(400);
  expect(wrong.length / good.length, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE);
});

test('honest items of one source aren’t flagged beside each other either', async () => {
  const wrong: string[] = [];
  let cards = 0;
  for (const [source, items] of Map.groupBy(FIRST_HONEST_ITEMS, ([each]) => each)) {
    const together = items.flatMap(([, item]) => ('front' in item ? [item] : []));
    for (const [n, item] of together.entries()) {
      cards++;
      const { flags } = await make(source, together.slice(0, n + 1).slice(-5));
      if (flags.some((flag) => flag.startsWith('alike'))) wrong.push(`${textOf(item)}: ${flags.join(', ')}`);
    }
  }
  expect(wrong.length / cards, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE);
});

// rules/ai 8
test.each(SLOPPY_KINDS.filter(({ n }) => !NOT_FOUND.has(n)).map(({ n, name, signs }) => [n, name, signs] as const))(
  'kind %i of sloppy items is found by code alone: %s',
  async (n, _name, signs) => {
    const wordings = FIRST_SLOPPY_ITEMS.filter((each) => each.n === n);
    const missed: string[] = [];
    for (const each of wordings) {
      const found = await madeOf(each);
      if (!isSeen(found, signs)) missed.push(`${textOf(each.item)}: ${found.flags.join(', ')}`);
    }
    expect(wordings.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(MOST_WORDINGS);
  },
);

test('the kinds are found in other sources and words, too', async () => {
  const missed: string[] = [];
  for (const each of MORE_SLOPPY_ITEMS) {
    const found = await madeOf(each);
    if (!isSeen(found, signsOf(each.n))) missed.push(`${each.n}: ${textOf(each.item)}: ${found.flags.join(', ')}`);
  }
  expect(SLOPPY_KINDS).toHaveLength(33);
  expect(missed.length / MORE_SLOPPY_ITEMS.length, missed.join('\n')).toBeLessThanOrEqual(0.1);
});

/** Wordings of a kind by both readers, of which so many must be found for the kind to count. */
const OF_TEN = 8;

/** All wordings of all kinds, and those that code alone misses. */
async function missedByCode(): Promise<{ all: Sloppy[]; missed: Sloppy[] }> {
  const all = [...FIRST_SLOPPY_ITEMS, ...SECOND_SLOPPY_ITEMS];
  const missed: Sloppy[] = [];
  for (const each of all) if (!isSeen(await madeOf(each), signsOf(each.n))) missed.push(each);
  return { all, missed };
}

const kindsFound = (missed: readonly Sloppy[]) =>
  SLOPPY_KINDS.filter(({ n }) => 10 - missed.filter((each) => each.n === n).length >= OF_TEN).map(({ n }) => n);

const SAYS = {
  contradicts: new Set([1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14]),
  lacks: new Set([11, 12, 19, 20, 22]),
  another: new Set([25, 26]),
  both: new Set([27]),
};

/** A right second look at an item of a kind, as far as it is shown what is wrong with it. */
function rightLook(n: number): Parameters<typeof agreeing>[1] {
  return (found, options) => {
    const key = found.options[0] ?? 0;
    const other = (key + 1) % Math.max(options.length, 1);
    if (SAYS.another.has(n)) return { ...found, options: [other] };
    if (SAYS.both.has(n)) return { ...found, options: [key, other] };
    const passage = SAYS.contradicts.has(n) ? 'contradicts' : SAYS.lacks.has(n) ? 'lacks' : found.passage;
    return { ...found, passage };
  };
}

/** Draws repeatably: true nine times in ten. */
const isRight = (seed: number, n: number) => (createHash('sha256').update(`${seed} ${n}`).digest()[0] ?? 0) < 230;

// rules/ai 8
test('of ten wordings by two readers, code alone finds 30 kinds, and a second look that is right nine times in ten 31', async () => {
  const { all, missed } = await missedByCode();
  expect(all).toHaveLength(330);
  expect(kindsFound(missed).length, `found: ${kindsFound(missed).join(' ')}`).toBeGreaterThanOrEqual(30);
  for (const seed of [1, 2, 3]) {
    const still: Sloppy[] = [];
    for (const [place, each] of missed.entries()) {
      const judge = isRight(seed, place) ? rightLook(each.n) : undefined;
      const isFound = (found: Found) => isSeen(found, [...signsOf(each.n), 'unsupported', 'ambiguous', 'other_answer']);
      if (!isFound(await madeOf(each, judge))) still.push(each);
    }
    expect(kindsFound(still).length, `seed ${seed}: ${kindsFound(still).join(' ')}`).toBeGreaterThanOrEqual(31);
  }
});

test('most of what was written after the checks were mended is found, too', async () => {
  const missed: string[] = [];
  for (const each of LATER_SLOPPY_ITEMS)
    if (!isSeen(await madeOf(each), signsOf(each.n))) missed.push(`${each.n}: ${textOf(each.item)}`);
  expect(LATER_SLOPPY_ITEMS).toHaveLength(45);
  expect(missed.length / LATER_SLOPPY_ITEMS.length, missed.join('\n')).toBeLessThanOrEqual(0.2);
});

// rules/ai 8
test.each([
  ['third', THIRD_HONEST_ITEMS, 414],
  ['fourth', FOURTH_HONEST_ITEMS, 259],
  ['fifth', FIFTH_HONEST_ITEMS, 144],
])('of honest items by a %s reader, at most one in twenty is flagged', async (_reader, items, count) => {
  const wrong: string[] = [];
  for (const [source, item] of items) {
    const { flags, isDropped } = await make(source, [item]);
    if (isDropped || flags.length > 0) wrong.push(`${textOf(item)}: ${isDropped ? 'dropped' : flags.join(', ')}`);
  }
  expect(items).toHaveLength(count);
  expect(wrong.length / items.length, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE);
});

// rules/ai 8
test.each([
  ['third', THIRD_SLOPPY_ITEMS, { of: 66, missed: 10 }],
  // Mended on none of these.
  ['fourth', FOURTH_SLOPPY_ITEMS, { of: 74, missed: 20 }],
  ['fifth', FIFTH_SLOPPY_ITEMS, { of: 120, missed: 24 }],
])('of the 33 kinds in wordings by a %s reader, few are missed', async (_reader, items, most) => {
  const missed: string[] = [];
  for (const each of items)
    if (!isSeen(await madeOf(each), signsOf(each.n))) missed.push(`${each.n}: ${textOf(each.item)}`);
  expect(items).toHaveLength(most.of);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(most.missed);
});
