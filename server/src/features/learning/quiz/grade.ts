import type { Question } from '@training/shared/courses/courses';
import type { ChoiceOrText } from '@training/shared/learning/attempts';
import { AppError } from '../../../core/errors.ts';

/**
 * The score of an answer that needs no judgement: 1 where it is right, else 0. Of several choices all that are right
 * are chosen and no other.
 * @throws AppError `invalid_request` where the question asks for another kind of answer, or has no such option
 */
export function grade(question: Question, response: ChoiceOrText): 0 | 1 {
  if (question.kind === 'single_choice' && response.kind === question.kind) {
    mustBeOptions(question.options, [response.choice], 'response.choice');
    return response.choice === question.correct ? 1 : 0;
  }
  if (question.kind === 'multiple_choice' && response.kind === question.kind) {
    mustBeOptions(question.options, response.choices, 'response.choices');
    const right = new Set(question.correct);
    return response.choices.length === right.size && response.choices.every((each) => right.has(each)) ? 1 : 0;
  }
  if (question.kind === 'short_text' && response.kind === question.kind) {
    const given = folded(response.text);
    return question.accepted.some((accepted) => folded(accepted) === given) ? 1 : 0;
  }
  const asked = question.kind === 'spoken' ? 'a spoken answer, or one typed in its place' : question.kind;
  throw refused('response.kind', `Must be ${asked}, as the question asks`);
}

/** The same answer is the same text: what is chosen is kept in the order of the options. */
export function canonical(response: ChoiceOrText): ChoiceOrText {
  if (response.kind !== 'multiple_choice') return response;
  return { ...response, choices: response.choices.toSorted((one, other) => one - other) };
}

function mustBeOptions(options: string[], chosen: number[], path: string): void {
  if (chosen.every((each) => each < options.length)) return;
  throw refused(path, `Must be the index of an option, 0 to ${options.length - 1}`);
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path}: ${message}.`, { fields: [{ path, code: 'custom', message }] });
}

/** Case, width and white space make no difference to what somebody wrote. */
export function folded(text: string): string {
  // Upper case first: ß and SS are the same, and so are the two small sigmas.
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}
