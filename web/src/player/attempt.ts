import type { QuestionWithoutSolution, Question } from '@training/shared/courses/courses';
import type { ScormModuleTranslation, ScormModule } from '@training/shared/courses/scorm';
import type { Attempt, ImmediatelyGradedAnswer, OwnQuizAnswer } from '@training/shared/learning/attempts';
import {
  convertAnswerToShownOrder,
  convertAnswerToWrittenOrder,
  drawQuestionIdsFromPool,
  orderDrawnQuestions,
  type RankByName,
  type AttemptShuffle,
} from '@training/shared/learning/draw';
import { scoreAnswer, solutionOf } from '@training/shared/learning/score-answer';

/** An answer by the places in which options are shown; null if there was no room to keep it. */
export interface PlayerAnswer {
  response: ImmediatelyGradedAnswer | null;
  score: number;
}

/** An attempt at the quiz. What it asks follows from its seed, and from how often questions were asked before. */
export interface PlayerAttempt {
  number: number;
  seed: string;
  /** Number of earlier attempts that asked each question. */
  asked: number[];
  answers: ReadonlyMap<string, PlayerAnswer>;
}

/** Ranks by a 53-bit hash (cyrb53). Nobody has to be kept from guessing: the answers are in the package. */
const rankBy =
  (seed: string): RankByName =>
  (of) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (const letter of `${seed}/${of}`) {
      const code = letter.codePointAt(0) ?? 0;
      one = Math.imul(one ^ code, 2_654_435_761);
      other = Math.imul(other ^ code, 1_597_334_677);
    }
    one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
    other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
    return (other >>> 0).toString(36).padStart(7, '0') + (one >>> 0).toString(36).padStart(7, '0');
  };

const ranksOf = ({ seed }: PlayerAttempt): AttemptShuffle => ({ rank: rankBy(seed), isDrawn: true });

/** Returns the ids of the questions that a round draws; null for all. */
function drawnIn({ seed, asked }: PlayerAttempt, module: ScormModule): string[] | null {
  const questions = module.languages[0]?.questions ?? [];
  const count = module.questions_per_attempt;
  if (count === null || count >= questions.length) return null;
  const pool = questions.map(({ id, topic = null }, index) => ({ id, topic, asked: asked[index] ?? 0, kept: 0 }));
  const passed = module.topic_scores.map(({ topic }) => topic);
  return drawQuestionIdsFromPool({ count, passed, questions: pool }, rankBy(seed));
}

/** Begins another attempt, which asks what was asked least often. */
export function startNextAttempt(module: ScormModule, before: PlayerAttempt | null): PlayerAttempt {
  const drawn = before && drawnIn(before, module);
  const questions = module.languages[0]?.questions ?? [];
  const asked = questions.map(({ id }, index) =>
    before === null ? 0 : (before.asked[index] ?? 0) + Number(drawn === null || drawn.includes(id)),
  );
  const seed = Math.random().toString(36).slice(2, 10);
  return { number: (before?.number ?? 0) + 1, seed, asked, answers: new Map() };
}

/** A question without its solution. */
function askedOf({ id, kind, prompt, media, ...question }: Question): QuestionWithoutSolution {
  return {
    id,
    kind,
    prompt,
    options: 'options' in question ? question.options : [],
    ...('matches' in question && { matches: question.matches }),
    ...('areas' in question && { areas: question.areas, ...(question.correct.length > 1 && { several: true }) }),
    ...(media && { media: media.filter(({ at }) => at !== 'explanation') }),
  };
}

/** Grades an answer as the server does: right is what is right in the language that is shown, or in the source. */
export function gradePlayerAnswer(
  round: PlayerAttempt,
  questions: readonly Question[],
  response: ImmediatelyGradedAnswer,
  language: string,
): number {
  return Math.max(
    0,
    ...questions.map((each) =>
      scoreAnswer(each, convertAnswerToWrittenOrder(ranksOf(round), each, response), language),
    ),
  );
}

/** Returns the answer in the places in which the author wrote the options. */
export const toAuthorOptionOrder = (
  round: PlayerAttempt,
  question: Question,
  response: ImmediatelyGradedAnswer,
): ImmediatelyGradedAnswer => convertAnswerToWrittenOrder(ranksOf(round), question, response);

const mean = (scores: number[]) =>
  Number((scores.reduce((sum, each) => sum + each, 0) / Math.max(1, scores.length)).toFixed(4));

/** Converts an attempt of the player into one that the console's components show. */
export function toConsoleAttempt(module: ScormModule, round: PlayerAttempt, shown: ScormModuleTranslation): Attempt {
  const byId = new Map(shown.questions.map((question) => [question.id, question]));
  const asked = orderDrawnQuestions(ranksOf(round), [...byId.values()].map(askedOf), drawnIn(round, module));
  const scoreOfId = (id: string) => round.answers.get(id)?.score ?? 0;
  const isOver = asked.every(({ id }) => round.answers.has(id));
  const score = mean(asked.map(({ id }) => scoreOfId(id)));
  const topics = module.topic_scores.flatMap(({ topic, pass_score }) => {
    const source = module.languages[0]?.questions.filter((question) => question.topic === topic) ?? [];
    const of = asked.filter(({ id }) => source.some((question) => question.id === id));
    return of.length === 0 ? [] : [{ topic, pass_score, score: mean(of.map(({ id }) => scoreOfId(id))) }];
  });
  const isPassed = score >= module.pass_score && topics.every((topic) => topic.score >= topic.pass_score);
  const state = !isOver ? 'open' : isPassed ? 'passed' : 'failed';
  const isShown =
    module.show_solutions === 'with_answer' ||
    (module.show_solutions === 'at_end' && (state === 'passed' || (isOver && round.number >= module.max_attempts)));
  const answers = asked.flatMap(({ id }): OwnQuizAnswer[] => {
    const question = byId.get(id);
    const given = round.answers.get(id);
    if (!question || !given) return [];
    return [
      {
        answer_id: id,
        question_id: id,
        // One that wasn't kept is shown by its score alone.
        response: given.response ?? { kind: 'spoken', text: null },
        given_at: '',
        state: 'graded',
        score: given.score,
        right: given.score === 1,
        explanation: question.explanation,
        media: question.media?.filter(({ at }) => at === 'explanation'),
        solution: isShown ? convertAnswerToShownOrder(ranksOf(round), question, solutionOf(question)) : null,
        carried: false,
      },
    ];
  });
  return {
    id: round.seed,
    number: round.number,
    revision: module.revision,
    state,
    pass_score: module.pass_score,
    questions: asked.length,
    answered: answers.length,
    started_at: '',
    ended_at: null,
    score,
    topics: isOver ? topics : [],
    asked,
    answers,
    language: shown.code,
    untranslated: shown.untranslated,
  };
}
