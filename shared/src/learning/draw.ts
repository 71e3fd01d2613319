import type { QuestionWithoutSolution, Question } from '../courses/courses.ts';
import type { PictureArea } from '../courses/media.ts';
import type { StoredAnswerContent, ImmediatelyGradedAnswer, QuestionSolution } from './attempts.ts';
import { apportionSeatsToTopics } from './apportion-seats.ts';
import {
  type ShownOptionOrder,
  sortAreaIndexesForReading,
  mapAnswerToShownPlaces,
  mapAnswerToWrittenPlaces,
} from './shown-places.ts';

/** Returns a rank for a name. Names in the order of their ranks are shuffled, always in the same way. */
export type RankByName = (of: string) => string;

/**
 * The terms on which an attempt shuffles questions and options. `isDrawn` is false for old attempts, which show
 * everything in the authors' order, except where that order is the solution.
 */
export type AttemptShuffle = { rank: RankByName; isDrawn: boolean };

const byRank = (one: { rank: string }, other: { rank: string }) => (one.rank < other.rank ? -1 : 1);

/** Returns the places of `count` things in the order in which they are shown. */
function orderOf({ rank, isDrawn }: AttemptShuffle, of: string, count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (!isDrawn) return places;
  return places
    .map((place) => ({ place, rank: rank(`${of}/${place}`) }))
    .toSorted(byRank)
    .map(({ place }) => place);
}

interface Drawn extends Pick<Question, 'id' | 'kind'> {
  options?: string[];
  matches?: string[] | undefined;
  areas?: PictureArea[] | undefined;
}

/**
 * Returns the drawn places; areas are in the order in which a picture is read. What would show an order or all matches
 * as they are right is drawn again, unless there are only two: then it would show that the other way round is right.
 */
function placesOf(
  { rank, isDrawn }: AttemptShuffle,
  { id, kind, options: texts = [], matches = [], areas }: Drawn,
): ShownOptionOrder {
  if (areas) return { options: sortAreaIndexesForReading(areas), matches: [] };
  const options = texts.length;
  const isSolvable = kind === 'ordering' || kind === 'matching';
  // These are never left as written, because that is the solution.
  const ranks = { rank, isDrawn: isDrawn || isSolvable };
  for (let again = 0; ; again++) {
    const of = again === 0 ? id : `${id}/${again}`;
    const drawn = { options: orderOf(ranks, of, options), matches: orderOf(ranks, `${of}/matches`, matches.length) };
    const { options: shown, matches: beside } = drawn;
    const isSolution = shown.every((place, index) => place === (kind === 'ordering' ? index : beside[index]));
    if (!isSolvable || !isSolution || options < 3) return drawn;
  }
}

/**
 * Returns the drawn questions in the order in which an attempt shows them, each with its options in shown order.
 * `drawn` is null if all are asked.
 */
export function orderDrawnQuestions(
  ranks: AttemptShuffle,
  all: QuestionWithoutSolution[],
  drawn: string[] | null,
): QuestionWithoutSolution[] {
  const asked = drawn === null ? all : all.filter(({ id }) => drawn.includes(id));
  return orderOf(ranks, 'questions', asked.length).map((place) => {
    const question = asked[place]!;
    const { options, matches = [], areas, media } = question;
    const places = placesOf(ranks, question);
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
export const convertAnswerToWrittenOrder = (
  ranks: AttemptShuffle,
  question: Question,
  response: ImmediatelyGradedAnswer,
): ImmediatelyGradedAnswer => mapAnswerToWrittenPlaces(placesOf(ranks, question), response);

/**
 * Converts an answer or a solution from the order in which options were written to the order in which they are shown.
 */
export const convertAnswerToShownOrder = <Given extends StoredAnswerContent | QuestionSolution>(
  ranks: AttemptShuffle,
  question: Question,
  given: Given,
): Given => mapAnswerToShownPlaces(placesOf(ranks, question), given);

/** The questions of a revision from which an attempt draws. */
export interface QuestionPool {
  /** The number of questions to draw. */
  count: number;
  /** Topics with a pass score of their own. */
  passed: string[];
  questions: {
    id: string;
    topic: string | null;
    /** The number of attempts of the cycle that asked it. */
    asked: number;
    /** An attempt that is continued asked it (1) or answered it (2; 3 in the first of several); 0 if neither. */
    kept: number;
  }[];
}

const ANSWERED = 2;

type Ranked = Pick<QuestionPool['questions'][number], 'kept' | 'asked'> & { rank: string };

const inOrder = (one: Ranked, other: Ranked) => other.kept - one.kept || one.asked - other.asked || byRank(one, other);

/**
 * Draws the questions of an attempt: what is answered already, and then fair by topic, those first that were asked
 * least often; questions without a topic are one of their own (rules/learning 9). Null if the attempt asks all.
 */
export function drawQuestionIdsFromPool(pool: QuestionPool | null, rank: RankByName): string[] | null {
  if (pool === null) return null;
  const topics = [...Map.groupBy(pool.questions, ({ topic }) => topic)].map(([topic, of]) => ({
    isPassed: topic !== null && pool.passed.includes(topic),
    asked: of.reduce((sum, { asked }) => sum + asked, 0) / of.length,
    rank: rank(`topic/${topic ?? ''}`),
    questions: of.map((question) => ({ ...question, rank: rank(question.id) })).toSorted(inOrder),
    seats: 0,
  }));
  topics.sort(
    (one, other) => Number(other.isPassed) - Number(one.isPassed) || one.asked - other.asked || byRank(one, other),
  );
  let left = pool.count;
  const seat = (topic: (typeof topics)[number]) => {
    if (left === 0) return;
    topic.seats++;
    left--;
  };
  for (const topic of topics) if (topic.isPassed) seat(topic);
  const answered = topics.flatMap((topic) =>
    topic.questions.flatMap((question, at) => (question.kept >= ANSWERED ? [{ ...question, topic, at }] : [])),
  );
  for (const { topic, at } of answered.toSorted(inOrder)) if (at >= topic.seats) seat(topic);
  for (const topic of topics) if (topic.seats === 0) seat(topic);
  apportionSeatsToTopics(topics, left);
  return topics.flatMap(({ questions, seats }) => questions.slice(0, seats).map(({ id }) => id));
}
