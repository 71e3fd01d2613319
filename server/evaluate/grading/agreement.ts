import { computeWeightedKappa, type PointPair } from '../../src/features/grading/checks/grading-agreement.ts';
import { bootstrapped, NOTHING, share, type Measured } from '../interval.ts';
import type { GradedAnswer } from './grade-answers.ts';
import type { MarkedAnswer } from './marked-answers.ts';

const countOf = (marks: readonly boolean[]) => marks.filter(Boolean).length;
/** Share of the rubric that is met, 0 to 1. */
const pointsOf = (marks: readonly boolean[]) => countOf(marks) / marks.length;

/** The model's points beside those of each person who marked the answer. */
function pairsOf({ answer, met }: GradedAnswer): PointPair[] {
  const model = pointsOf(met);
  return [answer.mark_a, answer.mark_b].map((mark) => ({ model, person: pointsOf(mark) }));
}

/** Grades that would count at once. Of the others a trainer decides, so that they aren't the model's. */
export const counted = (graded: readonly GradedAnswer[]): GradedAnswer[] =>
  graded.filter(({ needsTrainer }) => !needsTrainer);

/** An answer, read once for all resamples. */
type Reading = { pairs: PointPair[]; isMiddle: boolean };

/** Bootstraps a statistic of answers. Those of a pair are drawn together, because they are alike. */
function measured(
  graded: readonly GradedAnswer[],
  statistic: (drawn: readonly Reading[]) => number | null,
  of = graded.length,
): Measured {
  const together = Map.groupBy(graded, ({ answer: { pair, id } }) => pair ?? id);
  const cases = [...together.values()].map((answers) =>
    answers.map((each): Reading => ({ pairs: pairsOf(each), isMiddle: isMiddle(each.answer) })),
  );
  return { ...bootstrapped(cases, (drawn) => statistic(drawn.flat())), of };
}

/** Weighted kappa of the model with both people. */
export const kappaOf = (graded: readonly GradedAnswer[]): Measured =>
  measured(graded, (drawn) => computeWeightedKappa(drawn.flatMap(({ pairs }) => pairs)));

/** Both people gave between a third and two thirds of the points on average: neither clearly good nor bad. */
function isMiddle({ mark_a, mark_b }: MarkedAnswer): boolean {
  const mean = (pointsOf(mark_a) + pointsOf(mark_b)) / 2;
  return mean > 0.33 && mean < 0.67;
}

/**
 * Weighted kappa of the answers in the middle third, where chance is a grade drawn from all that the model gave
 * (conditional kappa: Light, 1971). They are so alike that with chance among them alone, nobody reached much.
 */
function middleKappa(drawn: readonly Reading[]): number | null {
  const middle = drawn.filter((each) => each.isMiddle).flatMap(({ pairs }) => pairs);
  if (middle.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const all = drawn.flatMap(({ pairs }) => pairs.map(({ model }) => model));
  const [model, squared] = [mean(all), mean(all.map((points) => points ** 2))];
  const byChance = mean(middle.map(({ person }) => squared - 2 * person * model + person ** 2));
  if (byChance < 1e-9) return null;
  return 1 - mean(middle.map((pair) => (pair.model - pair.person) ** 2)) / byChance;
}

export const kappaOfMiddle = (graded: readonly GradedAnswer[]): Measured =>
  measured(graded, middleKappa, graded.filter(({ answer }) => isMiddle(answer)).length);

/** Fewest answers of a language that is judged by itself. */
const FEWEST = 20;

export const byLanguage = (graded: readonly GradedAnswer[]): Map<string, GradedAnswer[]> =>
  Map.groupBy(graded, ({ answer }) => answer.language);

/** Weighted kappa of the language in which the model agrees least. */
export function worstLanguage(graded: readonly GradedAnswer[]): Measured {
  const found = [...byLanguage(graded).values()].filter(({ length }) => length >= FEWEST).map(kappaOf);
  const [worst] = found.toSorted((one, other) => (one.value ?? -1) - (other.value ?? -1));
  return worst ?? NOTHING;
}

/** Answers that say the same as another, each beside the first of its pair. */
function couplesOf(graded: readonly GradedAnswer[]) {
  const pairs = Map.groupBy(
    graded.filter(({ answer }) => answer.pair !== undefined),
    ({ answer }) => answer.pair,
  );
  return [...pairs.values()].flatMap((of) => {
    const first = of.find(({ answer }) => answer.differs === undefined);
    return first ? of.filter((each) => each !== first).map((other) => ({ first, other })) : [];
  });
}

const apart = ({ first, other }: { first: GradedAnswer; other: GradedAnswer }) =>
  countOf(other.met) - countOf(first.met);

/** Share of the pairs whose grades are within one point, which is one line of the rubric. */
export function pairsTogether(graded: readonly GradedAnswer[]): Measured {
  const couples = couplesOf(graded);
  return share(couples.filter((couple) => Math.abs(apart(couple)) <= 1).length, couples.length);
}

/** Points that a difference costs on average, such as a dialect, for each kind of difference. */
export function costOfDifferences(graded: readonly GradedAnswer[]): string[] {
  const by = Map.groupBy(couplesOf(graded), ({ other }) => other.answer.differs);
  return [...by].flatMap(([differs, couples]) => {
    if (differs === undefined) return [];
    const mean = couples.reduce((sum, couple) => sum + apart(couple), 0) / couples.length;
    return [`${differs}: ${mean > 0 ? '+' : ''}${mean.toFixed(2)} points in ${couples.length} pairs`];
  });
}

/** Share of the answers that would go to a trainer. */
export const toTrainer = (graded: readonly GradedAnswer[]): Measured =>
  share(graded.filter(({ needsTrainer }) => needsTrainer).length, graded.length);

/** Share of the wrong grades that would go to a trainer. A grade is wrong if neither person gave its points. */
export function wrongToTrainer(graded: readonly GradedAnswer[]): Measured {
  const wrong = graded.filter((each) => pairsOf(each).every(({ model, person }) => model !== person));
  return share(wrong.filter(({ needsTrainer }) => needsTrainer).length, wrong.length);
}

/** Weighted kappa of the two people with each other. */
export const kappaOfPeople = (answers: readonly MarkedAnswer[]): number | null =>
  computeWeightedKappa(answers.map(({ mark_a, mark_b }) => ({ model: pointsOf(mark_a), person: pointsOf(mark_b) })));

/** Shares in which the model agrees with one of the two people on each line of a rubric, the least first. */
export function byCriterion(graded: readonly GradedAnswer[]) {
  const lines = graded.flatMap(({ answer, met }) =>
    answer.rubric.map((criterion, n) => ({
      criterion: `${answer.language}: ${criterion}`,
      agrees: met[n] === answer.mark_a[n] || met[n] === answer.mark_b[n],
    })),
  );
  return [...Map.groupBy(lines, ({ criterion }) => criterion)]
    .map(([criterion, of]) => ({ criterion, agreed: of.filter(({ agrees }) => agrees).length, of: of.length }))
    .toSorted((one, other) => one.agreed / one.of - other.agreed / other.of);
}
