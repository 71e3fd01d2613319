import { type Catalogue, createTranslator, type Feature, type Translator } from '@training/shared/i18n/translator';
import { language, locale } from './player-language.ts';

/** Takes the place of `lib/i18n/catalogues.ts`: a package loads nothing later. */
const files = import.meta.glob<Catalogue>('../../../shared/messages/*/{frame,learning,player}.json', {
  import: 'default',
  eager: true,
});

/** Returns the translator of a feature into the player's present language. */
export function plainTranslatorOf<F extends Feature>(feature: F): Translator<F> {
  return createTranslator(feature, () => ({
    language: locale,
    catalogue: files[`../../../shared/messages/${language}/${feature}.json`] ?? {},
  }));
}
