import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ScormModuleTranslation, ScormModule } from '@training/shared/courses/scorm';
import type { Attempt, ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AnswerFeedback, ChoiceOrTextAnswerField } from '../features/learning/quiz/answer-field.tsx';
import { AttemptAnswers, QuestionDots } from '../features/learning/quiz/attempt-answers.tsx';
import { initialAnswerOfTwoOptionOrdering } from '../features/learning/quiz/stored-answer.ts';
import { formatPercent } from '../lib/i18n/in-words.ts';
import { translatorOf } from '../lib/i18n/translator.ts';
import { Markdown } from '../ui/markdown.tsx';
import { MediaAtPlace } from '../ui/media.tsx';
import { Note } from '../ui/note.tsx';
import { toConsoleAttempt, gradePlayerAnswer, startNextAttempt, type PlayerAttempt } from './attempt.ts';
import { PlayerUntranslatedNote } from './cards.tsx';
import type { CmiInteraction } from './lms.ts';
import { type UnsubmittedAnswer, cmiInteractionOf, type PlayerProgress } from './progress.ts';

const t = translatorOf('learning');
const own = translatorOf('player');

interface QuizProps {
  module: ScormModule;
  shown: ScormModuleTranslation;
  progress: PlayerProgress;
  draft: UnsubmittedAnswer | null;
  onDraft: (draft: UnsubmittedAnswer) => void;
  onChange: (round: PlayerAttempt, interaction: CmiInteraction | null, best: number | null) => void;
  onCards: () => void;
}

/** The attempt that is under way, question by question, or the result of the last one. */
export function ScormPlayerQuiz({ module, shown, progress, draft, onDraft, onChange, onCards }: QuizProps) {
  const { round, best, seen } = progress;
  // Keeps the answered question visible until the learner continues.
  const [looked, setLooked] = useState<string | null>(null);
  const unseen = shown.cards.filter(({ id }) => !seen.has(id)).length;
  const begin = () => {
    setLooked(null);
    onChange(startNextAttempt(module, round), null, best);
  };
  if (round === null) {
    const questions = Math.min(module.questions_per_attempt ?? Infinity, shown.questions.length);
    const passMark = formatPercent(module.pass_score);
    return (
      <Stack gap="sm" align="flex-start">
        <Text>{own('quizFacts', { questions, attempts: module.max_attempts, passMark })}</Text>
        {unseen > 0 && <Text c="dimmed">{t('cardsNotSeenSeeAll', { count: unseen })}</Text>}
        <Button size="md" onClick={begin}>
          {t('startQuiz')}
        </Button>
      </Stack>
    );
  }
  const attempt = toConsoleAttempt(module, round, shown);
  const next = attempt.asked.find(({ id }) => !round.answers.has(id))?.id ?? null;
  const current = looked ?? next;
  if (current === null) {
    const left = module.max_attempts - round.number;
    return (
      <Stack gap="md" align="stretch">
        <AttemptAnswers attempt={attempt} timeZone="UTC" onLook={setLooked} />
        {attempt.state === 'passed' && unseen > 0 && (
          <Note title={t('notCompletedYet')}>
            <Group gap="sm">
              <Text size="sm">{t('cardsNotSeen', { count: unseen })}</Text>
              <Button size="xs" onClick={onCards}>
                {t('seeCards')}
              </Button>
            </Group>
          </Note>
        )}
        {attempt.state === 'failed' &&
          (left > 0 ? (
            <Group gap="sm">
              <Button size="md" onClick={begin}>
                {t('tryAgain')}
              </Button>
              <Text c="dimmed">{t('attemptsLeft', { count: left })}</Text>
            </Group>
          ) : (
            <Note title={t('noAttemptsLeft')}>{own('aboutNoAttempts')}</Note>
          ))}
      </Stack>
    );
  }
  const answer = (response: ImmediatelyGradedAnswer, took: number) => {
    const versions = [module.languages[0], shown].flatMap(
      (each) => each?.questions.filter(({ id }) => id === current) ?? [],
    );
    const question = versions.at(-1);
    if (!question) return;
    const score = gradePlayerAnswer(round, versions, response, shown.code);
    const answered = { ...round, answers: new Map([...round.answers, [current, { response, score }]]) };
    const { state, score: total } = toConsoleAttempt(module, answered, shown);
    setLooked(current);
    onChange(
      answered,
      cmiInteractionOf(round, question, { response, score, language: shown.code, took }),
      state === 'failed' ? Math.max(best ?? 0, total ?? 0) : best,
    );
  };
  return (
    <Stack gap="md" align="stretch">
      <QuestionDots attempt={attempt} current={current} />
      <QuestionView
        key={`${attempt.id}/${current}`}
        attempt={attempt}
        id={current}
        shown={shown}
        source={module.languages[0]?.code ?? ''}
        draft={draft?.question === current ? draft.response : null}
        onDraft={(response) => onDraft({ question: current, response })}
        onAnswer={answer}
        isLast={next === null}
        onNext={() => setLooked(null)}
      />
    </Stack>
  );
}

interface QuestionViewProps {
  attempt: Attempt;
  id: string;
  shown: ScormModuleTranslation;
  source: string;
  draft: ImmediatelyGradedAnswer | null;
  onDraft: (response: ImmediatelyGradedAnswer | null) => void;
  onAnswer: (response: ImmediatelyGradedAnswer, took: number) => void;
  isLast: boolean;
  onNext: () => void;
}

/** One question. Its answer is final, and the result is shown immediately. */
function QuestionView({ attempt, id, shown, source, draft, onDraft, onAnswer, isLast, onNext }: QuestionViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const going = useRef<HTMLButtonElement>(null);
  const [since] = useState(() => Date.now());
  const index = attempt.asked.findIndex((each) => each.id === id);
  const question = attempt.asked[index];
  const given = attempt.answers.find(({ question_id }) => question_id === id);
  const isGiven = given !== undefined;
  // Starts each question at its heading, for screen readers too; once it is answered, continuing is next.
  useEffect(() => (isGiven ? going.current : heading.current)?.focus(), [isGiven]);
  if (!question) return null;
  const response = draft ?? initialAnswerOfTwoOptionOrdering(question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (response !== null && !isGiven) onAnswer(response, Date.now() - since);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        <Title order={2} size="h5" tabIndex={-1} ref={heading}>
          {t('questionOf', { number: index + 1, total: attempt.asked.length })}
        </Title>
        <PlayerUntranslatedNote id={id} shown={shown} source={source} />
        <div dir="auto">
          <Markdown>{question.prompt}</Markdown>
          <MediaAtPlace item={question} at="prompt" />
        </div>
        <ChoiceOrTextAnswerField question={question} given={given} response={response} onChange={onDraft} />
        {given !== undefined && <AnswerFeedback answer={given} />}
        <Group justify="flex-end">
          {isGiven ? (
            <Button size="md" ref={going} onClick={onNext}>
              {isLast ? t('seeResult') : t('nextQuestion')}
            </Button>
          ) : (
            <Button type="submit" size="md" disabled={response === null}>
              {t('answer')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
