import { NativeSelect } from '@mantine/core';
import type { Difficulty } from '@training/shared/ai/generated-items';

const WORDS: Record<Difficulty, string> = {
  basic: 'Basic: mostly recall',
  standard: 'Standard: recall and apply',
  advanced: 'Advanced: apply and judge',
};

const CHOICES = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

/** Selects the mix of levels. */
export function DifficultySelect(props: object) {
  return <NativeSelect label="Difficulty" data={CHOICES} {...props} />;
}
