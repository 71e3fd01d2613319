import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileCatalogue, type CatalogueMessages } from '@training/shared/i18n/compile-catalogue';
import {
  type CompiledCatalogue,
  createTranslator,
  type CatalogueName,
  type Translator,
} from '@training/shared/i18n/translator';
import { AppError } from './errors.ts';

const folder = path.resolve(import.meta.dirname, '../../../shared/messages');
/** Returns a catalogue as written; an empty one if the language lacks it. */
function messagesOf(language: string, feature: string): CatalogueMessages {
  const file = path.join(folder, language, `${feature}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Languages that the server has catalogues of. */
export const CATALOGUE_LANGUAGES: readonly string[] = readdirSync(folder).toSorted();

const catalogues = new Map<string, CompiledCatalogue>();

function catalogueOf(feature: CatalogueName, language: string): CompiledCatalogue {
  const key = `${language} ${feature}`;
  let catalogue = catalogues.get(key);
  if (!catalogue) {
    catalogue = compileCatalogue(messagesOf(language, feature), messagesOf('en', feature), language);
    catalogues.set(key, catalogue);
  }
  return catalogue;
}

/** Returns the language that texts are written in: English if the server no longer has the wanted one. */
export const toCatalogueLanguageOrEnglish = (wanted: string): string =>
  CATALOGUE_LANGUAGES.includes(wanted) ? wanted : 'en';

/** Returns the translator of a feature into a language; into English if the server no longer has the language. */
export function translatorIn<F extends CatalogueName>(feature: F, wanted: string): Translator<F> {
  const language = toCatalogueLanguageOrEnglish(wanted);
  return createTranslator(feature, () => ({ language, catalogue: catalogueOf(feature, language) }));
}

/** The variant of a language in which dates and numbers are written. English is British, as its days come first. */
const variantOf = (language: string) => (language === 'en' ? 'en-GB' : language);

/** Formats a day in words, in a time zone: "12 March 2026". */
export function formatDay(language: string, moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(variantOf(language), { dateStyle: 'long', timeZone }).format(moment);
}

/** Formats a moment of a time zone: "12 Mar 2026, 09:30". */
export function formatMoment(language: string, moment: Date, timeZone: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(variantOf(language), options).format(moment);
}

/** Formats a number that identifies something, without separators: "1234". */
export function formatNumberWithoutGrouping(language: string, number: number): string {
  return new Intl.NumberFormat(variantOf(language), { useGrouping: false }).format(number);
}

/** Asserts that the server has the language. @throws AppError `invalid_request` that names the languages it has */
export function assertCatalogueLanguage(language: string): void {
  if (CATALOGUE_LANGUAGES.includes(language)) return;
  const message = `Must be one of ${CATALOGUE_LANGUAGES.join(', ')}`;
  const fields = [{ path: 'language', code: 'language_not_offered', message }];
  throw new AppError('invalid_request', `The language ${language} isn’t offered. ${message}.`, { fields });
}
