/** Returns true if PostgreSQL can store the text and UTF-8 can encode it: no lone surrogates and no NUL. */
export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

/** Counts Unicode code points, like JSON Schema's `maxLength`; `string.length` counts UTF-16 units. */
export function countCodePoints(value: string): number {
  let count = 0;
  for (let i = 0; i < value.length; count++) i += value.codePointAt(i)! > 0xffff ? 2 : 1;
  return count;
}

/** Matches visible characters. Some letters and symbols are invisible: Hangul fillers, the empty Braille pattern. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Returns true if the text has a visible character. White space, zero-width characters and the like don't count. */
export const hasVisibleCharacter = (value: string): boolean => VISIBLE.test(value);
