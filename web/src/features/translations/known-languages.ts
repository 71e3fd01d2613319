import { LANGUAGES, locale } from '../../lib/i18n/language.ts';
import { languageName } from '../../lib/i18n/language-name.ts';

/** Languages that workforces often speak, besides those of the console. Others can be entered by their code. */
const COMMON = [
  'ar',
  'bg',
  'bn',
  'bs',
  'ckb',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'mk',
  'ms',
  'my',
  'nb',
  'ne',
  'nl',
  'pa',
  'pl',
  'ps',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'so',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'th',
  'ti',
  'tl',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
  'zh-Hant',
] as const;

/** Returns languages to choose from, by name in the console's language. */
export function knownLanguages(also: readonly string[] = []): string[] {
  const { compare } = new Intl.Collator(locale);
  const codes = [...new Set<string>([...COMMON, ...LANGUAGES, ...also])];
  return codes.toSorted((one, other) => compare(languageName(one), languageName(other)));
}
