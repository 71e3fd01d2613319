import { Button, Group, Stack, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { QuestionWithoutSolution } from '@training/shared/courses/courses';
import type { Attempt, OwnQuizAnswer } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { type ReactNode, useEffect, useState } from 'react';
import { isQuerySubjectNotFound, toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useFocusFallbackRef } from '../../ui/focus.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Note } from '../../ui/note.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { StudyLanguageSwitch } from './language-switch.tsx';
import { useLearningOpenInput } from './study-language.ts';
import { AttemptHistory } from './history.tsx';
import classes from './learning.module.css';
import { AnswerFeedback, ChoiceOrTextAnswerField } from './quiz/answer-field.tsx';
import { AttemptResult } from './quiz/attempt-result.tsx';
import { StudyQuiz } from './quiz/quiz.tsx';
import { SpokenAnswerState } from './spoken/spoken-state.tsx';
import { CardDeck } from './study/card-deck.tsx';
import { findNextStudyStep } from './study/next-step.ts';
import { StudyOverview } from './study/overview.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface PastAttemptProps {
  attempt: Attempt;
  moduleId: string;
  timeZone: string;
}

/** A past attempt of any training: the questions, the answers and the results. */
function PastAttempt({ attempt, moduleId, timeZone }: PastAttemptProps) {
  const [shown, setShown] = useState<string | null>(null);
  const place = attempt.asked.findIndex(({ id }) => id === shown);
  const question = attempt.asked[place];
  const given = attempt.answers.find(({ question_id }) => question_id === shown);
  if (!question || !given) return <AttemptResult attempt={attempt} timeZone={timeZone} onLook={setShown} />;
  return (
    <Stack gap="md" align="stretch">
      <Title order={2} size="h5">
        {t('questionOf', { number: place + 1, total: attempt.asked.length })}
      </Title>
      <div dir="auto">
        <Markdown>{question.prompt}</Markdown>
      </div>
      <Answered question={question} given={given} moduleId={moduleId} />
      <Group justify="flex-end">
        <Button size="md" onClick={() => setShown(null)}>
          {t('backToResult')}
        </Button>
      </Group>
    </Stack>
  );
}

interface AnsweredProps {
  question: QuestionWithoutSolution;
  given: OwnQuizAnswer;
  moduleId: string;
}

function Answered({ question, given, moduleId }: AnsweredProps) {
  if (question.kind === 'spoken') return <SpokenAnswerState answerId={given.answer_id} moduleId={moduleId} />;
  return (
    <>
      <ChoiceOrTextAnswerField question={question} given={given} response={null} onChange={() => undefined} />
      <AnswerFeedback answer={given} />
    </>
  );
}

interface AttemptPageProps {
  moduleId: string;
  attemptId: string;
}

/** One attempt at a module, even if its training has ended. */
function AttemptPage({ moduleId, attemptId }: AttemptPageProps) {
  const { language } = useLearningOpenInput(moduleId);
  const query = trpc.learning.attempt.useQuery({ attempt_id: attemptId, ...(language && { language }) });
  const { data } = query;
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/training">{t('myTraining')}</TextLink>
      <TextLink to="/$workspace/training/$module" params={{ module: moduleId }}>
        {data?.title ?? t('training')}
      </TextLink>
    </Breadcrumbs>
  );
  if (isQuerySubjectNotFound(query)) {
    return (
      <EmptyState title={t('attemptNotFound')} headingLevel={1} action={above}>
        {t('attemptNotYours')}
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader
        title={data ? t('attemptNumber', { number: data.attempt.number }) : t('attempt')}
        description={data?.title}
        above={above}
      />
      <PageState query={query} what={t('thisAttempt')}>
        {({ attempt, time_zone }) => <PastAttempt attempt={attempt} moduleId={moduleId} timeZone={time_zone} />}
      </PageState>
    </>
  );
}

interface PastModuleProps {
  moduleId: string;
  /** The reason why the module can't be studied now. */
  error: unknown;
  above: ReactNode;
}

/** A module that is currently unavailable, with the learner's history. */
function PastModule({ moduleId, error, above }: PastModuleProps) {
  const history = trpc.learning.history.useQuery({ module_id: moduleId });
  if (isQuerySubjectNotFound(history)) {
    return (
      <EmptyState title={t('trainingNotFound')} headingLevel={1} action={above}>
        {t('moduleNotPublished')}
      </EmptyState>
    );
  }
  const { data } = history;
  return (
    <>
      <PageHeader
        title={data?.title ?? t('training')}
        description={data && `${data.course.emoji} ${data.course.title}`}
        above={above}
      />
      <PageState query={history} what={t('thisTraining')}>
        {() => (
          <>
            <Note mb="md">{toDisplayableProblem(error).detail}</Note>
            <AttemptHistory moduleId={moduleId} />
          </>
        )}
      </PageState>
    </>
  );
}

const route = getRouteApi('/$workspace/training/$module');

/** One module for its learner, or a past attempt at it. */
export function StudyPage() {
  const { module: moduleId } = route.useParams();
  const { attempt } = route.useSearch();
  if (attempt !== undefined) return <AttemptPage moduleId={moduleId} attemptId={attempt} />;
  return <ModulePage moduleId={moduleId} />;
}

/** The module's overview, cards or quiz. */
function ModulePage({ moduleId }: { moduleId: string }) {
  const studied = trpc.learning.open.useQuery(useLearningOpenInput(moduleId), {
    staleTime: Infinity,
    refetchOnMount: 'always',
    // While another language loads.
    placeholderData: (before) => (before?.module_id === moduleId ? before : undefined),
  });
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/training">{t('myTraining')}</TextLink>
    </Breadcrumbs>
  );
  if (
    studied.data === undefined &&
    studied.error !== null &&
    toDisplayableProblem(studied.error).code === 'module_locked'
  ) {
    return (
      <EmptyState title={t('lockedTitle')} headingLevel={1} action={above}>
        {t('lockedUntil')}
      </EmptyState>
    );
  }
  if (isQuerySubjectNotFound(studied) || isClosed(studied)) {
    return <PastModule moduleId={moduleId} error={studied.error} above={above} />;
  }
  return (
    <>
      <PageHeader
        title={studied.data?.revision.title ?? t('training')}
        description={studied.data && `${studied.data.course.emoji} ${studied.data.course.title}`}
        above={above}
        actions={studied.data && <StudyLanguageSwitch module={studied.data} />}
      />
      <PageState query={studied} what={t('thisTraining')}>
        {(module) => <Study module={module} />}
      </PageState>
    </>
  );
}

/** Returns true if the module was started, but isn't currently published, or the learner became an auditor. */
const isClosed = ({ data, error }: { data: unknown; error: unknown }) =>
  data === undefined &&
  error !== null &&
  ['module_not_published', 'forbidden'].includes(toDisplayableProblem(error).code);

/** Moves the focus to the page's heading if the focused button has disappeared with its step. */
function Study({ module }: { module: ModuleForStudy }) {
  const holder = useFocusFallbackRef<HTMLDivElement>();
  return (
    <div className={classes.study} ref={holder}>
      <Step module={module} />
    </div>
  );
}

function Step({ module }: { module: ModuleForStudy }) {
  const { step: asked } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const next = findNextStudyStep(module);
  const step = asked === 'next' ? (next === null || next.to === 'start' ? undefined : next.to) : asked;
  // Keeps the step in the address, so that what is done there doesn't change the page.
  useEffect(() => {
    if (asked === 'next') void navigate({ search: { step }, replace: true });
  }, [asked, navigate, step]);
  if (step === 'cards' && module.cycle !== null) return <CardDeck module={module} cycle={module.cycle} />;
  if (step === 'quiz' && module.cycle !== null) return <StudyQuiz module={module} cycle={module.cycle} />;
  return <StudyOverview module={module} />;
}
