import type { PictureArea } from '../courses/media.ts';
import type { StoredAnswerContent, ImmediatelyGradedAnswer, QuestionSolution } from './attempts.ts';

/**
 * The indexes at which the options, and what they are matched with, were written, in the order in which they are shown.
 */
export type ShownOptionOrder = { options: number[]; matches: number[] };

/** Returns the places of areas as a picture is read: from its top to its bottom, never the authors' order. */
export const sortAreaIndexesForReading = (areas: readonly PictureArea[]): number[] =>
  areas
    .map((_, place) => place)
    .toSorted((one, other) => areas[one]!.y - areas[other]!.y || areas[one]!.x - areas[other]!.x);

/**
 * Converts an answer from the places in which options are shown to those in which they were written. Keeps an invalid
 * place, which grading refuses.
 */
export function mapAnswerToWrittenPlaces(
  { options, matches }: ShownOptionOrder,
  response: ImmediatelyGradedAnswer,
): ImmediatelyGradedAnswer {
  if (response.kind !== 'matching') return byPlace(response, (shown) => options[shown] ?? shown);
  const { matches: given } = response;
  if (given.length !== options.length) return response;
  const written = options.map((_, option) => given[options.indexOf(option)] ?? 0);
  return { ...response, matches: written.map((match) => matches[match] ?? match) };
}

/** Converts the option indexes of an answer or a solution from written to shown places. */
export function mapAnswerToShownPlaces<Given extends StoredAnswerContent | QuestionSolution>(
  { options, matches }: ShownOptionOrder,
  given: Given,
): Given {
  if (given.kind !== 'matching') return byPlace(given, (written) => options.indexOf(written));
  return { ...given, matches: options.map((option) => matches.indexOf(given.matches[option] ?? -1)) };
}

function byPlace<Given extends StoredAnswerContent | QuestionSolution>(
  given: Given,
  move: (place: number) => number,
): Given {
  if ('choice' in given) return { ...given, choice: move(given.choice) };
  if ('choices' in given) return { ...given, choices: given.choices.map(move).toSorted(ascending) };
  if ('order' in given) return { ...given, order: given.order.map(move) };
  if (given.kind === 'single_choice' && 'correct' in given) return { ...given, correct: move(given.correct) };
  if ((given.kind === 'multiple_choice' || given.kind === 'hotspot') && 'correct' in given) {
    return { ...given, correct: given.correct.map(move).toSorted(ascending) };
  }
  return given;
}

const ascending = (one: number, other: number) => one - other;
