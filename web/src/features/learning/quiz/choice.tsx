import { Text } from '@mantine/core';
import type { GivenAnswer } from '@training/shared/learning/attempts';
import type { ReactNode } from 'react';
import classes from '../learning.module.css';

interface ChoiceProps {
  given: GivenAnswer | undefined;
  /** The index of the option. */
  index: number;
  children: ReactNode;
}

/** An option. Once answered, it says in words, not only by colour, whether it was right and chosen. */
export function Choice({ given, index, children }: ChoiceProps) {
  const isChosen = given !== undefined && includes(given.response, index);
  const isRight = given !== undefined && isSolution(given, index);
  const isWrong = isChosen && given?.solution != null && !isRight;
  const mark = isRight || (isWrong ? false : undefined);
  return (
    <div className={classes.choice} data-given={given !== undefined || undefined} data-right={mark}>
      {children}
      {(isChosen || isRight) && (
        <Text size="xs" fw={600}>
          {isChosen ? `Your answer${isRight ? ': correct' : isWrong ? ': incorrect' : ''}` : 'Correct'}
        </Text>
      )}
    </div>
  );
}

/**
 * Returns true if the option is known to be right. If the solution isn't shown, only the result of the whole answer is
 * known.
 */
const isSolution = ({ solution, response, right }: GivenAnswer, index: number) =>
  solution === null ? right === true && includes(response, index) : includes(solution, index);

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
