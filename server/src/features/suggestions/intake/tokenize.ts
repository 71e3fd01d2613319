/**
 * Words of a text as numbers, without case, punctuation and white space: equal words have equal numbers. In scripts
 * without spaces between words (Chinese, Japanese, Thai …), each character counts as a word, so that nothing depends on
 * a dictionary that changes with the ICU version.
 */
export type Tokens = {
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

export function tokenize(content: string): Tokens {
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
