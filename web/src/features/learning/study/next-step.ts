import type { OwnQuizAnswer } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { isCycleDone } from '../is-cycle-done.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

type Waiting = {
  state: NonNullable<ModuleForStudy['attempt']>['state'];
  answers: readonly Pick<OwnQuizAnswer, 'state'>[];
};

/** Person for whom answers of the unfinished attempt wait: its learner, who checks what was heard, or a grader. */
type WaitsFor = 'learner' | 'others' | null;

export function whoAttemptWaitsFor({ attempt }: { attempt: Waiting | null }): WaitsFor {
  if (attempt?.state !== 'waiting' && attempt?.state !== 'open') return null;
  if (attempt.answers.some(({ state }) => state === 'transcribing')) return 'learner';
  return attempt.state === 'waiting' ? 'others' : null;
}

interface Step {
  label: string;
  to: 'start' | 'cards' | 'quiz';
}

type Cycle = NonNullable<ModuleForStudy['cycle']>;

type Studied = Pick<ModuleForStudy, 'attempts_left'> & {
  cycle: Pick<Cycle, 'status' | 'completed_at' | 'started_at' | 'attested'> | null;
  cards: readonly Pick<ModuleForStudy['cards'][number], 'seen'>[];
  attempt: Waiting | null;
};

/** Returns the one step to go on with; null if the module is completed or others have to act first. */
export function findNextStudyStep({ cycle, cards, attempt, attempts_left }: Studied): Step | null {
  if (cycle === null || cycle.status === 'not_started') return { label: t('start'), to: 'start' };
  if (isCycleDone(cycle)) return null;
  if (cycle.attested !== null && cycle.started_at === null) return { label: t('start'), to: 'start' };
  if (whoAttemptWaitsFor({ attempt }) === 'learner') return { label: t('checkYourAnswer'), to: 'quiz' };
  if (attempt?.state === 'open') return { label: t('continue'), to: 'quiz' };
  if (cards.some((card) => !card.seen)) return { label: t('continue'), to: 'cards' };
  if (attempt?.state === 'waiting' || attempt?.state === 'passed') return null;
  if (attempts_left === 0) return null;
  return { label: t('continue'), to: 'quiz' };
}

/** Returns the label of the way to the quiz where it is not the next step. */
export function quizLinkLabelOf({ attempt }: { attempt: Pick<Waiting, 'state'> | null }): string {
  if (attempt === null || attempt.state === 'open') return t('goToQuiz');
  return attempt.state === 'waiting' ? t('yourAnswers') : t('seeResult');
}
