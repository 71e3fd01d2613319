import { hash64 } from './normalise-text.ts';
import { tokenize } from './tokenize.ts';

/** How many words in a row are compared. */
const GRAM = 5;

/**
 * The share of its 5-grams that the longer of two near duplicates has in common with the other (rules/suggestions 5).
 */
const LEAST_SHARED = 0.9;

/** Each of as many bands is made of the least values of two hash functions. See `bandsOf`. */
const BANDS = 6;

/** What a text is found by again. */
export type Fingerprint = {
  /** Equal for texts that are the same but for case, punctuation and white space. */
  same: bigint;
  /** `same` and the bands of its 5-grams: near duplicates have one of them in common, others hardly ever. */
  keys: bigint[];
};

export function textFingerprint(content: string): Fingerprint {
  const { hashes, together } = tokenize(content);
  // A text without any word, of emoji perhaps, is compared by its characters.
  const same = hash64(together || content.replaceAll(/\s+/gu, ''));
  return { same, keys: hashes.length === 0 ? [same] : [same, ...bandsOf(grams(hashes))] };
}

/**
 * Whether two texts are near duplicates: the same words written together, or nine tenths of the 5-grams of each also in
 * the other, counted once each. So an excerpt is no near duplicate of the whole, nor a page of a collection that holds
 * it.
 */
export function areNearDuplicates(one: string, other: string): boolean {
  const [a, b] = [tokenize(one), tokenize(other)];
  if (a.together === b.together && a.together !== '') return true;
  if (a.hashes.length === 0 || b.hashes.length === 0) return false;
  const [ours, theirs] = [new Set(grams(a.hashes)), new Set(grams(b.hashes))];
  let shared = 0;
  for (const gram of ours) if (theirs.has(gram)) shared++;
  return shared >= LEAST_SHARED * Math.max(ours.size, theirs.size);
}

/** A hash of each five words in a row; of all of them where there are fewer. */
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
 * MinHash: that the least value of a hash function is the same in two sets is as likely as the share of both that they
 * have in common. Near duplicates have 0.82 of it at least, so that all six pairs of values differ in one of 760; with
 * 0.95, as after a sentence was changed, in one of a million. Two texts that have a third in common share one of the
 * six pairs every other time, and are told apart by `areNearDuplicates`.
 */
function bandsOf(found: Uint32Array): bigint[] {
  const bands: bigint[] = [];
  for (let band = 0; band < BANDS; band++) {
    const [high, low] = [least(found, 2 * band + 1), least(found, 2 * band + 2)];
    // The band's number keeps the same pair in another place apart.
    bands.push(BigInt.asIntN(64, ((BigInt(high) << 32n) | BigInt(low)) ^ (BigInt(band + 1) << 59n)));
  }
  return bands;
}

/** The grams are spread evenly already, so that multiplying them puts them into another order each time. */
function least(found: Uint32Array, seed: number): number {
  const factor = mixed(seed) | 1;
  let least = 0xffffffff;
  for (let at = 0; at < found.length; at++) {
    const hash = Math.imul(found[at] ?? 0, factor) >>> 0;
    if (hash < least) least = hash;
  }
  return least;
}

/** Spreads 32 bits over 32 bits, each once (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
