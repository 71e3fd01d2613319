import type { ItemSource } from '../../src/features/ai/features/fixtures/item-sources-fixture.ts';
import { SLOPPY_KINDS } from '../../src/features/ai/features/fixtures/sloppy-kinds-fixture.ts';
import {
  FIRST_SLOPPY_ITEMS,
  LATER_SLOPPY_ITEMS,
  MORE_SLOPPY_ITEMS,
  SECOND_HONEST_ITEMS,
  SECOND_SLOPPY_ITEMS,
  type WrittenItem,
} from '../../src/features/ai/features/fixtures/written-items-fixture.ts';
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
  const ofKind = (wanted: number, items: typeof FIRST_SLOPPY_ITEMS): PlantedItem[] =>
    items.filter(({ n }) => n === wanted).map(({ n: kind, ...rest }) => ({ ...rest, kind, isFresh: false }));
  const wrong = SLOPPY_KINDS.flatMap(({ n: kind }) => {
    const half = byTurns(made(kind, true), kind).slice(0, Math.ceil(each / 2));
    const rest = [
      ...byTurns(ofKind(kind, [...SECOND_SLOPPY_ITEMS, ...LATER_SLOPPY_ITEMS]), kind + half.length),
      ...byTurns(ofKind(kind, [...FIRST_SLOPPY_ITEMS, ...MORE_SLOPPY_ITEMS]), kind),
      ...byTurns(made(kind, false), kind),
    ];
    return [...half, ...rest.slice(0, each - half.length)];
  });
  const written = [fresh, known].flatMap((sources) =>
    sources.flatMap(({ source, items }) => items.map(({ item }) => ({ source, item, isFresh: sources === fresh }))),
  );
  const read = SECOND_HONEST_ITEMS.map(([source, item]) => ({ source, item, isFresh: false }));
  const good = [...written, ...read].map((item) => ({ ...item, kind: undefined }));
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
