import type { WrittenItem } from '../../src/features/ai/features/fixtures/good-items-fixture.ts';
import type { ItemSource } from '../../src/features/ai/features/fixtures/item-sources-fixture.ts';
import { MORE_SLOPPY_ITEMS } from '../../src/features/ai/features/fixtures/more-items-fixture.ts';
import { READ_HONEST_ITEMS } from '../../src/features/ai/features/fixtures/second-reader/honest-items-fixture.ts';
import {
  LATER_SLOPPY_ITEMS,
  READ_SLOPPY_ITEMS,
} from '../../src/features/ai/features/fixtures/second-reader/reader-kinds-fixture.ts';
import { SLOPPY_KINDS } from '../../src/features/ai/features/fixtures/sloppy-items-fixture.ts';
import { spoil } from './spoil.ts';
import { writtenSources } from './written-source.ts';

/** An item that a careless, or a careful, model could have made of a source. */
export type PlantedItem = {
  source: ItemSource;
  item: WrittenItem;
  /** Number of the kind, as in `SLOPPY_KINDS`; undefined if nothing is wrong with it. */
  kind: number | undefined;
  /** True if its source was written after the checks by code, so that no check was fitted to it. */
  isFresh: boolean;
  /** The good item that it was made from; undefined for good ones and those written by hand. */
  good?: WrittenItem | undefined;
  before?: WrittenItem | undefined;
  language?: string | undefined;
};

/**
 * Returns wrong items of all 33 kinds, about `each` of a kind and evenly from the five languages, and as many good
 * items of their sources, if there are. Half of the wrong ones were made from good items of fresh sources. The others
 * are wordings of a second reader, who didn't look at the checks, then those written by hand with the checks, or made
 * from the sources of the features' own tests.
 */
export function plantedItems(each: number): { wrong: PlantedItem[]; good: PlantedItem[] } {
  const { known, fresh } = writtenSources();
  const made = (kind: number, isFresh: boolean): PlantedItem[] =>
    (isFresh ? fresh : known).flatMap((written) => {
      const spoiled = spoil(kind, written);
      return spoiled ? [{ source: written.source, kind, isFresh, ...spoiled }] : [];
    });
  const byReader = (kind: number): PlantedItem[] =>
    [...READ_SLOPPY_ITEMS, ...LATER_SLOPPY_ITEMS]
      .filter(({ n }) => n === kind)
      .map(({ source, item, before, language }) => ({ source, item, before, language, kind, isFresh: false }));
  const byHand = (kind: number): PlantedItem[] => [
    ...(SLOPPY_KINDS.find(({ n }) => n === kind)?.wordings ?? []).map((wording) => ({
      ...wording,
      kind,
      isFresh: false,
    })),
    ...MORE_SLOPPY_ITEMS.filter(([n]) => n === kind).map(([, source, item, before]) => ({
      source,
      item,
      kind,
      isFresh: false,
      before,
    })),
  ];
  const wrong = SLOPPY_KINDS.flatMap(({ n: kind }) => {
    const half = byTurns(made(kind, true), kind).slice(0, Math.ceil(each / 2));
    const rest = [
      ...byTurns(byReader(kind), kind + half.length),
      ...byTurns(byHand(kind), kind),
      ...byTurns(made(kind, false), kind),
    ];
    return [...half, ...rest.slice(0, each - half.length)];
  });
  const read = READ_HONEST_ITEMS.map(({ source, items }) => ({ source, items: items.map((item) => ({ item })) }));
  const good = [fresh, known, read].flatMap((sources) =>
    sources.flatMap(({ source, items }) =>
      items.map(({ item }) => ({ source, item, kind: undefined, isFresh: sources === fresh })),
    ),
  );
  return { wrong, good: byTurns(good, 0).slice(0, wrong.length) };
}

/** The same items, one of each language in turn, beginning with the language that `start` falls on. */
function byTurns(items: readonly PlantedItem[], start: number): PlantedItem[] {
  const languages = [...Map.groupBy(items, ({ source }) => source.language).values()];
  const first = start % Math.max(languages.length, 1);
  const byLanguage = [...languages.slice(first), ...languages.slice(0, first)];
  const longest = Math.max(0, ...byLanguage.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => byLanguage.flatMap((of) => of[n] ?? [])).flat();
}
