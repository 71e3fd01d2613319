import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import { isOfSame, keyOf, type Lost } from './find-missing-quotes.ts';
import type { StoredMark, Sourced } from './quoted-sources.ts';

/** What becomes of the marks of a module. */
export type DriftResolution = {
  /** Not marked before, or confirmed as right while something else stood there: people are told of these. */
  marked: Lost[];
  /** Existing marks with changed details. */
  changed: Lost[];
  /** Confirmed, and still so; only where it stands in the published version is kept. */
  removed: Pick<StoredMark, 'section' | 'item_id'>[];
};

const sameExcerpt = (one: SourceExcerpt | null, other: SourceExcerpt | null) =>
  one?.text === other?.text && one?.before === other?.before && one?.after === other?.after;

const isSame = (kept: StoredMark, lost: Lost) =>
  kept.gone === lost.gone &&
  kept.title === lost.title &&
  kept.position === lost.position &&
  sameExcerpt(kept.now, lost.now);

/** Whether what was confirmed is still what stands there, whatever stands around it. */
const isConfirmed = (kept: StoredMark, lost: Lost) =>
  kept.confirmed && kept.gone === lost.gone && kept.now?.text === lost.now?.text;

/**
 * Compares the lost quotes with the stored marks. A mark is removed once its quote is found again or the published
 * version no longer has it; a confirmed one is kept as long as the version has the quote. Nothing new is marked while
 * learners can't see the module.
 */
export function resolveDrift(
  { items, kept, isPublic }: { items: Sourced[]; kept: StoredMark[]; isPublic: boolean },
  lost: Lost[],
): DriftResolution {
  const before = new Map(kept.map((each) => [keyOf(each), each]));
  const lostNow = new Set(lost.map(keyOf));
  const quoted = new Map(items.map((each) => [keyOf(each), each]));
  const settled: DriftResolution = { marked: [], changed: [], removed: [] };
  for (const each of kept) {
    const item = quoted.get(keyOf(each));
    const stays = item !== undefined && isOfSame(each, item) && (each.confirmed || lostNow.has(keyOf(each)));
    if (!stays) settled.removed.push({ section: each.section, item_id: each.item_id });
  }
  for (const each of lost) {
    const known = before.get(keyOf(each));
    const same = known !== undefined && isOfSame(known, each);
    if (same && isConfirmed(known, each)) continue;
    if (same && !known.confirmed) {
      if (!isSame(known, each)) settled.changed.push(each);
    } else if (isPublic) settled.marked.push(each);
  }
  return settled;
}
