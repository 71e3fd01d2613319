import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import type { StatementRunner } from '../../database/statements/statement.ts';
import { indexPassages, type Passage, type PassageIndex } from '../ai/features/source/find-passage.ts';
import { type QuotingItem, readFileText, readSuggestionText, type StoredDriftMark } from './quoted-sources.ts';

/** Maximum length of a quote in UTF-16 units, including the markup between its words. */
const LONGEST_PASSAGE = 12_000;

/** Distance between the starts of consecutive parts of a text. */
const STEP = 20_000;

/** Maximum distance to search for white space. */
const NEAR = 200;

/**
 * Length of the part of a text indexed at once, which takes a few dozen milliseconds. The parts overlap, so that each
 * quote is completely inside one.
 */
const PART = STEP + LONGEST_PASSAGE + NEAR;

/** No minimum length: every quote was chosen as a passage. */
const LEAST = { words: 0, characters: 0, orWhole: true, longest: LONGEST_PASSAGE };

/** Number of quotes searched before yielding to the event loop. */
const AT_ONCE = 50;

/**
 * A position to split the text: behind the next white space, to keep words whole; else at least not inside a character.
 */
function borderNear(text: string, at: number): number {
  for (let n = at; n < Math.min(at + NEAR, text.length); n++) {
    if (/\s/.test(text.charAt(n))) return n + 1;
  }
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Yields the indexed parts of a text one by one, and lets the event loop run in between. */
async function* partsOf(text: string): AsyncGenerator<{ start: number; passages: PassageIndex }> {
  for (let at = 0; at === 0 || at + LONGEST_PASSAGE < text.length; at += STEP) {
    const start = at === 0 ? 0 : borderNear(text, at);
    await yieldToEventLoop();
    yield { start, passages: indexPassages(text.slice(start, borderNear(text, at + PART))) };
  }
}

/** Calls `search` for each quote, yielding to the event loop regularly. */
async function eachOf(quotes: Iterable<string>, search: (quote: string) => void): Promise<void> {
  let searched = 0;
  for (const quote of quotes) {
    search(quote);
    if (++searched % AT_ONCE === 0) await yieldToEventLoop();
  }
}

const moved = (passage: Passage, by: number): Passage => ({
  ...passage,
  start: passage.start + by,
  end: passage.end + by,
});

/** Positions of the quotes in a text of any length. Quotes that aren't found are left out. */
export async function findExactPassages(text: string, quotes: Iterable<string>): Promise<Map<string, Passage>> {
  const found = new Map<string, Passage>();
  const left = new Set(quotes);
  for await (const { start, passages } of partsOf(text)) {
    await eachOf([...left], (quote) => {
      const passage = passages.find(quote, LEAST);
      if (!passage) return;
      found.set(quote, moved(passage, start));
      left.delete(quote);
    });
    if (left.size === 0) break;
  }
  return found;
}

/** The most similar passage for each quote in a text of any length. Quotes without any similar passage are left out. */
export async function findMostSimilarPassages(text: string, quotes: readonly string[]): Promise<Map<string, Passage>> {
  const best = new Map<string, Passage & { share: number }>();
  if (quotes.length === 0) return best;
  for await (const { start, passages } of partsOf(text)) {
    await eachOf(quotes, (quote) => {
      const near = passages.nearest(quote, LONGEST_PASSAGE);
      if (near && near.share > (best.get(quote)?.share ?? 0))
        best.set(quote, { ...moved(near, start), share: near.share });
    });
  }
  return best;
}

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
export type MissingQuote = QuotingItem & Pick<StoredDriftMark, 'gone' | 'old' | 'now'>;

/** Key of an item within its module. */
export const itemKeyOf = ({ section, item_id }: Pick<QuotingItem, 'section' | 'item_id'>) => `${section}/${item_id}`;

/** Returns true if the stored mark is about the passage that the item quotes. */
export const isMarkOfSamePassage = (kept: StoredDriftMark, item: QuotingItem) =>
  kept.quote === item.quote && kept.suggestion_id === item.suggestion_id;

const quotesOf = (items: readonly QuotingItem[]) => [...new Set(items.map(({ quote }) => quote))];

/**
 * Returns the items whose quotes were in the source text once but aren't in the current text any more. Works file by
 * file, so that only one text is in memory.
 */
export async function findMissingQuotes(
  on: StatementRunner,
  workspaceId: string,
  items: QuotingItem[],
  kept: StoredDriftMark[],
): Promise<MissingQuote[]> {
  const lost: MissingQuote[] = [];
  for (const [fileId, ofFile] of Map.groupBy(items, ({ file_id }) => file_id)) {
    lost.push(...(await findLostOfFile(on, workspaceId, fileId, ofFile, kept)));
  }
  return lost;
}

async function findLostOfFile(
  on: StatementRunner,
  workspaceId: string,
  fileId: string,
  items: QuotingItem[],
  kept: StoredDriftMark[],
): Promise<MissingQuote[]> {
  const text = await readFileText(on, workspaceId, fileId);
  const found = await findExactPassages(text ?? '', quotesOf(items));
  const missing = items.filter(({ quote }) => !found.has(quote));
  const old = await findOld(on, workspaceId, missing, kept);
  const had = missing.flatMap((item) => {
    const before = old.get(itemKeyOf(item));
    // Ignore quotes that were never in the source text. But if the whole text is gone, report them all.
    if (!before && text !== null) return [];
    return [{ ...item, gone: text === null, old: before ?? { before: '', text: item.quote, after: '' } }];
  });
  const near = await findMostSimilarPassages(text ?? '', quotesOf(had));
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
  on: StatementRunner,
  workspaceId: string,
  items: QuotingItem[],
  kept: StoredDriftMark[],
): Promise<Map<string, SourceExcerpt>> {
  const known = new Map(kept.map((each) => [itemKeyOf(each), each]));
  const old = new Map<string, SourceExcerpt>();
  const unknown = items.filter((item) => {
    const before = known.get(itemKeyOf(item));
    if (!before || !isMarkOfSamePassage(before, item)) return true;
    old.set(itemKeyOf(item), before.old);
    return false;
  });
  for (const [suggestionId, ofSuggestion] of Map.groupBy(unknown, ({ suggestion_id }) => suggestion_id)) {
    const text = await readSuggestionText(on, workspaceId, suggestionId);
    const places = await findExactPassages(text, quotesOf(ofSuggestion));
    for (const item of ofSuggestion) {
      const place = places.get(item.quote);
      if (place) old.set(itemKeyOf(item), excerptOf(text, place));
    }
  }
  return old;
}
