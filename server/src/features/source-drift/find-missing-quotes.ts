import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import type { Runner } from '../../database/statements/statement.ts';
import { findQuotes, findNearestQuotes } from './find-quotes.ts';
import { readFileText, readSuggestionText, type StoredMark, type QuotingItem } from './quoted-sources.ts';

/** UTF-16 units of a paragraph shown before and after a quote. */
const AROUND = 300;

/** Maximum UTF-16 units shown of the quote itself. */
const LONGEST_SHOWN = 3_000;

const ELLIPSIS = '…';

/** True if a cut at `at` would split a surrogate pair. */
const isHalf = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));

/** The end of `text`, shortened to `AROUND`. */
function endOf(text: string): string {
  if (text.length <= AROUND) return text;
  const from = text.length - AROUND;
  return `${ELLIPSIS}${text.slice(isHalf(text, from) ? from + 1 : from).trimStart()}`;
}

/** The beginning of `text`, shortened to `most`. */
function beginningOf(text: string, most = AROUND): string {
  if (text.length <= most) return text;
  return `${text.slice(0, isHalf(text, most) ? most - 1 : most).trimEnd()}${ELLIPSIS}`;
}

/** The last non-empty line of `text`. Searches only a little further back than is ever shown. */
function lastLine(text: string): string {
  return (
    text
      .slice(-4 * AROUND)
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.trim() ?? ''
  );
}

function firstLine(text: string): string {
  return (
    text
      .slice(0, 4 * AROUND)
      .trimStart()
      .split('\n')[0]
      ?.trim() ?? ''
  );
}

/** A passage for display: its complete lines, with the paragraphs before and after. */
function excerptOf(text: string, { start, end }: { start: number; end: number }): SourceExcerpt {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const lineEnd = next < 0 ? text.length : next;
  const lead = endOf(text.slice(start === 0 ? 0 : lineStart, start).trimStart());
  const tail = beginningOf(text.slice(end, lineEnd).trimEnd());
  return {
    before: start === 0 ? '' : endOf(lastLine(text.slice(0, lineStart))),
    text: `${lead}${beginningOf(text.slice(start, end), LONGEST_SHOWN)}${tail}`,
    after: beginningOf(firstLine(text.slice(lineEnd))),
  };
}

/** An item whose passage is no longer in its file. */
export type MissingQuote = QuotingItem & Pick<StoredMark, 'gone' | 'old' | 'now'>;

/** Key of an item within its module. */
export const keyOf = ({ section, item_id }: Pick<QuotingItem, 'section' | 'item_id'>) => `${section}/${item_id}`;

/** Returns true if the stored mark is about the passage that the item quotes. */
export const isOfSame = (kept: StoredMark, item: QuotingItem) =>
  kept.quote === item.quote && kept.suggestion_id === item.suggestion_id;

const quotesOf = (items: readonly QuotingItem[]) => [...new Set(items.map(({ quote }) => quote))];

/**
 * Returns the items whose quotes were in the source text once but aren't in the current text any more. Works file by
 * file, so that only one text is in memory.
 */
export async function findMissingQuotes(
  on: Runner,
  workspaceId: string,
  items: QuotingItem[],
  kept: StoredMark[],
): Promise<MissingQuote[]> {
  const lost: MissingQuote[] = [];
  for (const [fileId, ofFile] of Map.groupBy(items, ({ file_id }) => file_id)) {
    lost.push(...(await findLostOfFile(on, workspaceId, fileId, ofFile, kept)));
  }
  return lost;
}

async function findLostOfFile(
  on: Runner,
  workspaceId: string,
  fileId: string,
  items: QuotingItem[],
  kept: StoredMark[],
): Promise<MissingQuote[]> {
  const text = await readFileText(on, workspaceId, fileId);
  const found = await findQuotes(text ?? '', quotesOf(items));
  const missing = items.filter(({ quote }) => !found.has(quote));
  const old = await findOld(on, workspaceId, missing, kept);
  const had = missing.flatMap((item) => {
    const before = old.get(keyOf(item));
    // Ignore quotes that were never in the source text. But if the whole text is gone, report them all.
    if (!before && text !== null) return [];
    return [{ ...item, gone: text === null, old: before ?? { before: '', text: item.quote, after: '' } }];
  });
  const near = await findNearestQuotes(text ?? '', quotesOf(had));
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
  items: QuotingItem[],
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
    const places = await findQuotes(text, quotesOf(ofSuggestion));
    for (const item of ofSuggestion) {
      const place = places.get(item.quote);
      if (place) old.set(keyOf(item), excerptOf(text, place));
    }
  }
  return old;
}
