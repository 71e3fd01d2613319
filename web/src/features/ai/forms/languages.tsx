import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { GenerateCards } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { languageNameOfTag } from '../../../lib/i18n/in-words.ts';

/** The most common course languages. The features accept any language tag. */
const TAGS = ['ar', 'zh', 'cs', 'nl', 'en', 'fr', 'de', 'hi', 'it', 'ja', 'pl', 'pt-BR', 'pt', 'ro', 'es', 'tr', 'uk'];

/** ISO 639 codes that models return for an unidentified language. */
const UNKNOWN = new Set(['', 'und', 'mis', 'zxx']);

/** Returns "Portuguese" for `pt`; null if the model couldn't identify the language. */
export function findKnownLanguageName(tag: string): string | null {
  const [language = ''] = tag.toLowerCase().split('-');
  return UNKNOWN.has(language) ? null : languageNameOfTag(tag);
}

/** The field's value: a language tag, or empty for the source's own language. */
export const OptionalLanguageTag = z
  .string()
  .transform((tag) => tag || undefined)
  .pipe(GenerateCards.shape.language);

interface LanguageSelectProps extends NativeSelectProps {
  /** The label of the empty choice. */
  none: string;
}

export function LanguageSelect({ none, ...props }: LanguageSelectProps) {
  const options = TAGS.map((value) => ({ value, label: languageNameOfTag(value) }));
  return <NativeSelect maw="20rem" data={[{ value: '', label: none }, ...options]} {...props} />;
}
