import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS_BY_CODE } from '@training/shared/errors';
import { compileCatalogue, type CatalogueMessages } from '@training/shared/i18n/compile-catalogue';
import { textDirectionOf } from '@training/shared/i18n/direction';
import { Language } from '@training/shared/i18n/languages';
import { createTranslator } from '@training/shared/i18n/translator';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../shared/messages');
const languages = readdirSync(folder);
const filesOf = (language: string) => readdirSync(path.join(folder, language)).toSorted();
const messagesOf = (language: string, file: string): CatalogueMessages =>
  JSON.parse(readFileSync(path.join(folder, language, file), 'utf8'));

const PLURAL = 2;
const NUMBER = 4;

/** Names of the values and tags in a compiled message, and the kind of each. A plural is a number. */
function valuesIn(message: unknown, found = new Set<string>()): string[] {
  if (Array.isArray(message)) {
    const [name, kind] = message as unknown[];
    const isNode =
      typeof name === 'string' && message.length > 1 ? typeof kind === 'number' && kind > 0 : message.length === 1;
    if (isNode && typeof name === 'string')
      found.add(typeof kind === 'number' && kind > 0 ? `${name} ${kind === PLURAL ? NUMBER : kind}` : name);
    for (const part of message) valuesIn(part, found);
  } else if (typeof message === 'object' && message !== null) {
    for (const part of Object.values(message)) valuesIn(part, found);
  }
  return [...found].toSorted();
}

test.each(languages)('the language “%s” has every message, with the values of the English one', (language) => {
  expect(Language.parse(language), 'The folder is named by the code').toBe(language);
  expect(filesOf(language)).toEqual(filesOf('en'));
  for (const file of filesOf('en')) {
    const english = compileCatalogue(messagesOf('en', file));
    const theirs = compileCatalogue(messagesOf(language, file));
    expect(Object.keys(theirs).toSorted(), `${language}/${file}`).toEqual(Object.keys(english).toSorted());
    for (const [key, message] of Object.entries(english)) {
      expect(valuesIn(theirs[key]), `${language}/${file}, ${key}`).toEqual(valuesIn(message));
    }
  }
});

/** Categories of numbers that a plural in a compiled message lacks. Those of one number may be written as `=1`. */
function missingCategories(message: unknown, categories: readonly string[]): string[] {
  if (!Array.isArray(message)) {
    if (typeof message !== 'object' || message === null) return [];
    return Object.values(message).flatMap((branch) => missingCategories(branch, categories));
  }
  const [, kind, branches] = message as unknown[];
  const own =
    kind === PLURAL && typeof branches === 'object' && branches !== null
      ? categories.filter((category) => !(category in branches) && !(`=${NUMBERS[category] ?? ''}` in branches))
      : [];
  return [...own, ...message.flatMap((part) => missingCategories(part, categories))];
}
const NUMBERS: Record<string, number> = { zero: 0, one: 1, two: 2 };

test.each(languages)('each plural of the language “%s” has all of its categories', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const missing = filesOf(language).flatMap((file) =>
    Object.entries(compileCatalogue(messagesOf(language, file))).flatMap(([key, message]) =>
      missingCategories(message, pluralCategories).map((category) => `${file} ${key}: ${category}`),
    ),
  );
  expect(missing).toEqual([]);
  expect(missingCategories(compileCatalogue({ a: '{n, plural, other {#}}' })['a'], ['one', 'other'])).toEqual(['one']);
});

test('no two messages of a feature are the same, unless a language tells them apart', () => {
  for (const file of filesOf('en')) {
    const all = languages.map((language) => messagesOf(language, file));
    const texts = Object.keys(messagesOf('en', file)).map((key) => JSON.stringify(all.map((texts) => texts[key])));
    expect(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      file,
    ).toEqual([]);
  }
});

test('each error and each code of an invalid field has a sentence for the languages of the console', () => {
  const messages = messagesOf('en', 'errors.json');
  expect(Object.keys(ERRORS_BY_CODE).filter((code) => !/^\p{Lu}.*\.$/su.test(messages[code] ?? ''))).toEqual([]);
  const source = path.resolve(import.meta.dirname, '../src');
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*\.(?:test|deep)\.ts$).*\.ts$/u.test(file))
    .map((file) => readFileSync(path.join(source, file), 'utf8'));
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/\bcode: '(\w+)', message\b/g)].map(([, code]) => code ?? ''),
  );
  expect(codes).toContain('unknown_time_zone');
  // Of text that PostgreSQL can't store, which no form sends.
  const known = (code: string) => code === 'custom' || code in ERRORS_BY_CODE || `field.${code}` in messages;
  expect(codes.filter((code) => !known(code))).toEqual([]);
});

test('each part of the system that events name has a name in the languages of the console', () => {
  const source = path.resolve(import.meta.dirname, '../src');
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*\.(?:test|deep)\.ts$).*\.ts$/u.test(file))
    .map((file) => readFileSync(path.join(source, file), 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:kind: 'system', name: |createSystemContextFields\()'([^']+)'/g)].map(
      ([, name]) => `system.${name ?? ''}`,
    ),
  );
  expect(names).toContain('system.Operator');
  const known = Object.keys(messagesOf('en', 'events.json')).filter((key) => key.startsWith('system.'));
  expect(known.toSorted()).toEqual([...new Set(names)].toSorted());
});

test('a message that is not ICU MessageFormat is refused by its key, and what a language lacks is English', () => {
  expect(() => compileCatalogue({ greeting: 'Hello {name' })).toThrow(/greeting/);
  expect(compileCatalogue({ yes: 'Ja' }, { yes: 'Yes', no: 'No' })).toEqual({ yes: 'Ja', no: 'No' });
});

test('a sentence that begins with a value starts with a right-to-left mark in languages written from right to left', () => {
  const written = languages.filter((language) => textDirectionOf(language) === 'rtl');
  expect(written).toContain('ar');
  const isMarked = (message: string) => {
    const parts = compileCatalogue({ message }, {}, 'ar')['message'];
    return (Array.isArray(parts) ? parts[0] : String(parts)[0]) === '\u200F';
  };
  for (const language of written) {
    for (const file of filesOf(language)) {
      const begin = Object.values(messagesOf(language, file)).filter((message) =>
        /^[^\p{L}{<]*(?:\{\w+\}|<|\p{Script=Latin}).*\p{Script=Arabic}/su.test(message),
      );
      expect(begin.filter((message) => !isMarked(message))).toEqual([]);
    }
  }
  expect(isMarked('{kind, select, by {{name} هنا} other {هنا}}')).toBe(true);
  expect(['هنا {name}', '{kind, select, card {بطاقة} other {سؤال}}', '{n, number}%', 'Slack'].filter(isMarked)).toEqual(
    [],
  );
});

test('values and tags are isolated where one writes from right to left, and keep their places', () => {
  const catalogue = compileCatalogue(
    {
      plain: 'No value',
      value: 'From {name}',
      tag: 'See <link>the page of {name}</link>.',
      branch: '{count, plural, one {# by {name}} other {{count, number} by {name}}}',
      select: '{kind, select, card {Card} other {Question}} 1',
      begins: '{name} هنا',
      number: '{count, number}%',
    },
    {},
    'ar',
  );
  const t = createTranslator<never>('frame' as never, () => ({ language: 'ar', catalogue }));
  const said = (key: string, values: object) => (t as (key: string, values: object) => string)(key, values);
  expect(said('plain', {})).toBe('No value');
  expect(said('value', { name: 'Ana' })).toBe('From \u2068Ana\u2069');
  expect(said('branch', { count: 1, name: 'Ana' })).toBe('1 by \u2068Ana\u2069');
  expect(said('branch', { count: 7, name: 'Ana' })).toBe('7 by \u2068Ana\u2069');
  expect(said('select', { kind: 'card' })).toBe('Card 1');
  expect(said('begins', { name: 'Ana' })).toBe('\u200F\u2068Ana\u2069 هنا');
  expect(said('number', { count: 7 })).toBe('7%');
  const parts = (t.parts as (key: string, values: object) => unknown[])('tag', {
    name: 'Ana',
    link: (chunks: unknown[]) => ({ link: chunks.join('') }),
  });
  expect(parts).toEqual(['See \u2068', { link: 'the page of \u2068Ana\u2069' }, '\u2069.']);
});
