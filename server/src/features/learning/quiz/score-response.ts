import type { Question } from '@training/shared/courses/courses';
import type { ChoiceOrText } from '@training/shared/learning/attempts';
import { isRightAnswer } from '@training/shared/learning/judge-answer';
import { invalidField } from '../../../core/errors.ts';

/**
 * Returns the score of an answer that needs no judgement: 1 if it is right, else 0.
 * @throws AppError `invalid_request` if the answer is of another kind than the question, or there is no such option
 */
export function scoreResponse(question: Question, response: ChoiceOrText): 0 | 1 {
  if (question.kind === 'single_choice' && response.kind === question.kind) {
    mustBeOptions(question.options, [response.choice], 'response.choice');
  } else if (question.kind === 'multiple_choice' && response.kind === question.kind) {
    mustBeOptions(question.options, response.choices, 'response.choices');
  } else if (question.kind !== 'short_text' || response.kind !== question.kind) {
    const asked = question.kind === 'spoken' ? 'a spoken answer, or one typed in its place' : question.kind;
    throw invalidField('response.kind', `Must be ${asked}, as the question asks`, 'other_kind');
  }
  return isRightAnswer(question, response) ? 1 : 0;
}

/** Returns an answer in a canonical form: chosen options are in the order of the question. */
export function canonical(response: ChoiceOrText): ChoiceOrText {
  if (response.kind !== 'multiple_choice') return response;
  return { ...response, choices: response.choices.toSorted((one, other) => one - other) };
}

function mustBeOptions(options: string[], chosen: number[], path: string): void {
  if (chosen.every((each) => each < options.length)) return;
  throw invalidField(path, `Must be the index of an option, 0 to ${options.length - 1}`, 'no_such_option');
}
