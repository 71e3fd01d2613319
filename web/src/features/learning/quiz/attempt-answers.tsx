import { Text, VisuallyHidden } from '@mantine/core';
import type { Attempt, OwnQuizAnswer } from '@training/shared/learning/attempts';
import { CompactRowButton } from '../../../ui/lists/row-button.tsx';
import classes from '../learning.module.css';
import { formatDay, localDayOf, formatPercent } from '../../../lib/i18n/in-words.ts';
import { Note } from '../../../ui/note.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface AttemptAnswersProps {
  attempt: Attempt;
  timeZone: string;
  onLook: (question: string) => void;
}

/** The outcome of an attempt, and its questions. */
export function AttemptAnswers({ attempt, timeZone, onLook }: AttemptAnswersProps) {
  const answers = new Map(attempt.answers.map((answer) => [answer.question_id, answer]));
  return (
    <>
      <Outcome attempt={attempt} timeZone={timeZone} />
      <ul className={classes.list} aria-label={t('yourAnswers')}>
        {attempt.asked.map(({ id, prompt }, index) => {
          const [answer, number] = [answers.get(id), index + 1];
          const isToCheck = answer?.state === 'transcribing';
          return (
            <li key={id} className={classes.module}>
              <span className={classes.dot} data-state={stateOf(answer)} aria-hidden="true" />
              <div className={classes.words}>
                <Text size="sm" lineClamp={2}>
                  {number}. <bdi>{prompt}</bdi>
                </Text>
                <Text size="xs" c="dimmed">
                  {inWords(answer)}
                </Text>
              </div>
              {answer && (
                <CompactRowButton
                  aria-label={t(isToCheck ? 'checkQuestion' : 'viewQuestion', { number })}
                  onClick={() => onLook(id)}
                >
                  {t(isToCheck ? 'check' : 'view')}
                </CompactRowButton>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const isPartly = (score: number) => score > 0 && score < 1;

/** Describes the result of an answer. Some may be partly right. */
function inWords(answer: OwnQuizAnswer | undefined): string {
  if (answer === undefined) return t('notAnswered');
  if (answer.state === 'transcribing') return t('checkWhatWeHeard');
  if (answer.score === null) return t('beingGraded');
  if (answer.response.kind === 'spoken' || isPartly(answer.score)) return formatPercent(answer.score);
  return answer.right ? t('correct') : t('incorrect');
}

interface OutcomeProps {
  attempt: Attempt;
  timeZone: string;
}

/** The result and end of the attempt. */
function Outcome({ attempt: { state, score, pass_score, ended_at, answers, topics }, timeZone }: OutcomeProps) {
  if (state === 'waiting') {
    const waiting = answers.filter(({ right }) => right === null).length;
    const own = answers.filter((answer) => answer.state === 'transcribing').length;
    if (own > 0) {
      return (
        <Note color="yellow" title={t('yourTurn')}>
          {t('checkAnswers', { count: own })}
        </Note>
      );
    }
    return (
      <Note color="yellow" title={t('beingGraded')}>
        {t('answersStillGraded', { count: waiting })}
      </Note>
    );
  }
  const day = ended_at === null ? null : formatDay(localDayOf(ended_at, timeZone));
  if (state === 'passed') {
    return (
      <Note color="green" title={t('passed')}>
        {score !== null &&
          (day === null
            ? t('scored', { score: formatPercent(score) })
            : t('scoredOn', { score: formatPercent(score), day }))}
      </Note>
    );
  }
  if (state === 'failed') {
    const missed = topics.filter((each) => each.score < each.pass_score);
    return (
      <Note color="red" title={t('notPassedThisTime')}>
        {score !== null && scoreOfPassMark(formatPercent(score), formatPercent(pass_score), day)}
        {missed.length > 0 && (
          <ul aria-label={t('topicsBelow')}>
            {missed.map((each) => (
              <li key={each.topic}>
                {t('topicBelow', {
                  topic: each.topic,
                  score: formatPercent(each.score),
                  passMark: formatPercent(each.pass_score),
                })}
              </li>
            ))}
          </ul>
        )}
      </Note>
    );
  }
  return <Note title={t('notFinished')}>{t('attemptWasntFinished')}</Note>;
}

function scoreOfPassMark(score: string, passMark: string, day: string | null): string {
  return day === null ? t('scoredOfPassMark', { score, passMark }) : t('scoredOfPassMarkOn', { score, passMark, day });
}

/** The state of each question of the attempt at a glance. */
export function QuestionDots({ attempt, current }: { attempt: Attempt; current: string }) {
  const answers = new Map(attempt.answers.map((answer) => [answer.question_id, answer]));
  return (
    <ol className={classes.dots} aria-label={t('questions')}>
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
            <VisuallyHidden>{t('questionState', { number: index + 1, state })}</VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(answer: OwnQuizAnswer | undefined): 'right' | 'wrong' | 'check' | 'waiting' | 'open' {
  if (answer === undefined) return 'open';
  if (answer.state === 'transcribing') return 'check';
  if (answer.right === null) return 'waiting';
  return answer.right ? 'right' : 'wrong';
}
