import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { compileCatalogue } from '@training/shared/i18n/compile-catalogue';

/** Language of the browser and so of the console. Tests name what they look for in English, whatever it is. */
export const LANGUAGE = process.env['E2E_LANGUAGE'] ?? 'en';

/** A form of a message: texts, and names of values. A plural has a form for each category. */
type Form = (string | { value: string })[];

const together = (first: Form[], then: Form[]): Form[] => first.flatMap((a) => then.map((b) => [...a, ...b]));

/** Returns all forms of a compiled message (shared/src/i18n/compile-catalogue.ts has its shape). */
function formsOf(message: unknown): Form[] {
  if (typeof message === 'string') return [[message]];
  return Array.isArray(message) ? message.map(formsOfPart).reduce(together, [[]]) : [[]];
}

function formsOfPart(part: unknown): Form[] {
  if (typeof part === 'string') return [[part]];
  if (!Array.isArray(part)) return [[{ value: '#' }]];
  const [name, kind, branches] = part as [string, ...unknown[]];
  // A tag without content stands for an element, as a value does for a text.
  if (kind === undefined || kind === '') return [[{ value: name }]];
  if (typeof kind !== 'number' || kind === 0) return formsOf(part.slice(1));
  return typeof branches === 'object' && branches !== null
    ? Object.values(branches).flatMap(formsOf)
    : [[{ value: name }]];
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const spaced = (form: Form, of: (value: string) => string) =>
  form.map((part) => (typeof part === 'string' ? part : of(part.value))).join('');
const patternOf = (form: Form, of: (value: string) => string) =>
  form.map((part) => (typeof part === 'string' ? escaped(part) : of(part.value))).join('');

interface Message {
  /** English forms, with what a value matches. */
  english: { form: Form; whole: RegExp; values: string[] }[];
  there: Form[];
}

let all: Message[] | undefined;

/** Reads the messages in English and in the language, but for those that are a value alone. */
function messages(): Message[] {
  const folder = path.resolve(import.meta.dirname, '../../shared/messages');
  const read = (language: string, file: string): Record<string, string> =>
    JSON.parse(readFileSync(path.join(folder, language, file), 'utf8'));
  all ??= readdirSync(path.join(folder, 'en')).flatMap((file) => {
    const english = compileCatalogue(read('en', file));
    const there = compileCatalogue(read(LANGUAGE, file), read('en', file), LANGUAGE);
    return Object.keys(english).map((key) => ({
      english: formsOf(english[key])
        .filter((form) => form.some((part) => typeof part === 'string' && /\p{L}/u.test(part)))
        .map((form) => ({
          form,
          whole: new RegExp(`^${patternOf(form, () => '(.+?)')}$`, 'i'),
          values: form.flatMap((part) => (typeof part === 'string' ? [] : [part.value])),
        })),
      there: formsOf(there[key]),
    }));
  });
  return all;
}

/** Between words. The letters are those of Latin and Arabic, as Playwright's selectors take no Unicode classes. */
const EDGE = '[A-Za-z\u00C0-\u024F\u0600-\u06FF]';
/** Of texts that stand together without a space between. */
const NO_EDGE = '(?!)';

/** Returns the pattern of what English words, or a pattern of them, are in the language. Names of things stay. */
export function inLanguage(words: string | RegExp, isExact = false, edge = EDGE): string | RegExp {
  const found = LANGUAGE === 'en' ? [] : patternsOf(words, isExact);
  if (found.length === 0) return words;
  const own = typeof words === 'string' ? escaped(words) : words.source;
  const begins = isExact || (typeof words !== 'string' && words.source.startsWith('^')) ? '^\u2068?' : `(?<!${edge})`;
  const ends = isExact || (typeof words !== 'string' && words.source.endsWith('$')) ? '$' : `(?!${edge})`;
  return new RegExp(`${begins}(?:${found.join('|')})${ends}|${own}`, 'i');
}

/** Returns patterns of all translations of the words. A value may be a message, too. */
function patternsOf(words: string | RegExp, isExact: boolean): string[] {
  const found = new Set<string>();
  for (const { english, there } of messages()) {
    for (const { form, whole, values } of english) {
      const known = matched(words, isExact, form, whole);
      if (known === null) continue;
      const given = new Map(values.map((value, place) => [value, known[place + 1] ?? '']));
      const valueOf = (value: string) => {
        const text = given.get(value) ?? '';
        return text === '' ? '.*' : `(?:${[escaped(text), ...patternsOf(text, true)].join('|')})`;
      };
      for (const translated of there) found.add(patternOf(translated, valueOf));
    }
  }
  return [...found];
}

/** Returns the match of a form with the words. Its groups are its values, if the words have them. */
function matched(words: string | RegExp, isExact: boolean, form: Form, whole: RegExp): string[] | null {
  if (typeof words !== 'string') {
    const numbers = words.source.match(/\d+/g) ?? [];
    const isMeant = ['X', '1', ...numbers].some((value) => words.test(spaced(form, () => value)));
    return isMeant ? [''] : null;
  }
  const found = whole.exec(words);
  if (found) return found;
  return !isExact &&
    spaced(form, () => '')
      .toLowerCase()
      .includes(words.toLowerCase())
    ? ['']
    : null;
}

/** Looks up what `page` and its locators are asked for in the language from now on, in the whole worker. */
export function lookUpInLanguage(page: Page): void {
  if (LANGUAGE === 'en') return;
  for (const kind of [page, page.locator('html')]) {
    const methods: Page | Locator = Object.getPrototypeOf(kind);
    if (Object.hasOwn(methods, 'isInLanguage')) continue;
    Object.defineProperty(methods, 'isInLanguage', { value: true });
    for (const method of ['getByLabel', 'getByText', 'getByPlaceholder'] as const) {
      const plain = methods[method];
      methods[method] = function (this: Page & Locator, words, options) {
        return plain.call(this, inLanguage(words, options?.exact), options);
      };
    }
    const byRole = methods.getByRole;
    methods.getByRole = function (this: Page & Locator, role, options = {}) {
      const { name, exact } = options;
      return byRole.call(this, role, name === undefined ? options : { ...options, name: inLanguage(name, exact) });
    };
    if (!('filter' in methods)) continue;
    const plainFilter = methods['filter'];
    methods.filter = function (this: Locator, options = {}) {
      const { hasText } = options;
      return plainFilter.call(
        this,
        hasText === undefined ? options : { ...options, hasText: inLanguage(hasText, false, NO_EDGE) },
      );
    };
  }
}
