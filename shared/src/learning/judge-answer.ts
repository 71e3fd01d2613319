import { plainDigits } from '../i18n/plain-digits.ts';
import type { Question } from '../courses/courses.ts';
import type { ChoiceOrText, Solution } from './attempts.ts';

/**
 * Returns true if an answer that needs no judgement is right. A multiple choice is right if exactly all right options
 * are chosen. An answer of another kind than the question is never right.
 */
export function isRightAnswer(question: Question, response: ChoiceOrText): boolean {
  switch (question.kind) {
    case 'single_choice':
      return response.kind === question.kind && response.choice === question.correct;
    case 'multiple_choice': {
      const right = new Set(question.correct);
      return (
        response.kind === question.kind &&
        response.choices.length === right.size &&
        response.choices.every((each) => right.has(each))
      );
    }
    case 'short_text': {
      if (response.kind !== question.kind) return false;
      const given = folded(response.text);
      return question.accepted.some((accepted) => folded(accepted) === given);
    }
    case 'spoken':
      return false;
  }
}

/**
 * Normalizes case, width, white space and digits of a text before it is compared, and removes characters that only
 * format it: keyboards and documents of languages from right to left add some.
 */
export function folded(text: string): string {
  // Upper case first: ß and SS are the same, and so are the two small sigmas.
  const cased = text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return plainDigits(cased.replace(/\p{Cf}/gu, ''))
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns the solution of a question, as learners see it once it is shown. */
export function solutionOf(question: Question): Solution {
  switch (question.kind) {
    case 'single_choice':
      return { kind: question.kind, correct: question.correct };
    case 'multiple_choice':
      return { kind: question.kind, correct: question.correct };
    case 'short_text':
      return { kind: question.kind, accepted: question.accepted };
    case 'spoken':
      return { kind: question.kind, rubric: question.rubric };
  }
}
