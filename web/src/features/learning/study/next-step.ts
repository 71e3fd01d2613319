import type { GivenAnswer } from '@training/shared/learning/attempts';
import type { StudiedModule } from '@training/shared/learning/learning';

/** Person for whom the unfinished attempt waits: its learner, who checks what was heard, or a grader. */
type WaitsFor = 'learner' | 'others' | null;

export function waitsFor({ attempt }: { attempt: Waiting | null }): WaitsFor {
  if (attempt?.state !== 'waiting') return null;
  return attempt.answers.some(({ state }) => state === 'transcribing') ? 'learner' : 'others';
}

type Waiting = {
  state: NonNullable<StudiedModule['attempt']>['state'];
  answers: readonly Pick<GivenAnswer, 'state'>[];
};

type QuizStep = Pick<StudiedModule, 'attempts_left'> & { isDone: boolean; attempt: Waiting | null };

/** The label of the button to the quiz, and true if the quiz is what the learner has to go on with. */
export function quizStep({ attempt, attempts_left, isDone }: QuizStep): { label: string; isNext: boolean } {
  if (isDone) return { label: 'Your answers', isNext: false };
  if (attempt?.state === 'open') return { label: 'Continue quiz', isNext: true };
  if (waitsFor({ attempt }) === 'learner') return { label: 'Check your answers', isNext: true };
  if (attempt?.state === 'waiting') return { label: 'Your answers', isNext: false };
  if (attempt?.state === 'passed' || attempts_left === 0) return { label: 'See result', isNext: false };
  return { label: 'Go to quiz', isNext: true };
}
