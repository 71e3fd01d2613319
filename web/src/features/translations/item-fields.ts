import {
  translatableTextsOf,
  type TranslatableTexts,
  type TranslatableItem,
} from '@training/shared/translations/item-texts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('translations');

/** One text of an item, with its translation. */
export interface TranslatableField {
  /** The field's name in the form. */
  name: string;
  label: string;
  source: string;
  /** True for accepted answers, which are one to a line and may differ in number. */
  isList: boolean;
  /** True for texts of one line. */
  isShort: boolean;
}

export type TranslationValues = Record<string, string>;

/** Returns the texts of an item in the order in which they are translated; empty ones are left out. */
export function translatableFieldsOf(item: TranslatableItem): TranslatableField[] {
  const field = (name: string, label: string, source: string, kind: 'long' | 'short' | 'list' = 'long') => ({
    name,
    label,
    source,
    isList: kind === 'list',
    isShort: kind === 'short',
  });
  const texts = translatableTextsOf(item);
  if ('title' in texts) return [field('title', t('field.title'), texts.title, 'short')];
  const alts = (texts.alts ?? []).map((text, index) =>
    field(`alts ${index}`, t('field.alt', { number: index + 1 }), text, 'short'),
  );
  if ('front' in texts)
    return [field('front', t('field.front'), texts.front), field('back', t('field.back'), texts.back), ...alts].filter(
      ({ name, source }) => source !== '' || !name.startsWith('alts'),
    );
  const listed = (name: string, label: 'option' | 'match' | 'unit', lines: string[]) =>
    lines.map((text, index) => field(`${name} ${index}`, t(`field.${label}`, { number: index + 1 }), text, 'short'));
  const answers =
    'options' in texts
      ? [
          ...listed('options', 'option', texts.options),
          ...('matches' in texts ? listed('matches', 'match', texts.matches) : []),
        ]
      : 'units' in texts
        ? listed('units', 'unit', texts.units)
        : 'rubric' in texts
          ? texts.rubric.map((text, index) =>
              field(`rubric ${index}`, t('field.point', { number: index + 1 }), text, 'short'),
            )
          : [field('accepted', t('field.accepted'), texts.accepted.join('\n'), 'list')];
  return [
    field('prompt', t('field.prompt'), texts.prompt),
    ...answers,
    field('explanation', t('field.explanation'), texts.explanation),
    ...alts,
  ].filter(({ source }) => source !== '');
}

/** Returns the texts of a translation as values of its form. */
export function translationValuesOf(
  texts: TranslatableTexts | undefined,
  fields: TranslatableField[],
): TranslationValues {
  const values: TranslationValues = {};
  for (const { name } of fields) values[name] = '';
  if (texts === undefined) return values;
  for (const [name, text] of Object.entries(texts) as [string, string | string[]][]) {
    if (typeof text === 'string') values[name] = text;
    else if (name === 'accepted') values[name] = text.join('\n');
    else for (const [index, each] of text.entries()) values[`${name} ${index}`] = each;
  }
  return values;
}

/** Returns the values of the form as texts of the item. */
export function itemTextsOfValues(item: TranslatableItem, values: TranslationValues): TranslatableTexts {
  const list = (name: string, like: string[]) => like.map((_, index) => values[`${name} ${index}`] ?? '');
  const source = translatableTextsOf(item);
  if ('title' in source) return { title: values['title'] ?? '' };
  const alts = source.alts && { alts: list('alts', source.alts) };
  if ('front' in source) return { front: values['front'] ?? '', back: values['back'] ?? '', ...alts };
  const question = { prompt: values['prompt'] ?? '', explanation: values['explanation'] ?? '', ...alts };
  if ('matches' in source) {
    return { ...question, options: list('options', source.options), matches: list('matches', source.matches) };
  }
  if ('units' in source) return { ...question, units: list('units', source.units) };
  if ('options' in source) return { ...question, options: list('options', source.options) };
  if ('rubric' in source) return { ...question, rubric: list('rubric', source.rubric) };
  const accepted = (values['accepted'] ?? '').split('\n').map((line) => line.trim());
  return { ...question, accepted: accepted.filter((line) => line !== '') };
}
