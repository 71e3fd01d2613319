/**
 * Languages of the multilingual Nova-3 (developers.deepgram.com/docs/nova-3-language-prompting, of 2026-10-23), by the
 * first part of the tag; the rest makes no difference.
 */
const HEARD_BY_NOVA_3 = new Set(
  (
    'af ar be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn ko lv lt mk ms mr no fa pl pt ro ' +
    'ru sr sk sl es sv tl ta te th tr uk vi xh zu'
  ).split(' '),
);

/**
 * Models that also recognise several languages in one recording. `detect_language` of the other models knows only 35
 * languages.
 */
const MULTILINGUAL = /^nova-3(-general)?$/;

/** Returns the language parameters of a call; `given` is BCP 47. */
export function speechLanguage(model: string, given: string | undefined): Record<string, string> {
  if (MULTILINGUAL.test(model)) {
    if (given === undefined) return { language: 'multi' };
    const base = given.split('-', 1)[0]?.toLowerCase() ?? '';
    // With `language` the provider refuses a language it doesn't support; a hint would be ignored.
    return HEARD_BY_NOVA_3.has(base) ? { language: 'multi', language_hint: given } : { language: given };
  }
  return given === undefined ? { detect_language: 'true' } : { language: given };
}

/**
 * Returns true if the model supports key terms. Older models have `keywords`, with different weights, and refuse these.
 */
export const takesKeyTerms = (model: string): boolean => model.startsWith('nova-3');
