import { CONTENT_LIMITS } from '@training/shared/sections';
import type { Flashcard, ItemSource, Question } from '@training/shared/courses';
import { v7 } from 'uuid';

export type QuestionKind = Question['kind'];

export const KINDS: QuestionKind[] = ['single_choice', 'multiple_choice', 'short_text', 'spoken'];

/** In a choice of one, the index that says that nothing is marked yet: of an option that is not there. */
export const UNMARKED = CONTENT_LIMITS.options - 1;

export function newCard(): Flashcard {
  return { id: v7(), front: '', back: '' };
}

export function newQuestion(kind: QuestionKind): Question {
  return ofKind({ id: v7(), prompt: '', explanation: '' }, kind, ['', ''], []);
}

/** The question as one of another kind, with all that both kinds have. */
export function withKind(question: Question, kind: QuestionKind): Question {
  const { id, prompt, explanation, source } = question;
  const shared = { id, prompt, explanation, ...(source !== undefined && { source }) };
  const right = 'correct' in question ? [question.correct].flat() : [];
  return ofKind(shared, kind, linesOf(question), right);
}

type Shared = { id: string; prompt: string; explanation: string; source?: ItemSource };

function ofKind(shared: Shared, kind: QuestionKind, lines: string[], right: number[]): Question {
  switch (kind) {
    case 'single_choice':
      return { ...shared, kind, options: atLeast(2, lines), correct: right[0] ?? UNMARKED };
    case 'multiple_choice':
      return { ...shared, kind, options: atLeast(2, lines), correct: right.filter((index) => index < lines.length) };
    case 'short_text':
      return {
        ...shared,
        kind,
        accepted: atLeast(
          1,
          lines.filter((line, index) => line !== '' && isKept(right, index)),
        ),
      };
    case 'spoken':
      return {
        ...shared,
        kind,
        rubric: atLeast(
          1,
          lines.filter((line, index) => line !== '' && isKept(right, index)),
        ),
      };
  }
}

/** What was an answer stays one; of a choice only what was right. */
const isKept = (right: number[], index: number) => right.length === 0 || right.includes(index);

const atLeast = (count: number, lines: string[]) => [
  ...lines.slice(0, CONTENT_LIMITS.options),
  ...Array.from({ length: Math.max(0, count - lines.length) }, () => ''),
];

/** Its options, accepted answers or points. */
export function linesOf(question: Question): string[] {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice':
      return question.options;
    case 'short_text':
      return question.accepted;
    case 'spoken':
      return question.rubric;
  }
}
