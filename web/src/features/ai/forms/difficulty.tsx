import { NativeSelect } from '@mantine/core';
import type { Difficulty } from '@training/shared/ai/generated-items';

const WORDS: Record<Difficulty, string> = {
  basic: 'Basic: mostly to know',
  standard: 'Standard: to know and to use',
  advanced: 'Advanced: to use and to decide',
};

const CHOICES = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

/** Selects the mix of levels. */
export function DifficultySelect(props: object) {
  return <NativeSelect label="Difficulty" data={CHOICES} {...props} />;
}
