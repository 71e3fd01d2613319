import { textDirectionOf } from '@training/shared/i18n/direction';

const files = import.meta.glob('../../../../shared/messages/*/frame.json');

/** Languages of the console: the folders of `shared/messages`. */
export const CONSOLE_LANGUAGES = Object.keys(files)
  .map((file) => file.split('/').at(-2) ?? '')
  .toSorted();

/** Returns the language of the console that suits best; undefined if none does. */
export function findBestLanguage(
  wanted: readonly string[],
  offered: readonly string[] = CONSOLE_LANGUAGES,
): string | undefined {
  for (const tag of wanted) {
    const found =
      offered.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? offered.find((each) => each === baseOf(tag));
    if (found !== undefined) return found;
  }
  return undefined;
}

const baseOf = (tag: string) => tag.toLowerCase().split('-', 1)[0] ?? '';

/** Key in the browser's storage for the language of the last profile. */
const STORED = 'language';

function stored(): string[] {
  try {
    return [localStorage.getItem(STORED) ?? ''].filter(Boolean);
  } catch {
    // Storage can be switched off; then the browser decides.
    return [];
  }
}

const preferred = globalThis.navigator?.languages ?? [];

/** The language that the browser asks for; undefined if there is none of them. */
export const browserLanguage = findBestLanguage(preferred);

/** The console's language. It stays until the page is loaded anew. */
export const language: string = findBestLanguage(stored()) ?? browserLanguage ?? 'en';

/** The language for dates and numbers: the browser's variant, such as en-GB, if it is of the console's language. */
export const locale: string = preferred.find((tag) => baseOf(tag) === baseOf(language)) ?? language;

/** The direction in which the language is written. */
export const consoleTextDirection: 'ltr' | 'rtl' = textDirectionOf(language);

/** Remembers a language and loads the page in it; does nothing if the browser stores nothing. */
export function changeLanguage(to: string): void {
  try {
    localStorage.setItem(STORED, to);
  } catch {
    return;
  }
  location.reload();
}

let names: Intl.DisplayNames | undefined;

/** Returns the name of a language in the console's, such as "German" for `de`; empty for none. */
export function languageNameOf(code: string): string {
  names ??= new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  return code === '' ? '' : (names.of(code) ?? code);
}

/** Returns the name of a language in itself, such as "Deutsch" for `de`. */
export function nativeLanguageNameOf(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code) ?? code;
}
