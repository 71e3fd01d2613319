import { NativeSelect } from '@mantine/core';
import { GenerationDifficulty } from '@training/shared/ai/generated-items';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Selects the mix of levels. */
export function DifficultySelect(props: object) {
  const choices = GenerationDifficulty.options.map((value) => ({ value, label: t(`difficulty.${value}`) }));
  return <NativeSelect label={t('difficulty')} data={choices} {...props} />;
}
