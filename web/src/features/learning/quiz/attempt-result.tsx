import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Attempt, GivenAnswer } from '@training/shared/attempts';
import type { StudiedModule } from '@training/shared/learning';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowButton } from '../../../ui/lists/row-button.tsx';
import classes from '../learning.module.css';
import { counted } from '../../../lib/numbers.ts';
import { percent } from '../../../lib/in-words.ts';
import { stateOf } from './question-dots.tsx';
import { Note } from '../../../ui/note.tsx';

interface AttemptResultProps {
  module: StudiedModule;
  attempt: Attempt;
  onLook: (question: string) => void;
  children: ReactNode;
}

/** How an attempt went, with each of its questions to look at. */
export function AttemptResult({ module, attempt, onLook, children }: AttemptResultProps) {
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const answers = new Map(attempt.answers.map((answer) => [answer.question_id, answer]));
  const unseen = module.cards.filter((card) => !card.seen).length;
  return (
    <Stack gap="md" align="stretch">
      <Outcome attempt={attempt} />
      {attempt.state === 'passed' && unseen > 0 && (
        <Alert title="Not completed yet">
          <Group gap="sm">
            <Text size="sm">You haven’t seen {counted(unseen, 'card')} yet.</Text>
            <Button size="xs" onClick={() => void navigate({ search: { step: 'cards' } })}>
              See cards
            </Button>
          </Group>
        </Alert>
      )}
      <ul className={classes.list} aria-label="Your answers">
        {module.questions.map(({ id, prompt }, index) => (
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
              <RowButton aria-label={`View question ${index + 1}`} onClick={() => onLook(id)}>
                {' '}
                View{' '}
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

/** How it was answered; what is spoken may be right in part. */
function inWords(answer: GivenAnswer | undefined): string {
  if (answer === undefined) return 'Not answered';
  if (answer.score === null) return 'Being graded';
  if (answer.response.kind === 'spoken') return percent(answer.score);
  return answer.right ? 'Correct' : 'Incorrect';
}

function Outcome({ attempt: { state, score, pass_score, answers } }: { attempt: Attempt }) {
  if (state === 'waiting') {
    const waiting = answers.filter(({ right }) => right === null).length;
    return (
      <Note color="yellow" title="Being graded">
        {counted(waiting, 'answer is', 'answers are')} still being graded. You don’t have to wait here.
      </Note>
    );
  }
  if (state === 'passed') {
    return (
      <Note color="green" title="Passed">
        {score !== null && `You scored ${percent(score)}.`}
      </Note>
    );
  }
  if (state === 'failed') {
    return (
      <Note color="red" title="Not passed this time">
        {score !== null && `You scored ${percent(score)}. The pass mark is ${percent(pass_score)}.`} See what was wrong,
        then try again.
      </Note>
    );
  }
  return <Alert title="Not finished">You switched to another version.</Alert>;
}
