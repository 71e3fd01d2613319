import type { Question } from '@training/shared/courses/courses';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { scoreAnswer } from '@training/shared/learning/score-answer';
import { invalidFieldError } from '../../../core/errors.ts';

/**
 * Returns the score of an answer that needs no judgement, 0 to 1.
 * @param language That in which the question is shown.
 * @throws AppError `invalid_request` if the answer is of another kind than the question, there is no such option, or
 *   not each option has its place or match
 */
export function scoreAnswerResponse(question: Question, response: ImmediatelyGradedAnswer, language: string): number {
  if (question.kind !== response.kind) {
    const asked = question.kind === 'spoken' ? 'a spoken answer, or one typed in its place' : question.kind;
    throw invalidFieldError('response.kind', `Must be ${asked}, as the question asks`, 'other_kind');
  }
  if (question.kind === 'single_choice' && response.kind === question.kind) {
    mustBeOptions(question.options, [response.choice], 'response.choice');
  } else if ('choices' in response && 'options' in question) {
    mustBeOptions(question.options, response.choices, 'response.choices');
  } else if (question.kind === 'ordering' && response.kind === question.kind) {
    mustBeOptions(question.options, response.order, 'response.order');
    const isWhole = new Set(response.order).size === question.options.length;
    mustBeOfEach(question.options, isWhole ? response.order : [], 'response.order');
  } else if (question.kind === 'matching' && response.kind === question.kind) {
    mustBeOptions(question.matches, response.matches, 'response.matches');
    mustBeOfEach(question.options, response.matches, 'response.matches');
  }
  return scoreAnswer(question, response, language);
}

/** Returns an answer in a canonical form: chosen options are in the order of the question. */
export function canonicalizeAnswerResponse(response: ImmediatelyGradedAnswer): ImmediatelyGradedAnswer {
  if (!('choices' in response)) return response;
  return { ...response, choices: response.choices.toSorted((one, other) => one - other) };
}

function mustBeOptions(options: string[], chosen: number[], path: string): void {
  if (chosen.every((each) => each >= 0 && each < options.length)) return;
  throw invalidFieldError(path, `Must be the index of an option, 0 to ${options.length - 1}`, 'no_such_option');
}

function mustBeOfEach(options: string[], given: number[], path: string): void {
  if (given.length === options.length) return;
  throw invalidFieldError(path, `Must have each of the ${options.length} options once`, 'no_such_option');
}
