/**
 * What the multilingual Nova-3 hears (developers.deepgram.com/docs/nova-3-language-prompting, of 2026-10-23), by the
 * first part of the tag: what follows it makes no difference there.
 */
const HEARD_BY_NOVA_3 = new Set(
  (
    'af ar be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn ko lv lt mk ms mr no fa pl pt ro ' +
    'ru sr sk sl es sv tl ta te th tr uk vi xh zu'
  ).split(' '),
);

/** `detect_language` of the other models knows 35 languages only; this one also hears several in a recording. */
const MULTILINGUAL = /^nova-3(-general)?$/;

/** The part of a call that is about the language; `given` is BCP 47. */
export function speechLanguage(model: string, given: string | undefined): Record<string, string> {
  if (MULTILINGUAL.test(model)) {
    if (given === undefined) return { language: 'multi' };
    const base = given.split('-', 1)[0]?.toLowerCase() ?? '';
    // Told it outright, it refuses what it cannot hear; a hint it would leave aside.
    return HEARD_BY_NOVA_3.has(base) ? { language: 'multi', language_hint: given } : { language: given };
  }
  return given === undefined ? { detect_language: 'true' } : { language: given };
}

/** The models before it have `keywords`, with weights of their own, and refuse this. */
export const takesKeyTerms = (model: string): boolean => model.startsWith('nova-3');
