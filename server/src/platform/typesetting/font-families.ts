/** Font family as packaged: split into files that each cover ranges of characters. */
export type FontFamily = { package: string; file: string; varies: boolean };

const varying = (file: string): FontFamily => ({ package: `@fontsource-variable/${file}`, file, varies: true });
const regularOnly = (file: string): FontFamily => ({ package: `@fontsource/${file}`, file, varies: false });
const sans = (...scripts: string[]) => scripts.map((script) => varying(`noto-sans-${script}`));

/** Scripts with one family each. Characters they share, such as digits, use the family of the preceding text. */
const SCRIPTS = [
  ...sans('arabic', 'hebrew', 'syriac', 'thaana', 'armenian', 'georgian', 'ethiopic'),
  ...sans('bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam', 'sinhala'),
  ...sans('thai', 'lao', 'khmer', 'myanmar'),
  varying('noto-serif-tibetan'),
];

const SYMBOLS = [
  ...sans('symbols'),
  regularOnly('noto-sans-symbols-2'),
  regularOnly('noto-sans-math'),
  varying('noto-emoji'),
  regularOnly('noto-sans-mongolian'),
];

/**
 * Returns the families in the order in which they are searched for a character. Han characters look different in each
 * language. The other letters of the text show which language it is; without any, Chinese is assumed.
 */
export function familiesFor(text: string): FontFamily[] {
  return [...SCRIPTS, ...sans(...hanOrder(text)), ...SYMBOLS];
}

function hanOrder(text: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'tc', 'kr'];
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'sc', 'tc', 'jp'];
  if (/\p{Script=Bopomofo}/u.test(text)) return ['tc', 'sc', 'jp', 'kr'];
  return ['sc', 'tc', 'jp', 'kr'];
}
