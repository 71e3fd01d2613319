import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Attempt } from '@training/shared/learning/attempts';
import type { StudiedModule } from '@training/shared/learning/learning';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../lib/i18n/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { useStudiedModule } from '../use-studied-module.ts';
import { percent } from '../../../lib/i18n/in-words.ts';
import { AttemptResult, QuestionDots } from './attempt-result.tsx';
import { QuestionPage } from './question-page.tsx';

interface QuizProps {
  module: StudiedModule;
  cycle: NonNullable<StudiedModule['cycle']>;
}

/** The current attempt, question by question, or the result of the last one. */
export function Quiz({ module, cycle }: QuizProps) {
  const { attempt } = module;
  // Keeps the answered question visible until the learner continues, also the last one. Answers to check come first.
  const [shown, setShown] = useState(attempt && answerToCheck(attempt));
  if (attempt === null)
    return module.attempts_left > 0 ? <BeginQuiz module={module} cycle={cycle} /> : <NoAttemptsLeft />;
  const next = nextOpen(attempt);
  const current = shown ?? next;
  if (current === null || (attempt.state !== 'open' && shown === null)) {
    return (
      <AttemptResult attempt={attempt} timeZone={module.time_zone} onLook={setShown}>
        {attempt.state === 'passed' && <UnseenCards module={module} />}
        {attempt.state === 'failed' &&
          cycle.completed_at === null &&
          (module.attempts_left > 0 ? <BeginQuiz module={module} cycle={cycle} again /> : <NoAttemptsLeft />)}
      </AttemptResult>
    );
  }
  const index = attempt.asked.findIndex(({ id }) => id === current);
  const question = attempt.asked[index];
  if (!question) return null;
  const given = attempt.answers.find(({ question_id }) => question_id === current);
  // Leaving an answer unchecked must lead on, also where another one is unchecked.
  const toCheck = given?.state === 'transcribing' ? null : answerToCheck(attempt);
  return (
    <Stack gap="md" align="stretch">
      <QuestionDots attempt={attempt} current={current} />
      <QuestionPage
        key={`${attempt.id}/${current}`}
        module={module}
        attempt={attempt}
        question={question}
        place={`Question ${index + 1} of ${attempt.asked.length}`}
        onAnswered={setShown}
        onNext={() => setShown(toCheck)}
        hasToCheck={toCheck !== null}
        isLast={next === null || (next === current && attempt.answers.length + 1 >= attempt.asked.length)}
      />
    </Stack>
  );
}

export function NoAttemptsLeft() {
  return <Alert title="No attempts left">Ask a trainer to open more. Your bell tells you when they have.</Alert>;
}

/** Steps that remain after passing the quiz. */
function UnseenCards({ module }: { module: StudiedModule }) {
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const unseen = module.cards.filter((card) => !card.seen).length;
  if (unseen === 0) return null;
  return (
    <Alert title="Not completed yet">
      <Group gap="sm">
        <Text size="sm">You haven’t seen {counted(unseen, 'card')} yet.</Text>
        <Button size="xs" onClick={() => void navigate({ search: { step: 'cards' } })}>
          See cards
        </Button>
      </Group>
    </Alert>
  );
}

/** Returns the question whose answer waits for the learner to confirm what was heard. */
const answerToCheck = ({ answers }: Attempt): string | null =>
  answers.find(({ state }) => state === 'transcribing')?.question_id ?? null;

function nextOpen(attempt: Attempt): string | null {
  if (attempt.state !== 'open') return null;
  const answered = new Set(attempt.answers.map(({ question_id }) => question_id));
  return attempt.asked.find(({ id }) => !answered.has(id))?.id ?? null;
}

function BeginQuiz({ module, cycle, again = false }: QuizProps & { again?: boolean }) {
  const { begun } = useStudiedModule(module.module_id);
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const beginning = trpc.learning.beginAttempt.useMutation({ onSuccess: begun });
  const unseen = module.cards.filter((card) => !card.seen).length;
  return (
    <Stack gap="sm" align="flex-start">
      {!again && (
        <Text>
          {counted(module.questions.length, 'question')} · {counted(module.attempts_left, 'attempt')} left · Pass mark{' '}
          {percent(module.revision.pass_score)}. Each answer is saved at once and can’t be changed. You can stop and go
          on later, on any device.
        </Text>
      )}
      {unseen > 0 && !again && (
        <Text c="dimmed">You haven’t seen {counted(unseen, 'card')} yet. See them all to complete this training.</Text>
      )}
      {beginning.error !== null && <FailedState what="Couldn’t start the quiz" problem={problemOf(beginning.error)} />}
      <Button
        size="md"
        loading={beginning.isPending}
        onClick={() => beginning.mutate({ enrollment_id: cycle.enrollment_id })}
      >
        {again ? 'Try again' : 'Start quiz'}
      </Button>
      {again && <Text c="dimmed">{counted(module.attempts_left, 'attempt')} left</Text>}
      {unseen > 0 && (
        <Button variant="subtle" onClick={() => void navigate({ search: { step: 'cards' } })}>
          See cards first
        </Button>
      )}
    </Stack>
  );
}
