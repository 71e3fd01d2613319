import type { Flashcard, Question, QuestionKind } from '@training/shared/courses/courses';
import type { PictureArea } from '@training/shared/courses/media';
import { v7 } from 'uuid';
import { CONTENT_LIMITS, NO_CORRECT_OPTION_INDEX } from '@training/shared/courses/section-length';

export const SELECTABLE_QUESTION_KINDS: QuestionKind[] = [
  'single_choice',
  'multiple_choice',
  'short_text',
  'number',
  'ordering',
  'matching',
  'hotspot',
  'spoken',
];

export function createEmptyCard(): Flashcard {
  return { id: v7(), front: '', back: '' };
}

export function createEmptyQuestion(kind: QuestionKind): Question {
  return ofKind({ id: v7(), prompt: '', explanation: '' }, kind, ['', ''], []);
}

/** Converts a question to another kind, and keeps everything that both kinds share. */
export function changeQuestionKind(question: Question, kind: QuestionKind): Question {
  const { id, prompt, explanation, source, topic } = question;
  const kept = { ...(source !== undefined && { source }), ...(topic !== undefined && { topic }) };
  // Options may go, and their media with them.
  const media = question.media?.filter(({ at }) => at !== 'option' || kind.endsWith('choice'));
  const shared = { id, prompt, explanation, ...(media && { media }), ...kept };
  const right = 'correct' in question ? [question.correct].flat() : [];
  return ofKind(shared, kind, answerLinesOfQuestion(question), right);
}

type Shared = Pick<Question, 'id' | 'prompt' | 'explanation' | 'media' | 'source' | 'topic'>;

function ofKind(shared: Shared, kind: QuestionKind, lines: string[], right: number[]): Question {
  switch (kind) {
    case 'single_choice':
      return { ...shared, kind, options: atLeast(2, lines), correct: right[0] ?? NO_CORRECT_OPTION_INDEX };
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
    case 'number':
      return { ...shared, kind, value: null, units: [] };
    case 'ordering':
      return { ...shared, kind, options: atLeast(2, lines) };
    case 'matching':
      return { ...shared, kind, options: atLeast(2, lines), matches: atLeast(2, lines).map(() => '') };
    case 'hotspot': {
      const options = atLeast(2, lines);
      const correct = right.filter((index) => index < lines.length);
      return { ...shared, kind, options, areas: options.map((_, place) => createPictureArea(place)), correct };
    }
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

/** Returns the area that is the `place`th, beside the others. */
export const createPictureArea = (place: number): PictureArea => ({
  shape: 'rectangle',
  x: 50 + (place % 4) * 230,
  y: 50 + Math.floor(place / 4) * 230,
  width: 200,
  height: 200,
});

/** Returns true if a line stays an answer; of a choice, only the correct ones do. */
const isKept = (right: number[], index: number) => right.length === 0 || right.includes(index);

const atLeast = (count: number, lines: string[]) => [
  ...lines.slice(0, CONTENT_LIMITS.options),
  ...Array.from({ length: Math.max(0, count - lines.length) }, () => ''),
];

/** Returns the options, accepted answers or rubric points. */
export function answerLinesOfQuestion(question: Question): string[] {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice':
    case 'ordering':
    case 'matching':
    case 'hotspot':
      return question.options;
    case 'short_text':
      return question.accepted;
    case 'number':
      return [];
    case 'spoken':
      return question.rubric;
  }
}
