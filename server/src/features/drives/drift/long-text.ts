import { setImmediate as turn } from 'node:timers/promises';
import { indexPassages, type Passage, type Passages } from '../../ai/features/source/find-passage.ts';

/** Of a quote that people may have typed, in UTF-16 units; with the marks that stand between its words. */
const LONGEST_PASSAGE = 12_000;

/** From one part of a text to the next. */
const STEP = 20_000;

/** How far white space is looked for. */
const NEAR = 200;

/** Of a text that is made ready at once: a few dozen milliseconds. Every passage is in one of them as a whole. */
const PART = STEP + LONGEST_PASSAGE + NEAR;

/** However short: it was written down as a passage. */
const LEAST = { words: 0, characters: 0, orWhole: true, longest: LONGEST_PASSAGE };

/** How many quotes are looked up before others have a turn. */
const AT_ONCE = 50;

/** After white space at `at` or soon behind it, since half a word is none; else between two characters. */
function borderNear(text: string, at: number): number {
  for (let n = at; n < Math.min(at + NEAR, text.length); n++) {
    if (/\s/.test(text.charAt(n))) return n + 1;
  }
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** The parts of a text, one after the other, each ready for looking up; between them the process has other turns. */
async function* partsOf(text: string): AsyncGenerator<{ start: number; passages: Passages }> {
  for (let at = 0; at === 0 || at + LONGEST_PASSAGE < text.length; at += STEP) {
    const start = at === 0 ? 0 : borderNear(text, at);
    await turn();
    yield { start, passages: indexPassages(text.slice(start, borderNear(text, at + PART))) };
  }
}

/** Calls `look` for each of the quotes, and lets others have their turns. */
async function eachOf(quotes: Iterable<string>, look: (quote: string) => void): Promise<void> {
  let looked = 0;
  for (const quote of quotes) {
    look(quote);
    if (++looked % AT_ONCE === 0) await turn();
  }
}

const moved = (passage: Passage, by: number): Passage => ({
  ...passage,
  start: passage.start + by,
  end: passage.end + by,
});

/** Where each of the quotes stands in a text of whatever length; those that it does not have are left out. */
export async function findAll(text: string, quotes: Iterable<string>): Promise<Map<string, Passage>> {
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

/** What of a text of whatever length is most like each of the quotes; nothing where nothing is like it. */
export async function findNearest(text: string, quotes: readonly string[]): Promise<Map<string, Passage>> {
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
