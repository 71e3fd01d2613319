import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Attempt, GivenAnswer } from '@training/shared/learning/attempts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowButton } from '../../../ui/lists/row-button.tsx';
import classes from '../learning.module.css';
import { counted } from '../../../lib/i18n/numbers.ts';
import { dayInWords, localDayOf, percent } from '../../../lib/i18n/in-words.ts';
import { Note } from '../../../ui/note.tsx';

interface AttemptResultProps {
  attempt: Attempt;
  timeZone: string;
  onLook: (question: string) => void;
  children?: ReactNode;
}

/** The result of an attempt, with a link to each question. */
export function AttemptResult({ attempt, timeZone, onLook, children }: AttemptResultProps) {
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const answers = new Map(attempt.answers.map((answer) => [answer.question_id, answer]));
  return (
    <Stack gap="md" align="stretch">
      <Outcome attempt={attempt} timeZone={timeZone} />
      <ul className={classes.list} aria-label="Your answers">
        {attempt.asked.map(({ id, prompt }, index) => (
          <li key={id} className={classes.module}>
            <span className={classes.dot} data-state={stateOf(answers.get(id))} aria-hidden="true" />
            <div className={classes.words}>
              <Text size="sm" lineClamp={2}>
                {index + 1}. {prompt}
              </Text>
              <Text size="xs" c="dimmed">
                {inWords(answers.get(id))}
              </Text>
            </div>
            {answers.has(id) && (
              <RowButton
                aria-label={`${answers.get(id)?.state === 'transcribing' ? 'Check' : 'View'} question ${index + 1}`}
                onClick={() => onLook(id)}
              >
                {answers.get(id)?.state === 'transcribing' ? 'Check' : 'View'}
              </RowButton>
            )}
          </li>
        ))}
      </ul>
      {children}
      <Button variant="default" mr="auto" onClick={() => void navigate({ search: {} })}>
        Back to overview
      </Button>
    </Stack>
  );
}

/** Describes the result of an answer. Spoken answers may be partly right. */
function inWords(answer: GivenAnswer | undefined): string {
  if (answer === undefined) return 'Not answered';
  if (answer.state === 'transcribing') return 'Check what we heard';
  if (answer.score === null) return 'Being graded';
  if (answer.response.kind === 'spoken') return percent(answer.score);
  return answer.right ? 'Correct' : 'Incorrect';
}

interface OutcomeProps {
  attempt: Attempt;
  timeZone: string;
}

/** The result and end of the attempt. */
function Outcome({ attempt: { state, score, pass_score, ended_at, answers }, timeZone }: OutcomeProps) {
  if (state === 'waiting') {
    const waiting = answers.filter(({ right }) => right === null).length;
    const own = answers.filter((answer) => answer.state === 'transcribing').length;
    if (own > 0) {
      return (
        <Note color="yellow" title="Your turn">
          Check what we heard in {counted(own, 'answer', 'answers')}. {own === 1 ? 'It is' : 'They are'} graded once you
          confirm, or as we heard {own === 1 ? 'it' : 'them'} 15 minutes after the transcript.
        </Note>
      );
    }
    return (
      <Note color="yellow" title="Being graded">
        {counted(waiting, 'answer is', 'answers are')} still being graded. You don’t have to wait here.
      </Note>
    );
  }
  const on = ended_at === null ? '' : ` on ${dayInWords(localDayOf(ended_at, timeZone))}`;
  if (state === 'passed') {
    return (
      <Note color="green" title="Passed">
        {score !== null && `You scored ${percent(score)}${on}.`}
      </Note>
    );
  }
  if (state === 'failed') {
    return (
      <Note color="red" title="Not passed this time">
        {score !== null && `You scored ${percent(score)}${on}. The pass mark is ${percent(pass_score)}.`}
      </Note>
    );
  }
  return <Note title="Not finished">You didn’t finish this attempt.</Note>;
}

const WORDS = {
  right: 'correct',
  wrong: 'incorrect',
  check: 'check your answer',
  waiting: 'not graded yet',
  open: 'not answered',
};

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

function stateOf(answer: GivenAnswer | undefined): keyof typeof WORDS {
  if (answer === undefined) return 'open';
  if (answer.state === 'transcribing') return 'check';
  if (answer.right === null) return 'waiting';
  return answer.right ? 'right' : 'wrong';
}
