import { compatibleText } from '../prompt/compatible-text.ts';
import { nearestWords } from './nearest-words.ts';

/** A stretch of a source: `text` is the source's own, from `start` to `end` in UTF-16 units. */
export type Passage = { start: number; end: number; text: string };

/** How much a quote must say to count as one. The whole of a text always does with `orWhole`, however short it is. */
export type Least = {
  words: number;
  characters: number;
  orWhole: boolean;
  /** How long a passage is at most, in UTF-16 units. */
  longest?: number;
};

export type Passages = {
  /** The first place that has the words of `quote`, in sequence; undefined when there is none. */
  find(quote: string, least?: Least): Passage | undefined;
  /** The stretch that has most of the words of `quote`, with their share; undefined where it has too few of them. */
  nearest(quote: string, longest?: number): (Passage & { share: number }) | undefined;
  /** Whether anything in the text is long enough to be quoted. */
  quotable: boolean;
};

const ENOUGH: Least = { words: 3, characters: 15, orWhole: false };
/** UTF-16 units; what is longer is no passage but a text. */
const LONGEST = 1_500;

/** Scripts that put no spaces between words: each letter counts for half a word. */
const SPACELESS = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
/** The target of a Markdown link, and HTML tags as they occur in Markdown: no words of the text. */
const MARKUP = String.raw`\]\([^\(\)\s]*(?:\([^\(\)\s]*\)[^\(\)\s]*)*(?:\s+"[^"]*")?\)|<\/?(?:a|abbr|b|br|code|div|em|h[1-6]|i|img|li|ol|p|small|span|strong|sub|sup|table|td|th|tr|u|ul)\b[^<>]*>`;
/**
 * Words, and the signs that change what a number says. Everything else (spaces, quotes, dashes, marks) is in between.
 */
const TOKEN = new RegExp(
  String.raw`${MARKUP}|(?<spaceless>(?=${SPACELESS})[\p{L}\p{N}][\p{M}\p{Cf}]*)|(?<word>(?:(?!${SPACELESS})[\p{L}\p{N}][\p{M}\p{Cf}]*)+|[\p{Sc}%‰°≤≥≠±×÷])`,
  'gu',
);

type Words = { words: string[]; starts: number[]; ends: number[]; size: { words: number; characters: number } };

function wordsOf(text: string): Words {
  const found: Words = { words: [], starts: [], ends: [], size: { words: 0, characters: 0 } };
  let spaceless = 0;
  for (const { index, 0: whole, groups } of text.matchAll(TOKEN)) {
    const word = groups?.['spaceless'] ?? groups?.['word'];
    if (word === undefined) continue;
    const folded = word.replace(/\p{Cf}/gu, '').toLowerCase();
    found.words.push(folded);
    found.starts.push(index);
    found.ends.push(index + whole.length);
    if (groups?.['spaceless']) spaceless++;
    else found.size.characters += folded.length + 1;
  }
  found.size.words = found.words.length - spaceless / 2;
  // Such a letter says as much as two and a half of an alphabet; the space behind the last word is none.
  found.size.characters += spaceless * 2.5 - (spaceless < found.words.length ? 1 : 0);
  return found;
}

/** Whether a cut between the two would go through one word, such as can|'t, non-|toxic or 1.|5. */
function cutsWord(before: string, after: string): boolean {
  const joined = `${before.slice(-3)}\n${after.slice(0, 3)}`;
  return (
    /\p{N}[.,:]\n\p{N}|\p{N}\n[.,:]\p{N}/u.test(joined) ||
    /[\p{L}\p{M}\p{N}][-‐–'’]\n[\p{L}\p{N}]|[\p{L}\p{M}\p{N}]\n[-‐–'’][\p{L}\p{N}]/u.test(joined)
  );
}

/**
 * What stands before and after the words and belongs to them: quotation marks, emphasis, the sign of a number, the full
 * stop.
 */
const OPENS = /(?<![\p{Ps}\p{Pi}\p{Sc}"'*_~`])[\p{Ps}\p{Pi}\p{Sc}"'*_~`]+$|(?<![^\s(])[-−–+±~≈<>]$/u;
const CLOSES = /^(?:\.(?!\p{N})|[\p{Pe}\p{Pf}"'*_~`!?…。！？%‰])*/u;

/**
 * Makes a text ready for looking up quotes: once, then each costs one search of a string. White space, letter case,
 * quotation marks, dashes, Unicode forms and Markdown's marks make no difference; each word does.
 */
export function indexPassages(source: string): Passages {
  const compatible = compatibleText(source);
  const { words, starts, ends, size } = wordsOf(compatible.text);
  const haystack = ` ${words.join(' ')} `;
  /** Where each word is in the haystack. */
  const places = new Uint32Array(words.length);
  let place = 1;
  words.forEach((word, n) => {
    places[n] = place;
    place += word.length + 1;
  });

  function wordAt(offset: number): number {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle] ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function isCut(offset: number): boolean {
    const { text } = compatible;
    return cutsWord(text.slice(Math.max(offset - 3, 0), offset), text.slice(offset, offset + 3));
  }

  function passage(from: number, to: number, longest: number): Passage | undefined {
    let start = compatible.startOf(from);
    let end = compatible.endOf(to);
    start -= OPENS.exec(source.slice(Math.max(start - 6, 0), start))?.[0].length ?? 0;
    end += CLOSES.exec(source.slice(end, end + 6))?.[0].length ?? 0;
    return end - start > longest ? undefined : { start, end, text: source.slice(start, end) };
  }

  return {
    quotable: size.words >= ENOUGH.words && size.characters >= ENOUGH.characters,
    find(quote, least = ENOUGH) {
      const { longest = LONGEST } = least;
      const wanted = wordsOf(compatibleText(quote.slice(0, 2 * longest)).text);
      const needle = ` ${wanted.words.join(' ')} `;
      if (wanted.words.length === 0) return undefined;
      const enough = wanted.size.words >= least.words && wanted.size.characters >= least.characters;
      if (!enough && !(least.orWhole && needle === haystack)) return undefined;
      for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
        const first = wordAt(at + 1);
        const from = starts[first];
        const to = ends[first + wanted.words.length - 1];
        if (from === undefined || to === undefined || isCut(from) || isCut(to)) continue;
        const found = passage(from, to, longest);
        if (found) return found;
      }
      return undefined;
    },
    nearest(quote, longest = LONGEST) {
      const near = nearestWords(words, wordsOf(compatibleText(quote.slice(0, 2 * longest)).text).words);
      const from = near && starts[near.first];
      const to = near && ends[near.last];
      if (from === undefined || to === undefined) return undefined;
      const found = passage(from, to, longest);
      return found && { ...found, share: near?.share ?? 0 };
    },
  };
}
