import { toNfkcTextWithOffsets } from '../prompt/nfkc-text.ts';

/** A range of words, with its share of the wanted words, 0 to 1, weighted by length. */
type Near = { first: number; last: number; share: number };

/** Minimum number of words; fewer match too easily. */
const FEWEST = 3;

/** Minimum share. Lower matches are accidental: articles and prepositions occur everywhere. */
const LEAST_SHARE = 0.4;

/** Weight of a word: its length, capped at 8. */
const weightOf = (word: string) => Math.min(word.length, 8);

/**
 * Finds the first range of `words`, as long as `wanted`, that contains most of its words in any order. Runs in linear
 * time. Words outside the range don't affect its score.
 */
function nearestWords(words: readonly string[], wanted: readonly string[]): Near | undefined {
  if (wanted.length < FEWEST) return undefined;
  const needed = new Map<string, number>();
  let total = 0;
  for (const word of wanted) {
    needed.set(word, (needed.get(word) ?? 0) + 1);
    total += weightOf(word);
  }
  const had = new Map<string, number>();
  let score = 0;
  let best = { score: 0, end: 0 };
  words.forEach((word, n) => {
    if (needed.has(word)) {
      const count = (had.get(word) ?? 0) + 1;
      had.set(word, count);
      if (count <= (needed.get(word) ?? 0)) score += weightOf(word);
    }
    const gone = words[n - wanted.length];
    if (gone !== undefined && needed.has(gone)) {
      const count = (had.get(gone) ?? 0) - 1;
      had.set(gone, count);
      if (count < (needed.get(gone) ?? 0)) score -= weightOf(gone);
    }
    if (score > best.score) best = { score, end: n };
  });
  const share = best.score / total;
  if (share < LEAST_SHARE) return undefined;
  let first = Math.max(0, best.end - wanted.length + 1);
  while (first < best.end && !needed.has(words[first] ?? '')) first++;
  return { first, last: best.end, share };
}

/** A range of a source: `text` is the original text, from `start` to `end` in UTF-16 units. */
export type Passage = { start: number; end: number; text: string };

/** Minimum length of a quote. With `orWhole`, the whole text always qualifies, however short. */
export type QuoteMinimum = {
  words: number;
  characters: number;
  orWhole: boolean;
  /** Maximum length of a passage in UTF-16 units. */
  longest?: number;
};

export type PassageIndex = {
  /** The first passage with the words of `quote` in sequence; undefined if there is none among the first 200 places. */
  find(quote: string, least?: QuoteMinimum): Passage | undefined;
  /** The passage with most words of `quote`, and their share; undefined if too few occur. */
  nearest(quote: string, longest?: number): (Passage & { share: number }) | undefined;
  /** True if the text is long enough to quote. */
  quotable: boolean;
};

const ENOUGH: QuoteMinimum = { words: 3, characters: 15, orWhole: false };
/** Maximum UTF-16 units of a passage. */
const LONGEST = 1_500;
/** Maximum places looked at for a quote: in “a a a …”, it would be at each word, too long or cut at all of them. */
const MOST_PLACES = 200;

/** Scripts without spaces between words: each letter counts as half a word. */
const SPACELESS = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
/** Targets of Markdown links, and HTML tags that occur in Markdown: not words of the text. */
const MARKUP = String.raw`\]\([^\(\)\s]*(?:\([^\(\)\s]*\)[^\(\)\s]*)*(?:\s+"[^"]*")?\)|<\/?(?:a|abbr|b|br|code|div|em|h[1-6]|i|img|li|ol|p|small|span|strong|sub|sup|table|td|th|tr|u|ul)\b[^<>]*>`;
/**
 * Matches words, and the signs that change the meaning of a number. Everything else (spaces, quotes, dashes,
 * punctuation) is a separator.
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
  // Such a letter counts as two and a half alphabetic ones. The space after the last word doesn't count.
  found.size.characters += spaceless * 2.5 - (spaceless < found.words.length ? 1 : 0);
  return found;
}

/** Returns true if a cut between the two would split a word, such as can|'t, non-|toxic or 1.|5. */
function cutsWord(before: string, after: string): boolean {
  const joined = `${before.slice(-3)}\n${after.slice(0, 3)}`;
  return (
    /\p{N}[.,:]\n\p{N}|\p{N}\n[.,:]\p{N}/u.test(joined) ||
    /[\p{L}\p{M}\p{N}][-‐–'’]\n[\p{L}\p{N}]|[\p{L}\p{M}\p{N}]\n[-‐–'’][\p{L}\p{N}]/u.test(joined)
  );
}

/** Characters around the words that belong to the passage: quotation marks, emphasis, number signs, full stop. */
const OPENS = /(?<![\p{Ps}\p{Pi}\p{Sc}"'*_~`])[\p{Ps}\p{Pi}\p{Sc}"'*_~`]+$|(?<![^\s(])[-−–+±~≈<>]$/u;
const CLOSES = /^(?:\.(?!\p{N})|[\p{Pe}\p{Pf}"'*_~`!?…。！？%‰])*/u;

/**
 * Indexes a text for finding quotes; each search then costs one string search. White space, letter case, quotation
 * marks, dashes, Unicode forms and Markdown syntax are ignored, but every word counts.
 */
export function indexPassages(source: string): PassageIndex {
  const compatible = toNfkcTextWithOffsets(source);
  const { words, starts, ends, size } = wordsOf(compatible.text);
  const haystack = ` ${words.join(' ')} `;
  /** Offset of each word in the haystack. */
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
      const wanted = wordsOf(toNfkcTextWithOffsets(quote.slice(0, 2 * longest)).text);
      const needle = ` ${wanted.words.join(' ')} `;
      if (wanted.words.length === 0) return undefined;
      const enough = wanted.size.words >= least.words && wanted.size.characters >= least.characters;
      if (!enough && !(least.orWhole && needle === haystack)) return undefined;
      let at = haystack.indexOf(needle);
      for (let places = 0; at >= 0 && places < MOST_PLACES; places++, at = haystack.indexOf(needle, at + 1)) {
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
      const near = nearestWords(words, wordsOf(toNfkcTextWithOffsets(quote.slice(0, 2 * longest)).text).words);
      const from = near && starts[near.first];
      const to = near && ends[near.last];
      if (from === undefined || to === undefined) return undefined;
      const found = passage(from, to, longest);
      return found && { ...found, share: near?.share ?? 0 };
    },
  };
}
