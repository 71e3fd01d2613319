import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { itemSource, type ItemSource } from '../../src/features/ai/features/fixtures/item-sources-fixture.ts';
import {
  asQuestion,
  FIRST_HONEST_ITEMS,
  MORE_HONEST_ITEMS,
  type WrittenItem,
} from '../../src/features/ai/features/fixtures/written-items-fixture.ts';

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
  const { cards, choices, several, typed, spoken } = ItemsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  return [
    ...cards.map(({ faults, again, ...item }) => ({ item, faults, again })),
    ...choices.map(({ same, ...texts }) => ({
      item: asQuestion({ kind: 'single_choice', correct: [0], ...texts }),
      same,
    })),
    ...several.map(({ right, wrong, ...texts }) => {
      const chosen = { options: [...right, ...wrong], correct: [...right.keys()] };
      return { item: asQuestion({ kind: 'multiple_choice', ...chosen, ...texts }) };
    }),
    ...typed.map(({ wrong, ...texts }) => ({ item: asQuestion({ kind: 'short_text', ...texts }), wrong })),
    ...spoken.map((texts) => ({ item: asQuestion({ kind: 'spoken', ...texts }) })),
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
  const items = [...FIRST_HONEST_ITEMS, ...MORE_HONEST_ITEMS];
  const known = [...Map.groupBy(items, ([{ title }]) => title).values()].flatMap((of) => {
    const source = of[0]?.[0];
    return source ? [{ source, items: of.map(([, item]) => ({ item })) }] : [];
  });
  return { known, fresh };
}
