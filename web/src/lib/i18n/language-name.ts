import { language } from './language.ts';

const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });

/** Returns the name of a language in the console's, such as "German" for `de`; empty for none. */
export const languageName = (code: string): string => (code === '' ? '' : (names.of(code) ?? code));
