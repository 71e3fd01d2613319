import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  card,
  GOOD_ITEMS,
  several,
  spoken,
  typed,
  choice,
  type WrittenItem,
} from '../../src/features/ai/features/fixtures/good-items-fixture.ts';
import { itemSource, type ItemSource } from '../../src/features/ai/features/fixtures/item-sources-fixture.ts';
import { MORE_GOOD_ITEMS } from '../../src/features/ai/features/fixtures/more-items-fixture.ts';

const Text = z.string().min(1);
const Spoiled = z.union([Text, z.strictObject({ back: Text, quote: Text })]);
const Shared = { prompt: Text, explanation: Text, quote: Text };

/**
 * Good items beside their source, with what no program can make of them. `faults` are wrong backs by the number of
 * their kind, `again` the same card reworded, `same` the right option in other words, `wrong` a wrong accepted answer.
 * The first of `options` is right.
 */
const ItemsFile = z.strictObject({
  cards: z.array(
    z.strictObject({
      front: Text,
      back: Text,
      quote: Text,
      faults: z.partialRecord(z.enum(['5', '6', '7', '8', '10', '14']), Spoiled).default({}),
      again: z.strictObject({ front: Text, back: Text }).optional(),
    }),
  ),
  choices: z.array(z.strictObject({ ...Shared, options: z.array(Text).min(3), same: Text.optional() })),
  several: z.array(z.strictObject({ ...Shared, right: z.array(Text).min(2), wrong: z.array(Text).min(1) })),
  typed: z.array(z.strictObject({ ...Shared, accepted: z.array(Text).min(1), wrong: Text })),
  spoken: z.array(z.strictObject({ ...Shared, rubric: z.array(Text).min(2) })),
});

/** A good item with the texts that spoil it; items of the features' own tests have none. */
export type Spoilable = {
  item: WrittenItem;
  faults?: Partial<Record<string, z.infer<typeof Spoiled>>>;
  again?: { front: string; back: string } | undefined;
  same?: string | undefined;
  wrong?: string;
};

export type WrittenSource = { source: ItemSource; items: Spoilable[] };

export const SOURCES = path.join(import.meta.dirname, '../sources');
const LANGUAGES = ['en', 'de', 'es', 'pl', 'fr'] as const;

function readItems(file: string): Spoilable[] {
  const {
    cards,
    choices,
    several: several_,
    typed: typed_,
    spoken: spoken_,
  } = ItemsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  return [
    ...cards.map(({ front, back, quote, faults, again }) => ({ item: card(front, back, quote), faults, again })),
    ...choices.map(({ prompt, options, explanation, quote, same }) => ({
      item: choice(prompt, options, 0, explanation, quote),
      same,
    })),
    ...several_.map(({ prompt, right, wrong, explanation, quote }) => ({
      item: several(prompt, [...right, ...wrong], [...right.keys()], explanation, quote),
    })),
    ...typed_.map(({ prompt, accepted, wrong, explanation, quote }) => ({
      item: typed(prompt, accepted, explanation, quote),
      wrong,
    })),
    ...spoken_.map(({ prompt, rubric, explanation, quote }) => ({ item: spoken(prompt, rubric, explanation, quote) })),
  ];
}

/**
 * Returns sources with good items: those of the features' tests, and those written after the checks by code, which no
 * check was fitted to.
 */
export function writtenSources(): { known: WrittenSource[]; fresh: WrittenSource[] } {
  const fresh = LANGUAGES.flatMap((language) =>
    readdirSync(path.join(SOURCES, language))
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => ({
        source: itemSource(language, path.parse(name).name),
        items: readItems(path.join(SOURCES, language, name)),
      })),
  );
  const pairs = [
    ...GOOD_ITEMS.flatMap(({ source, items }) => items.map((item) => [source, item] as const)),
    ...MORE_GOOD_ITEMS,
  ];
  const known = [...Map.groupBy(pairs, ([source]) => source)].map(([source, of]) => ({
    source,
    items: of.map(([, item]) => ({ item })),
  }));
  return { known, fresh };
}
