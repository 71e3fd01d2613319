import { CONTENT_LIMITS } from '@training/shared/authoring';
import type { Flashcard, ItemSource, Question } from '@training/shared/courses';

export type QuestionKind = Question['kind'];

export const KINDS: QuestionKind[] = ['single_choice', 'multiple_choice', 'short_text', 'spoken'];

/** In a choice of one, the index that says that nothing is marked yet: of an option that is not there. */
export const UNMARKED = CONTENT_LIMITS.options - 1;

/** A UUIDv7: the moment, then chance. */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const time = now.toString(16).padStart(12, '0');
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt((bytes[0] ?? 0) % 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(2, 5)}-${variant}${random.slice(5, 8)}-${random.slice(8, 20)}`;
}

export function newCard(): Flashcard {
  return { id: newId(), front: '', back: '' };
}

export function newQuestion(kind: QuestionKind): Question {
  return ofKind({ id: newId(), prompt: '', explanation: '' }, kind, ['', ''], []);
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
