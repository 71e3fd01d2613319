import { expect, test } from 'vitest';
import { unwatched } from './feature.ts';
import { agreeing } from './fixtures/agreeing.ts';
import { GOOD_ITEMS, type WrittenItem } from './fixtures/good-items-fixture.ts';
import type { ItemSource } from './fixtures/item-sources-fixture.ts';
import { SLOPPY_KINDS } from './fixtures/sloppy-items-fixture.ts';
import { generateCards } from './generate-cards.ts';
import { generateQuiz } from './generate-quiz.ts';

/** Kinds of sloppy items that code alone must find, and the share of honest items that it may flag. */
const LEAST_KINDS = 31;
const MOST_FALSE = 0.05;

type Judged = { flags: string[]; dropped: number };

/** Makes the last of the items with a model whose second look agrees with everything. */
async function judge(source: ItemSource, items: WrittenItem[], language?: string): Promise<Judged> {
  const asCards = items.flatMap((item) => ('front' in item ? [{ ...item, level: 'recall' }] : []));
  const asQuestions = items.flatMap((item) => ('front' in item ? [] : [{ ...item, level: 'recall' }]));
  const given = { source, count: 20, language };
  const answer = asCards.length > 0 ? { cards: asCards } : { questions: asQuestions };
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse(answer)));
  const made =
    asCards.length > 0
      ? await generateCards(ask, given, unwatched).then(({ cards, dropped }) => ({ found: cards, dropped }))
      : await generateQuiz(ask, given, unwatched).then(({ questions, dropped }) => ({ found: questions, dropped }));
  return {
    flags: (made.found.at(-1)?.flags ?? []).map(({ kind, detail }) => `${kind}: ${detail}`),
    dropped: made.dropped,
  };
}

const kindOf = (flag: string) => flag.split(':')[0] ?? '';

test('honest items are rarely flagged', async () => {
  const wrong: string[] = [];
  let total = 0;
  for (const { source, items } of GOOD_ITEMS) {
    for (const item of items) {
      total++;
      const { flags, dropped } = await judge(source, [item]);
      const text =
        'front' in item
          ? `${item.front} | ${item.back}`
          : `${item.prompt} | ${item.options.join(' · ')}${item.accepted.join(' · ')}${item.rubric.join(' · ')}`;
      if (dropped > 0 || flags.length > 0) wrong.push(`${text} → ${dropped > 0 ? 'dropped' : flags.join(', ')}`);
    }
  }
  expect(total).toBeGreaterThanOrEqual(120);
  expect(wrong.length / total, wrong.join('\n')).toBeLessThanOrEqual(MOST_FALSE);
});

test('of the 33 kinds of sloppy items, code alone finds most', async () => {
  const missed: string[] = [];
  let found = 0;
  for (const { n, name, signs, wordings } of SLOPPY_KINDS) {
    let seen = 0;
    for (const { source, item, before, language } of wordings) {
      const { flags, dropped } = await judge(source, [...(before ? [before] : []), item], language);
      const right = dropped > 0 || flags.some((flag) => signs.includes(kindOf(flag)));
      if (right) seen++;
      else missed.push(`${n} ${name}: ${source.language} ${flags.join(', ')}`);
    }
    if (seen >= 4) found++;
  }
  expect(SLOPPY_KINDS).toHaveLength(33);
  expect(found, missed.join('\n')).toBeGreaterThanOrEqual(LEAST_KINDS);
});
