import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { indexPassages, type Passage, type Passages } from '../ai/features/source/find-passage.ts';

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
async function* partsOf(text: string): AsyncGenerator<{ start: number; passages: Passages }> {
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
export async function findQuotes(text: string, quotes: Iterable<string>): Promise<Map<string, Passage>> {
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
export async function findNearestQuotes(text: string, quotes: readonly string[]): Promise<Map<string, Passage>> {
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
