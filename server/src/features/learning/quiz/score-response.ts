import type { Question } from '@training/shared/courses/courses';
import type { ChoiceOrText } from '@training/shared/learning/attempts';
import { invalidField } from '../../../core/errors.ts';

/**
 * Returns the score of an answer that needs no judgement: 1 if it is right, else 0. A multiple choice is right if
 * exactly all right options are chosen.
 * @throws AppError `invalid_request` if the answer is of another kind than the question, or there is no such option
 */
export function scoreResponse(question: Question, response: ChoiceOrText): 0 | 1 {
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
  throw invalidField('response.kind', `Must be ${asked}, as the question asks`);
}

/** Returns an answer in a canonical form: chosen options are in the order of the question. */
export function canonical(response: ChoiceOrText): ChoiceOrText {
  if (response.kind !== 'multiple_choice') return response;
  return { ...response, choices: response.choices.toSorted((one, other) => one - other) };
}

function mustBeOptions(options: string[], chosen: number[], path: string): void {
  if (chosen.every((each) => each < options.length)) return;
  throw invalidField(path, `Must be the index of an option, 0 to ${options.length - 1}`);
}

/** Normalizes case, width and white space of a text before it is compared. */
export function folded(text: string): string {
  // Upper case first: ß and SS are the same, and so are the two small sigmas.
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
}
