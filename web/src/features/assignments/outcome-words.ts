import type { Outcome } from '@training/shared/assignments/assignments';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

const AUDIENCES = new Intl.ListFormat(locale);

/** Returns what a person's training becomes, and through which audiences. Who was chosen by name has none. */
export function outcomeInWords(
  training: { person: string; module: string; outcome: Outcome },
  through: string[],
): string {
  if (through.length === 0) return t('outcome', training);
  return t('outcomeThrough', { ...training, audiences: AUDIENCES.format(through) });
}
