import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import type { Runner } from '../../database/statements/statement.ts';
import { excerptOf } from './excerpt.ts';
import { findAll, findNearest } from './long-text.ts';
import { readFileText, readSuggestionText, type StoredMark, type Sourced } from './quoted-sources.ts';

/** An item whose passage is no longer in its file. */
export type Lost = Sourced & Pick<StoredMark, 'gone' | 'old' | 'now'>;

/** Key of an item within its module. */
export const keyOf = ({ section, item_id }: Pick<Sourced, 'section' | 'item_id'>) => `${section}/${item_id}`;

/** Whether what is kept is still about the passage that the item quotes. */
export const isOfSame = (kept: StoredMark, item: Sourced) =>
  kept.quote === item.quote && kept.suggestion_id === item.suggestion_id;

const quotesOf = (items: readonly Sourced[]) => [...new Set(items.map(({ quote }) => quote))];

/**
 * Returns the items whose quotes were in the source text once but aren't in the current text any more. Works file by
 * file, so that only one text is in memory.
 */
export async function findLost(on: Runner, workspaceId: string, items: Sourced[], kept: StoredMark[]): Promise<Lost[]> {
  const lost: Lost[] = [];
  for (const [fileId, ofFile] of Map.groupBy(items, ({ file_id }) => file_id)) {
    lost.push(...(await findLostOfFile(on, workspaceId, fileId, ofFile, kept)));
  }
  return lost;
}

async function findLostOfFile(
  on: Runner,
  workspaceId: string,
  fileId: string,
  items: Sourced[],
  kept: StoredMark[],
): Promise<Lost[]> {
  const text = await readFileText(on, workspaceId, fileId);
  const there = await findAll(text ?? '', quotesOf(items));
  const missing = items.filter(({ quote }) => !there.has(quote));
  const old = await findOld(on, workspaceId, missing, kept);
  const had = missing.flatMap((item) => {
    const before = old.get(keyOf(item));
    // Ignore quotes that were never in the source text. But if the whole text is gone, report them all.
    if (!before && text !== null) return [];
    return [{ ...item, gone: text === null, old: before ?? { before: '', text: item.quote, after: '' } }];
  });
  const near = await findNearest(text ?? '', quotesOf(had));
  return had.map((item) => {
    const place = near.get(item.quote);
    return { ...item, now: text !== null && place ? excerptOf(text, place) : null };
  });
}

/**
 * Excerpts of the quotes in the texts that the items came from, by item key. Reuses excerpts stored with existing
 * marks.
 */
async function findOld(
  on: Runner,
  workspaceId: string,
  items: Sourced[],
  kept: StoredMark[],
): Promise<Map<string, SourceExcerpt>> {
  const known = new Map(kept.map((each) => [keyOf(each), each]));
  const old = new Map<string, SourceExcerpt>();
  const unknown = items.filter((item) => {
    const before = known.get(keyOf(item));
    if (!before || !isOfSame(before, item)) return true;
    old.set(keyOf(item), before.old);
    return false;
  });
  for (const [suggestionId, ofSuggestion] of Map.groupBy(unknown, ({ suggestion_id }) => suggestion_id)) {
    const text = await readSuggestionText(on, workspaceId, suggestionId);
    const places = await findAll(text, quotesOf(ofSuggestion));
    for (const item of ofSuggestion) {
      const place = places.get(item.quote);
      if (place) old.set(keyOf(item), excerptOf(text, place));
    }
  }
  return old;
}
