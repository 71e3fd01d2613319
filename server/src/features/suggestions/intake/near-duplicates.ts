import { hash64 } from './normalise-text.ts';

/**
 * Words of a text as numbers, without case, punctuation and white space: equal words have equal numbers. In scripts
 * without spaces between words (Chinese, Japanese, Thai …), each character counts as a word, so that nothing depends on
 * a dictionary that changes with the ICU version.
 */
type Tokens = {
  /** A hash of each word, in the order of the text. */
  hashes: Uint32Array;
  /** All words joined: equal for texts that differ only in case, punctuation and white space. */
  together: string;
};

/** Constants of FNV-1a, applied to UTF-16 units. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const GAP = 1;
const LETTER = 2;
const WORD_OF_ITS_OWN = 3;

const SAYS = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/**
 * Cache of the kind of each UTF-16 unit; 0 if unknown. A text has few different ones, and regular expressions are slow.
 */
const KINDS = new Uint8Array(0x10000);

function kindOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff) {
    // Both surrogates have the kind of their character.
    const start = unit >= 0xdc00 ? at - 1 : at;
    return SAYS.test(String.fromCodePoint(text.codePointAt(start) ?? 0)) ? LETTER : GAP;
  }
  const character = String.fromCharCode(unit);
  const kind = !SAYS.test(character) ? GAP : UNSPACED.test(character) ? WORD_OF_ITS_OWN : LETTER;
  KINDS[unit] = kind;
  return kind;
}

function tokenize(content: string): Tokens {
  const text = content.normalize('NFC').toLowerCase();
  const hashes = new Uint32Array(text.length);
  const together: string[] = [];
  let count = 0;
  /** Start of the current run of words without a gap, and whether a word is open. */
  let run = -1;
  let isOpen = false;
  let hash = 0;
  const close = () => {
    if (isOpen) hashes[count++] = hash;
    isOpen = false;
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = KINDS[unit] || kindOf(text, at);
    if (kind !== LETTER) close();
    if (kind === GAP) {
      if (run >= 0) together.push(text.slice(run, at));
      run = -1;
      continue;
    }
    if (run < 0) run = at;
    hash = Math.imul((isOpen ? hash : FNV_OFFSET) ^ unit, FNV_PRIME);
    isOpen = true;
    if (kind === WORD_OF_ITS_OWN) close();
  }
  close();
  if (run >= 0) together.push(text.slice(run));
  return { hashes: hashes.subarray(0, count), together: together.join('') };
}

/** Number of consecutive words per gram. */
const GRAM = 5;

/** Minimum share of the longer text's 5-grams that near duplicates have in common (rules/suggestions 5). */
const LEAST_SHARED = 0.9;

/** Number of bands, each made from the minimums of two hash functions. See `bandsOf`. */
const BANDS = 6;

/** Values by which similar texts are found. */
export type Fingerprint = {
  /** Equal for texts that differ only in case, punctuation and white space. */
  same: bigint;
  /** Contains `same` and the bands of the 5-grams: near duplicates share one of them, other texts hardly ever do. */
  keys: bigint[];
};

export function computeTextFingerprint(content: string): Fingerprint {
  const { hashes, together } = tokenize(content);
  // A text without any word, of emoji perhaps, is compared by its characters.
  const same = hash64(together || content.replaceAll(/\s+/gu, ''));
  return { same, keys: hashes.length === 0 ? [same] : [same, ...bandsOf(grams(hashes))] };
}

/**
 * Returns true for near duplicates: the same words when joined, or nine tenths of each text's distinct 5-grams also in
 * the other. An excerpt is no near duplicate of the whole, nor is a page of a collection that contains it.
 */
export function isNearDuplicate(one: string, other: string): boolean {
  const [a, b] = [tokenize(one), tokenize(other)];
  if (a.together === b.together && a.together !== '') return true;
  if (a.hashes.length === 0 || b.hashes.length === 0) return false;
  const [ours, theirs] = [new Set(grams(a.hashes)), new Set(grams(b.hashes))];
  let shared = 0;
  for (const gram of ours) if (theirs.has(gram)) shared++;
  return shared >= LEAST_SHARED * Math.max(ours.size, theirs.size);
}

/** Hashes of each five consecutive words; one hash of all words if there are fewer. */
function grams(words: Uint32Array): Uint32Array {
  const length = Math.min(GRAM, words.length);
  const found = new Uint32Array(words.length - length + 1);
  for (let at = 0; at < found.length; at++) {
    let hash = length;
    for (let word = at; word < at + length; word++) hash = mixed(hash ^ (words[word] ?? 0));
    found[at] = hash;
  }
  return found;
}

/**
 * MinHash: the probability that two sets have the same minimum under a hash function equals their Jaccard similarity.
 * Near duplicates have at least 0.82, so all six pairs of minimums differ in one of 760 cases; with 0.95, as after
 * changing a sentence, in one of a million. Texts with a similarity of a third share one of the six pairs every second
 * time; `isNearDuplicate` then tells them apart.
 */
function bandsOf(found: Uint32Array): bigint[] {
  const bands: bigint[] = [];
  for (let band = 0; band < BANDS; band++) {
    const [high, low] = [least(found, 2 * band + 1), least(found, 2 * band + 2)];
    // Includes the band's number, so that equal pairs in different bands differ.
    bands.push(BigInt.asIntN(64, ((BigInt(high) << 32n) | BigInt(low)) ^ (BigInt(band + 1) << 59n)));
  }
  return bands;
}

/**
 * Minimum of a hash function. The grams are already uniformly distributed, so multiplying them reorders them
 * differently for each seed.
 */
function least(found: Uint32Array, seed: number): number {
  const factor = mixed(seed) | 1;
  let least = 0xffffffff;
  for (let at = 0; at < found.length; at++) {
    const hash = Math.imul(found[at] ?? 0, factor) >>> 0;
    if (hash < least) least = hash;
  }
  return least;
}

/** Bijective 32-bit mixing (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
