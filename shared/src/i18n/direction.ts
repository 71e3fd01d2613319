/** Languages written from right to left. Not every browser can tell them (`Intl.Locale.getTextInfo`). */
const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Returns the direction in which a language is written. */
export function textDirectionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.toLowerCase().split('-', 1)[0] ?? '') ? 'rtl' : 'ltr';
}
