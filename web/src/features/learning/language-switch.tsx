import { NativeSelect, Text } from '@mantine/core';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { chooseStudyLanguage } from './study-language.ts';

const t = translatorOf('learning');

/** Chooses the language of a module, if it has several. Answers stay as they are. */
export function StudyLanguageSwitch({ module: { module_id, language, languages } }: { module: ModuleForStudy }) {
  if (languages.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('languageOfTraining')}
      value={language}
      data={languages.map((code) => ({ value: code, label: languageNameOf(code) }))}
      onChange={({ currentTarget }) => chooseStudyLanguage(module_id, currentTarget.value)}
    />
  );
}

interface ShownIn {
  language: string;
  untranslated: string[];
}

/** Says that a card or question is shown in the source language, because its translation isn't approved yet. */
export function UntranslatedNote({ id, shown, source }: { id: string | undefined; shown: ShownIn; source: string }) {
  if (id === undefined || !shown.untranslated.includes(id)) return null;
  return (
    <Text size="sm" c="dimmed" component="p" mb="xs">
      {t('shownInSource', { language: languageNameOf(source) })}
    </Text>
  );
}
