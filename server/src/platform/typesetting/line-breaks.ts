const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Scripts without spaces between words. Lines break between words found by a dictionary, or at any character. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const SPACE = /\s/u;
const AFTER_DASH = /[\p{Dash_Punctuation}/]/u;
const OPENING = /[\p{Open_Punctuation}\p{Initial_Punctuation}]/u;
const CLOSING = /^(?![\p{Open_Punctuation}\p{Initial_Punctuation}])\p{Punctuation}/u;
const NO_BREAK = /[\u00a0\u202f\u2007\u2060\u2011]/;

/** Returns the positions where a line may begin, in UTF-16 units. */
export function lineBreaks(text: string): number[] {
  return [...words.segment(text)].map(({ index }) => index).filter((index) => index > 0 && mayBreak(text, index));
}

/** Returns the positions where a word longer than a line may be cut. */
export const clusterStarts = (text: string): number[] => [...graphemes.segment(text)].map(({ index }) => index);

function mayBreak(text: string, index: number): boolean {
  const before = lastLetter(text.slice(0, index));
  const after = text.slice(index);
  const next = String.fromCodePoint(after.codePointAt(0)!);
  if (SPACE.test(next) || NO_BREAK.test(before) || NO_BREAK.test(next)) return false;
  if (SPACE.test(before)) return true;
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return AFTER_DASH.test(before) || SPACELESS.test(before) || SPACELESS.test(next);
}

const lastLetter = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';
