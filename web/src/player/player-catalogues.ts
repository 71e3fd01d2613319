import {
  type CompiledCatalogue,
  createTranslator,
  type CatalogueName,
  type Translator,
} from '@training/shared/i18n/translator';
import { language, locale } from './player-language.ts';

/** Takes the place of `lib/i18n/catalogues.ts`: a package loads nothing later. */
const files = import.meta.glob<CompiledCatalogue>('../../../shared/messages/*/{frame,learning,player}.json', {
  import: 'default',
  eager: true,
});

/** Returns the translator of a feature into the player's present language. */
export function translatorWithoutReactOf<F extends CatalogueName>(feature: F): Translator<F> {
  return createTranslator(feature, () => ({
    language: locale,
    catalogue: files[`../../../shared/messages/${language}/${feature}.json`] ?? {},
  }));
}
