import { Text } from '@mantine/core';
import type { GivenAnswer } from '@training/shared/attempts';
import type { ReactNode } from 'react';
import classes from '../learning.module.css';

interface ChoiceProps {
  given: GivenAnswer | undefined;
  /** Which option it is. */
  index: number;
  children: ReactNode;
}

/**
 * An option to choose; once it is answered it says in words, and not by colour alone, what was right and what chosen.
 */
export function Choice({ given, index, children }: ChoiceProps) {
  const solution = given?.solution ?? null;
  const isRight = solution !== null && includes(solution, index);
  const isChosen = given !== undefined && includes(given.response, index);
  const mark = isRight || (isChosen ? false : undefined);
  return (
    <div className={classes.choice} data-given={given !== undefined || undefined} data-right={mark}>
      {children}
      {mark !== undefined && (
        <Text size="xs" fw={600}>
          {isChosen ? (isRight ? 'Your answer: correct' : 'Your answer: incorrect') : 'Correct'}
        </Text>
      )}
    </div>
  );
}

function includes(answer: NonNullable<GivenAnswer['solution']> | GivenAnswer['response'], index: number): boolean {
  switch (answer.kind) {
    case 'single_choice':
      return ('correct' in answer ? answer.correct : answer.choice) === index;
    case 'multiple_choice':
      return ('correct' in answer ? answer.correct : answer.choices).includes(index);
    default:
      return false;
  }
}
