import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { GenerateCards } from '@training/shared/generated-items';
import { z } from 'zod';

/** Those that people write courses in most; the features take any language tag. */
const TAGS = ['ar', 'zh', 'cs', 'nl', 'en', 'fr', 'de', 'hi', 'it', 'ja', 'pl', 'pt-BR', 'pt', 'ro', 'es', 'tr', 'uk'];

const names = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

/** "Portuguese" for `pt`; a tag that is none as it stands. */
function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** What the models answer where a text is in no language that they can tell, by ISO 639. */
const UNKNOWN = new Set(['', 'und', 'mis', 'zxx']);

/** "Portuguese" for `pt`; null where the model could not tell. */
export function knownLanguage(tag: string): string | null {
  const [language = ''] = tag.toLowerCase().split('-');
  return UNKNOWN.has(language) ? null : languageName(tag);
}

/** The field's value: a language tag, or empty for the source's own language. */
export const LanguageField = z
  .string()
  .transform((tag) => tag || undefined)
  .pipe(GenerateCards.shape.language);

interface LanguageSelectProps extends NativeSelectProps {
  /** The first choice, which says nothing about the language. */
  none: string;
}

export function LanguageSelect({ none, ...props }: LanguageSelectProps) {
  const options = TAGS.map((value) => ({ value, label: languageName(value) }));
  return <NativeSelect maw="20rem" data={[{ value: '', label: none }, ...options]} {...props} />;
}
