import { createHash } from 'node:crypto';
import type { AnswerResponse, ChoiceOrText, Solution } from '@training/shared/learning/attempts';
import type { Question, AskedQuestion } from '@training/shared/courses/courses';
import type { Area } from '@training/shared/courses/media';
import { readingOrder, toShown, toWritten, type Places } from '@training/shared/learning/shown-places';

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

interface Drawn extends Pick<Question, 'id' | 'kind'> {
  options?: string[];
  matches?: string[] | undefined;
  areas?: Area[] | undefined;
}

/**
 * Returns the drawn places; areas are in the order in which a picture is read. What would show an order or all matches
 * as they are right is drawn again, unless there are only two: then it would show that the other way round is right.
 */
function placesOf(draw: Draw, { id, kind, options: texts = [], matches = [], areas }: Drawn): Places {
  if (areas) return { options: readingOrder(areas), matches: [] };
  const options = texts.length;
  const isSolvable = kind === 'ordering' || kind === 'matching';
  // These are never left as written, because that is the solution.
  const seed = isSolvable ? (draw ?? '') : draw;
  for (let again = 0; ; again++) {
    const of = again === 0 ? id : `${id}/${again}`;
    const drawn = { options: orderOf(seed, of, options), matches: orderOf(seed, `${of}/matches`, matches.length) };
    const { options: shown, matches: beside } = drawn;
    const isSolution = shown.every((place, index) => place === (kind === 'ordering' ? index : beside[index]));
    if (!isSolvable || !isSolution || options < 3) return drawn;
  }
}

/** Returns the questions that were drawn, each with its options, in the order in which an attempt shows them. */
export function drawQuestions(draw: Draw, all: AskedQuestion[], drawn: string[] | null): AskedQuestion[] {
  const asked = drawn === null ? all : all.filter(({ id }) => drawn.includes(id));
  return orderOf(draw, 'questions', asked.length).map((place) => {
    const question = asked[place]!;
    const { options, matches = [], areas, media } = question;
    const places = placesOf(draw, question);
    const shownAt = (option: number | undefined) =>
      option === undefined ? {} : { option: places.options.indexOf(option) };
    return {
      ...question,
      options: places.options.map((option) => options[option]!),
      ...(question.kind === 'matching' && { matches: places.matches.map((match) => matches[match]!) }),
      ...(areas && { areas: places.options.map((option) => areas[option]!) }),
      ...(media && { media: media.map((each) => ({ ...each, ...shownAt(each.option) })) }),
    };
  });
}

/** Converts an answer from the places in which options are shown to those in which they were written. */
export const asWritten = (draw: Draw, question: Question, response: ChoiceOrText): ChoiceOrText =>
  toWritten(placesOf(draw, question), response);

/** Returns an answer or a solution by the places in which options are shown. */
export const asShown = <Given extends AnswerResponse | Solution>(draw: Draw, question: Question, given: Given): Given =>
  toShown(placesOf(draw, question), given);
