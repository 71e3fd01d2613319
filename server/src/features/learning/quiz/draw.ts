import { createHash } from 'node:crypto';
import type { AnswerResponse, ChoiceOrText, Solution } from '@training/shared/learning/attempts';
import type { Question, AskedQuestion } from '@training/shared/courses/courses';

/** Seed of an order: the same seed gives the same order. Null leaves everything as it was written. */
export type Draw = string | null;

/** SQL for the draw of a person's next attempt at a module. */
export const nextDraw = <const Person extends string, const Module extends string>(person: Person, module: Module) =>
  `md5(concat_ws('/', ${person}, ${module}, (
    select count(*) from attempts x
    join enrollments y on y.workspace_id = :workspaceId and y.id = x.enrollment_id
    where x.workspace_id = :workspaceId and y.user_id = ${person} and y.module_id = ${module})))` as const;

/** Returns the places of `count` things in the order in which they are shown. */
function orderOf(draw: Draw, of: string, count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (draw === null) return places;
  const ranks = places.map((place) => createHash('sha256').update(`${draw}/${of}/${place}`).digest('hex'));
  return places.toSorted((one, other) => (ranks[one]! < ranks[other]! ? -1 : 1));
}

/** Returns the questions that were drawn, each with its options, in the order in which an attempt shows them. */
export function drawQuestions(draw: Draw, all: AskedQuestion[], drawn: string[] | null): AskedQuestion[] {
  const asked = drawn === null ? all : all.filter(({ id }) => drawn.includes(id));
  return orderOf(draw, 'questions', asked.length).map((place) => {
    const question = asked[place]!;
    const order = orderOf(draw, question.id, question.options.length);
    return { ...question, options: order.map((option) => question.options[option]!) };
  });
}

const optionsOf = (question: Question) => ('options' in question ? question.options.length : 0);

/**
 * Converts an answer from the places in which options are shown to those in which they were written. Keeps an invalid
 * place, which `scoreResponse` refuses.
 */
export function asWritten(draw: Draw, question: Question, response: ChoiceOrText): ChoiceOrText {
  const order = orderOf(draw, question.id, optionsOf(question));
  return byPlace(response, (shown) => order[shown] ?? shown);
}

/** Returns an answer or a solution by the places in which options are shown. */
export function asShown<Given extends AnswerResponse | Solution>(draw: Draw, question: Question, given: Given): Given {
  const order = orderOf(draw, question.id, optionsOf(question));
  return byPlace(given, (written) => order.indexOf(written));
}

function byPlace<Given extends AnswerResponse | Solution>(given: Given, move: (place: number) => number): Given {
  if ('choice' in given) return { ...given, choice: move(given.choice) };
  if ('choices' in given) return { ...given, choices: given.choices.map(move).toSorted(ascending) };
  if (given.kind === 'single_choice' && 'correct' in given) return { ...given, correct: move(given.correct) };
  if (given.kind === 'multiple_choice' && 'correct' in given) {
    return { ...given, correct: given.correct.map(move).toSorted(ascending) };
  }
  return given;
}

const ascending = (one: number, other: number) => one - other;
