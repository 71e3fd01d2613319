import { VisuallyHidden } from '@mantine/core';
import type { Attempt, GivenAnswer } from '@training/shared/learning/attempts';
import classes from '../learning.module.css';

const WORDS = { right: 'correct', wrong: 'incorrect', waiting: 'not graded yet', open: 'not answered' };

/** The state of each question of the attempt at a glance. */
export function QuestionDots({ attempt, current }: { attempt: Attempt; current: string }) {
  const answers = new Map(attempt.answers.map((answer) => [answer.question_id, answer]));
  return (
    <ol className={classes.dots} aria-label="Questions">
      {attempt.asked.map(({ id }, index) => {
        const state = stateOf(answers.get(id));
        return (
          <li
            key={id}
            className={classes.dot}
            data-state={state}
            data-current={id === current || undefined}
            aria-current={id === current ? 'step' : undefined}
          >
            <VisuallyHidden>
              {index + 1}: {WORDS[state]}
            </VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}

export function stateOf(answer: GivenAnswer | undefined): keyof typeof WORDS {
  if (answer === undefined) return 'open';
  if (answer.right === null) return 'waiting';
  return answer.right ? 'right' : 'wrong';
}
