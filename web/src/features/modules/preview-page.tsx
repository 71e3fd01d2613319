import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { Question } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ImmediatelyGradedAnswer, OwnQuizAnswer } from '@training/shared/learning/attempts';
import { scoreAnswer, solutionOf } from '@training/shared/learning/score-answer';
import {
  sortAreaIndexesForReading,
  mapAnswerToShownPlaces,
  mapAnswerToWrittenPlaces,
  type ShownOptionOrder,
} from '@training/shared/learning/shown-places';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { MediaAtPlace } from '../../ui/media.tsx';
import { Note } from '../../ui/note.tsx';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CoursesBreadcrumb } from '../courses/courses-breadcrumb.tsx';
import { ChoiceOrTextAnswerField, AnswerFeedback } from '../learning/quiz/answer-field.tsx';
import { CardPager } from '../learning/study/card-pager.tsx';
import { useModule } from './use-module.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

const route = getRouteApi('/$workspace/courses/$course/$module/preview');

/** A module as its learners see it. Answers stay on the page: nothing is sent, stored or counted. */
export function LearnerPreviewPage() {
  const { module: id } = route.useParams();
  const module = useModule(id);
  if (isQuerySubjectNotFound(module)) return <NotFoundPage />;
  return (
    <PageState query={module} what={t('theModule')}>
      {(found) => (
        <>
          <PageHeader
            above={
              <CoursesBreadcrumb>
                <TextLink to="/$workspace/courses/$course/$module" params={{ course: found.course.id, module: id }}>
                  {found.title}
                </TextLink>
              </CoursesBreadcrumb>
            }
            title={t('previewOf', { title: found.title })}
            description={t('whatSavedAsLearners')}
          />
          <Preview module={found} />
        </>
      )}
    </PageState>
  );
}

function Preview({ module }: { module: ModuleDetail }) {
  const [part, setPart] = useState<'cards' | 'quiz'>('cards');
  const [at, setAt] = useState(0);
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const [isTurned, setIsTurned] = useState(false);
  return (
    <Stack gap="md" align="stretch" maw="44rem">
      <SegmentedControl
        aria-label={t('partModule')}
        data={[
          { value: 'cards', label: t('cards') },
          { value: 'quiz', label: t('section.quiz') },
        ]}
        value={part}
        onChange={(value) => setPart(value === 'quiz' ? 'quiz' : 'cards')}
      />
      {part === 'cards' ? (
        <CardPager
          cards={module.flashcards.cards}
          at={at}
          done={turned.size}
          isTurned={isTurned}
          onTurn={() => {
            setIsTurned(!isTurned);
            setTurned(new Set([...turned, at]));
          }}
          onGo={(to) => {
            setIsTurned(false);
            setAt(to);
          }}
          onEnd={{ label: t('goToQuiz'), act: () => setPart('quiz') }}
        />
      ) : (
        <Questions questions={module.quiz.questions} />
      )}
    </Stack>
  );
}

function Questions({ questions }: { questions: Question[] }) {
  const [at, setAt] = useState(0);
  const question = questions[at];
  if (question === undefined) return <Text c="dimmed">{t('moduleHasNoQuestions')}</Text>;
  return (
    <OneQuestion
      key={`${question.id} ${at}`}
      question={question}
      place={t('questionOf', { number: at + 1, total: questions.length })}
      isLast={at === questions.length - 1}
      onNext={() => setAt(at === questions.length - 1 ? 0 : at + 1)}
    />
  );
}

interface OneQuestionProps {
  question: Question;
  /** "Question 2 of 5". */
  place: string;
  isLast: boolean;
  onNext: () => void;
}

function OneQuestion({ question, place, isLast, onNext }: OneQuestionProps) {
  const [response, setResponse] = useState<ImmediatelyGradedAnswer | null>(null);
  const [given, setGiven] = useState<OwnQuizAnswer>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (response !== null && given === undefined) setGiven(answerTo(question, response));
  };
  const isSpoken = question.kind === 'spoken';
  const places = placesOf(question);
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        <Title order={2} size="h5" tabIndex={-1} ref={heading}>
          {place}
        </Title>
        <div dir="auto">
          <Markdown>{question.prompt}</Markdown>
          <MediaAtPlace item={question} at="prompt" />
        </div>
        {isSpoken ? (
          <Note title={t('answeredAloudWriting')}>
            {question.rubric.length === 0
              ? t('mentionsNothing')
              : t('mentions', { points: question.rubric.join('; ') })}
          </Note>
        ) : (
          <ChoiceOrTextAnswerField
            question={{
              ...question,
              options: 'options' in question ? places.options.map((at) => question.options[at] ?? '') : [],
              ...('areas' in question && {
                areas: places.options.map((at) => question.areas[at]!),
                ...(question.correct.length > 1 && { several: true }),
              }),
              ...('matches' in question && { matches: places.matches.map((at) => question.matches[at] ?? '') }),
            }}
            given={given}
            response={response}
            onChange={setResponse}
          />
        )}
        {given !== undefined && <AnswerFeedback answer={given} />}
        <Group justify="flex-end">
          {given === undefined && !isSpoken && (
            <Button type="submit" disabled={response === null}>
              {t('answer')}
            </Button>
          )}
          <Button variant={given === undefined && !isSpoken ? 'default' : 'filled'} onClick={onNext}>
            {isLast ? t('backFirstQuestion') : t('nextQuestion')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns places that aren't the solution of an order or of matches, which attempts draw. */
function placesOf(question: Question): ShownOptionOrder {
  if (question.kind === 'hotspot') return { options: sortAreaIndexesForReading(question.areas), matches: [] };
  const options = 'options' in question ? question.options.map((_, place) => place) : [];
  const matches = 'matches' in question ? question.matches.map((_, place) => place) : [];
  return { options: question.kind === 'ordering' ? options.toReversed() : options, matches: matches.toReversed() };
}

/** Returns an answer as the learner would see it once solutions are shown. */
function answerTo(question: Question, response: ImmediatelyGradedAnswer): OwnQuizAnswer {
  const places = placesOf(question);
  const score = scoreAnswer(question, mapAnswerToWrittenPlaces(places, response), locale);
  return {
    answer_id: question.id,
    question_id: question.id,
    response,
    given_at: new Date().toISOString(),
    state: 'graded',
    score,
    right: score === 1,
    explanation: question.explanation,
    solution: mapAnswerToShownPlaces(places, solutionOf(question)),
    carried: false,
  };
}
