import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Attempt } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { useUpdateCachedStudiedModule } from '../use-update-studied-module.ts';
import { formatPercent } from '../../../lib/i18n/in-words.ts';
import { isCycleDone } from '../is-cycle-done.ts';
import { QuestionDots } from './attempt-answers.tsx';
import { AttemptResult } from './attempt-result.tsx';
import { QuestionPage } from './question-page.tsx';
import { cancelLock } from '../../../lib/lock-when-left.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface QuizProps {
  module: ModuleForStudy;
  cycle: NonNullable<ModuleForStudy['cycle']>;
}

/** The current attempt, question by question, or the result of the last one. */
export function StudyQuiz({ module, cycle }: QuizProps) {
  const { attempt } = module;
  // Keeps the answered question visible until the learner continues, also the last one. Answers to check come first.
  const [shown, setShown] = useState(attempt && answerToCheck(attempt));
  const [hasAnswered, setAnswered] = useState(false);
  if (attempt === null)
    return module.attempts_left > 0 ? <BeginQuiz module={module} cycle={cycle} /> : <NoAttemptsLeft />;
  const next = nextOpen(attempt);
  const current = shown ?? next;
  if (current === null || (attempt.state !== 'open' && shown === null)) {
    return (
      <AttemptResult attempt={attempt} timeZone={module.time_zone} hasJustEnded={hasAnswered} onLook={setShown}>
        {attempt.state === 'passed' && <UnseenCards module={module} />}
        {attempt.state === 'failed' &&
          !isCycleDone(cycle) &&
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
        place={t('questionOf', { number: index + 1, total: attempt.asked.length })}
        onAnswered={(answered) => {
          setShown(answered);
          setAnswered(true);
        }}
        onNext={() => setShown(toCheck)}
        hasToCheck={toCheck !== null}
        isLast={next === null || (next === current && attempt.answers.length + 1 >= attempt.asked.length)}
      />
    </Stack>
  );
}

export function NoAttemptsLeft() {
  return <Alert title={t('noAttemptsLeft')}>{t('askTrainerForAttempts')}</Alert>;
}

/** Steps that remain after passing the quiz. */
function UnseenCards({ module }: { module: ModuleForStudy }) {
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const unseen = module.cards.filter((card) => !card.seen).length;
  if (unseen === 0) return null;
  return (
    <Alert title={t('notCompletedYet')}>
      <Group gap="sm">
        <Text size="sm">{t('cardsNotSeen', { count: unseen })}</Text>
        <Button size="xs" onClick={() => void navigate({ search: { step: 'cards' } })}>
          {t('seeCards')}
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
  const { begun } = useUpdateCachedStudiedModule(module.module_id);
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const beginning = trpc.learning.beginAttempt.useMutation({ onSuccess: begun });
  const unseen = module.cards.filter((card) => !card.seen).length;
  return (
    <Stack gap="sm" align="flex-start">
      {!again && (
        <Text>
          {t('quizFacts', {
            questions: module.questions_asked,
            attempts: module.attempts_left,
            passMark: formatPercent(module.revision.pass_score),
          })}
        </Text>
      )}
      {unseen > 0 && !again && <Text c="dimmed">{t('cardsNotSeenSeeAll', { count: unseen })}</Text>}
      {beginning.error !== null && (
        <FailedState what={t('failedToStartQuiz')} problem={toDisplayableProblem(beginning.error)} />
      )}
      <Button
        size="md"
        loading={beginning.isPending}
        onClick={() => {
          cancelLock();
          beginning.mutate({ enrollment_id: cycle.enrollment_id, language: module.language });
        }}
      >
        {again ? t('tryAgain') : t('startQuiz')}
      </Button>
      {again && <Text c="dimmed">{t('attemptsLeft', { count: module.attempts_left })}</Text>}
      {unseen > 0 && (
        <Button variant="subtle" onClick={() => void navigate({ search: { step: 'cards' } })}>
          {t('seeCardsFirst')}
        </Button>
      )}
    </Stack>
  );
}
