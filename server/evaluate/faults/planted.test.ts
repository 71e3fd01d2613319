import { describe, expect, test } from 'vitest';
import type { AskModel } from '../../src/features/ai/features/feature.ts';
import { SECOND_SLOPPY_ITEMS } from '../../src/features/ai/features/fixtures/written-items-fixture.ts';
import { comparisonKeyOf } from '../../src/features/ai/features/prompt/model-output-text.ts';
import { AiProviderError } from '../../src/providers/ai/failure.ts';
import { inParallel } from '../in-parallel.ts';
import { batchesOf, caughtByCode, caughtShare, checkPlanted, falseAlarms } from './check-planted.ts';
import { plantedItems } from './planted-items.ts';
import { writtenSources } from './written-source.ts';

const { known, fresh } = writtenSources();
const LANGUAGES = ['en', 'de', 'es', 'pl', 'fr'];
const nothingToAdd: AskModel = (request) => Promise.resolve(request.schema.parse({ items: [] }));

test('there are thirty sources in five languages, and good items quote them word for word', () => {
  const sources = [...known, ...fresh];
  expect(sources).toHaveLength(30);
  for (const language of LANGUAGES)
    expect(sources.filter(({ source }) => source.language === language)).toHaveLength(6);
  for (const { source, items } of fresh) {
    for (const { item } of items) expect(source.text).toContain(item.quote);
  }
});

describe('planted items', () => {
  const { wrong } = plantedItems(1_000);

  test('are of all 33 kinds, each in five languages and in most sources of a fresh kind', () => {
    const kinds = Map.groupBy(wrong, ({ kind }) => kind);
    expect(kinds.size).toBe(33);
    for (const [kind, of] of kinds) {
      expect(new Set(of.map(({ source }) => source.language)), `${kind}`).toEqual(new Set(LANGUAGES));
      expect(of.filter(({ isFresh }) => isFresh).length, `${kind}`).toBeGreaterThanOrEqual(10);
    }
    const sources = new Set(wrong.map(({ source }) => source.title));
    for (const { source } of [...known, ...fresh]) expect(sources).toContain(source.title);
  });

  test('differ from the good item, and quote the source but where the quote is the fault', () => {
    for (const { kind, item, good, source, language, before } of wrong.filter(({ isFresh }) => isFresh)) {
      if (language === undefined && before === undefined) expect(item, `${kind}`).not.toEqual(good);
      if (kind !== 9)
        expect(comparisonKeyOf(source.text), `${kind}: ${item.quote}`).toContain(comparisonKeyOf(item.quote));
    }
  });

  test('have the second reader’s wordings of each kind, before those that the checks were written with', () => {
    const read = new Set(SECOND_SLOPPY_ITEMS.map(({ item }) => item));
    const few = Map.groupBy(plantedItems(10).wrong, ({ kind }) => kind);
    for (const [kind, of] of few) {
      const ofReader = of.filter(({ item }) => read.has(item));
      expect(new Set(ofReader.map(({ source }) => source.language)), `${kind}`).toEqual(new Set(LANGUAGES));
    }
  });

  test('can be chosen evenly', () => {
    const few = plantedItems(5).wrong;
    expect(few).toHaveLength(33 * 5);
    for (const language of LANGUAGES)
      expect(few.filter(({ source }) => source.language === language).length).toBeGreaterThan(25);
  });
});

// rules/ai 8
test(
  'code alone catches three of four faults in sources that it wasn’t fitted to, and hardly objects to good items',
  { tags: ['deep'] },
  async () => {
    const { wrong, good } = plantedItems(6);
    const isFresh = (each: { isFresh: boolean }) => each.isFresh;
    const batches = batchesOf(wrong.filter(isFresh), good.filter(isFresh));
    const { items } = await checkPlanted(batches, () => nothingToAdd, inParallel(4));
    expect(items.filter(({ planted }) => planted.kind !== undefined).length).toBeGreaterThanOrEqual(90);
    expect(caughtByCode(items).value).toBeGreaterThan(0.75);
    expect(caughtShare(items)).toEqual(caughtByCode(items));
    expect(falseAlarms(items).value).toBeLessThan(0.05);
  },
);

test('items of a batch ask and quote different things, and a batch whose call fails is named', async () => {
  const { wrong, good } = plantedItems(2);
  const batches = batchesOf(wrong, good);
  for (const { planted } of batches) {
    expect(planted.length).toBeLessThanOrEqual(10);
    expect(new Set(planted.map(({ item }) => item.quote)).size).toBe(planted.length);
  }
  const away: AskModel = () => Promise.reject(new AiProviderError('rate_limited'));
  const { items, problems } = await checkPlanted(batches.slice(0, 2), () => away, inParallel(1));
  expect(items).toEqual([]);
  expect(problems).toHaveLength(2);
});
