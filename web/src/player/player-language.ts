import { textDirectionOf } from '@training/shared/i18n/direction';

/** Takes the place of `lib/i18n/language.ts`: the player's language can change without loading the page anew. */
const files = import.meta.glob('../../../shared/messages/*/learning.json', { import: 'default', eager: true });

const LANGUAGES = Object.keys(files).map((file) => file.split('/').at(-2) ?? '');

const baseOf = (tag: string) => tag.toLowerCase().split('-', 1)[0] ?? '';

/** Returns the language of the buttons: that of the content, else the browser's, else English. */
function interfaceLanguage(content: string): string {
  return [content, ...navigator.languages].map(baseOf).find((each) => LANGUAGES.includes(each)) ?? 'en';
}

export let language = 'en';
export let locale = 'en';
export let consoleTextDirection: 'ltr' | 'rtl' = 'ltr';

/** Changes the language of the buttons to suit that of the content. */
export function setPlayerLanguageForContent(content: string): void {
  language = interfaceLanguage(content);
  locale = [content, ...navigator.languages].find((tag) => baseOf(tag) === language) ?? language;
  consoleTextDirection = textDirectionOf(language);
  Object.assign(document.documentElement, { lang: language, dir: consoleTextDirection });
}

/** Returns the name of a language in itself, such as "Deutsch" for `de`. */
export function languageNameOf(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code) ?? code;
}
