import { figuresOf, hasComparableFigure, isFigureProven, type Figure } from './figures.ts';
import { findWordPositions, readPolarity } from './polarity.ts';
import { findUnprovenFigures } from './proof.ts';
import { sentencesOf, type PassageAnalysis, type SourcePartAnalysis } from './source-part-analysis.ts';
import { DATE_UNIT, isSameQuantity, DATE_VALUE_DAYS_PER_MONTH, REPETITIONS_UNIT } from './units.ts';
import { toCoveredLanguage, contentStemsOf, type CoveredLanguage } from './words.ts';

/** The sentence of a text that asks, or the last one; what stands before it describes a case. */
export function questionSentenceOf(asked: string): string {
  const sentences = sentencesOf(asked);
  const question = sentences.findLast(({ text }) => text.trimEnd().endsWith('?')) ?? sentences.at(-1);
  return question?.text ?? asked;
}

const CLOCK = /\d(?::| ?h ?| Uhr )\d\d/;
const isYear = (value: number) => value >= 1900 && value < 2200;
const areSameSpan = (years: readonly number[], from: number, { values }: Figure) =>
  years.some((year) => values.includes(Math.abs(year - from)));

/** Returns true if a figure follows from one of a case and one of the passage: 4 hours without the 1 that is over. */
export function isComputedFigure(
  figure: Figure,
  asked: string,
  passage: PassageAnalysis,
  language: string | undefined,
): boolean {
  const { unit, values } = figure;
  const given = figuresOf(asked, language);
  if (CLOCK.test(figure.text) && (CLOCK.test(asked) || given.some((each) => each.unit === 'hour'))) return true;
  if (isElapsed(figure, given)) return true;
  if (CLOCK.test(figure.text) && isClockOf(figure, passage.proof.figures)) return true;
  const rules = passage.proof.figures.filter(({ implied, unit: of }) => !implied || of !== undefined);
  const isBare = (each: Figure) => each.unit === undefined && !each.implied;
  if (isBare(figure)) {
    const times = passage.proof.figures.filter(({ text }) => CLOCK.test(text)).length;
    if (times > 1 && values.includes(times)) return true;
    // A case may say how many people there are: "each has a lock" makes two locks of two people.
    if (!rules.some(isBare) && isFigureProven(figure, given.filter(isBare))) return true;
    // A year of a case, and how many years later something is due.
    const isDue = (from: number, rule: Figure) => isYear(from) && areSameSpan(values, from, rule);
    if (values.some(isYear))
      return rules.some((rule) => given.some((each) => each.values.some((from) => isDue(from, rule))));
    // How often something is done in a time: each 20 minutes in an hour.
    const isLeft = (rule: Figure, each: Figure) =>
      each.unit !== undefined &&
      each.unit === rule.unit &&
      values.includes(Math.abs((each.values[0] ?? NaN) - (rule.values[0] ?? NaN)));
    return rules.some((rule) =>
      given.some((each) => isLeft(rule, each) || values.some((count) => isTimes(count, rule, each))),
    );
  }
  // How much warmer one is than the other.
  const isDifference = (one: Figure) =>
    rules.some(
      (other) =>
        one.unit === unit &&
        other.unit === unit &&
        values.some((value) => isNear(value, Math.abs((one.values[0] ?? NaN) - (other.values[0] ?? NaN)))),
    );
  if (unit !== undefined && comparesInside(asked, language) && rules.some(isDifference)) return true;
  if (unit === DATE_UNIT)
    return given.some(
      (each) => each.unit === DATE_UNIT && values.some((day) => isDaysFrom(day, each.values[0] ?? NaN, rules)),
    );
  const isSum = (value: number, one: number, other: number) =>
    isNear(value, one + other) ||
    isNear(value, Math.abs(one - other)) ||
    (unit === 'hour' && (value - one + other) % DAY === 0);
  /** The same in another unit: 3.4 tonnes are 400 kg over 3. */
  const isConvertedSum = (value: number, one: number, other: number, of = '') =>
    unit !== undefined && [one + other, Math.abs(one - other)].some((sum) => isSameQuantity(value, unit, sum, of));
  const shares = passage.proof.figures.flatMap(({ implied, values: [share = 1] }) =>
    implied && share < 1 ? [share] : [],
  );
  // 10 ml for 8 litres where the passage has 5 ml for 4.
  const isProportion = (each: Figure) =>
    rules.some(
      (one) =>
        one.unit === unit &&
        rules.some(
          (other) =>
            other !== one &&
            other.unit === each.unit &&
            values.some((value) =>
              isNear(value * (other.values[0] ?? NaN), (one.values[0] ?? NaN) * (each.values[0] ?? NaN)),
            ),
        ),
    );
  if (unit !== undefined && given.some((each) => each.unit !== undefined && isProportion(each))) return true;
  return (
    unit !== undefined &&
    given
      .filter((each) => hasComparableFigure(figure, [each]))
      .some(
        ({ values: [one = NaN], unit: of }) =>
          // Half of what the case has.
          (of === unit && shares.some((share) => values.includes(one * share))) ||
          rules.some((rule) => {
            const [other = NaN] = rule.values;
            if (rule.unit === '%') return values.includes((one * other) / 100);
            if (!hasComparableFigure(figure, [rule])) return false;
            const isConverted = of === rule.unit && of !== unit;
            return values.some(
              (value) => isSum(value, one, other) || (isConverted && isConvertedSum(value, one, other, of)),
            );
          }),
      )
  );
}

/** Returns true if a figure is the time between two times of day, whatever days lie between them. */
const isElapsed = ({ values, unit }: Figure, given: readonly Figure[]): boolean => {
  const [from, to, ...more] = given.filter(({ text }) => CLOCK.test(text)).map((time) => time.values[0] ?? NaN);
  if (from === undefined || to === undefined || more.length > 0 || (unit !== 'hour' && unit !== 'minute')) return false;
  const hours = unit === 'minute' ? 1 / 60 : 1;
  return values.some((value) => [to - from, from - to].some((apart) => isNear((value * hours - apart) % DAY, 0)));
};

/** Returns true if a time of day is as far from another as the passage says: half an hour after 9:30. */
const isClockOf = ({ values }: Figure, rules: readonly Figure[]): boolean =>
  rules.some(
    (time) =>
      CLOCK.test(time.text) &&
      rules.some(({ values: [length = NaN], unit }) => {
        const hours = unit === 'minute' ? length / 60 : unit === 'hour' ? length : NaN;
        const from = time.values[0] ?? NaN;
        return values.some((value) => isNear(value, from + hours) || isNear(value, from - hours));
      }),
  );

const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-9;

/** Days that a month may be shorter than a date's value has it. */
const SHORTER = 3;
/** Returns true if a date is as far from another as a rule says. */
const isDaysFrom = (date: number, from: number, rules: readonly Figure[]): boolean =>
  (date === from && rules.length === 0) ||
  rules.some(({ values: [count = NaN], unit }) => {
    const days =
      unit === 'week' ? count * 7 : unit === 'month' ? count * DATE_VALUE_DAYS_PER_MONTH : unit === 'year' ? 0 : count;
    const year = 12 * DATE_VALUE_DAYS_PER_MONTH;
    const over = (Math.abs(date - from) - days + year) % year;
    const back = (year - Math.abs(date - from) - days + year) % year;
    return Math.min(over, back) <= SHORTER * Math.ceil(days / DATE_VALUE_DAYS_PER_MONTH);
  });

/** Beginnings of words that ask for a difference. */
const DIFFERS = ['differ', 'unterschied', 'unterscheid', 'diferenc', 'roznic', 'rozni'];

/** Returns true if a question compares, without figures. */
function comparesInside(asked: string, language: string | undefined): boolean {
  const covered = toCoveredLanguage(language);
  if (!covered) return false;
  const { tokens, lexicon, limits } = readPolarity(asked, covered);
  if (tokens.some(({ word }) => DIFFERS.some((begin) => word.startsWith(begin)))) return true;
  return (
    limits.length === 0 &&
    findWordPositions(tokens, lexicon.more).length + findWordPositions(tokens, lexicon.less).length > 0
  );
}

/** Hours of a day: 22 h is 8 hours before 6 h. */
const DAY = 24;
const isTimes = (count: number, rule: Figure, whole: Figure) =>
  rule.unit !== undefined &&
  whole.unit !== undefined &&
  isSameQuantity(count * (rule.values[0] ?? NaN), rule.unit, whole.values[0] ?? NaN, whole.unit);

/** Figures of an answer that the passage lacks. Its neighbours count if it has nothing to compare them with. */
export function findAnswerFiguresMissingFromPassage(
  text: string,
  asked: string,
  passage: PassageAnalysis,
  reference: SourcePartAnalysis,
): string[] {
  const found = new Set(findUnprovenFigures(text, [passage.proof], reference.proof, reference.itemLanguage));
  const isBeside = (figure: Figure) =>
    !hasComparableFigure(figure, passage.proof.figures) && isFigureProven(figure, passage.nearby);
  for (const figure of figuresOf(text, reference.itemLanguage))
    if (isBeside(figure) || isComputedFigure(figure, asked, passage, reference.itemLanguage)) found.delete(figure.text);
  return [...found];
}

/** Number of things that the answers list. */
const listedIn = (answers: readonly string[]): number =>
  answers.length === 1
    ? (answers[0] ?? '')
        .split(/[,;]|\s(?:and|or|und|oder|sowie|y|e|o|i|oraz|et|ou)\s/u)
        .filter((part) => part.trim() !== '').length
    : answers.length;

/** Figures of a question that state a limit which the source lacks. Others may belong to a case. */
export function findUnprovenQuestionLimits(
  asked: string,
  answers: readonly string[],
  { proof, nearby }: PassageAnalysis,
  { proof: source, itemLanguage }: SourcePartAnalysis,
): string[] {
  const unproven = new Set(findUnprovenFigures(asked, [proof, source], source, itemLanguage));
  if (unproven.size === 0) return [];
  const question = questionSentenceOf(asked);
  const limits = new Set(
    itemLanguage ? readPolarity(question, itemLanguage).limits.map(({ figure }) => figure.text) : [],
  );
  const known = [...proof.figures, ...nearby];
  /** Sentences before the question describe a case, and so do figures like those of the passage. */
  const isOfCase = (figure: Figure) =>
    // "Which three things": as many as the answer lists.
    (figure.unit === undefined && figure.values.includes(listedIn(answers))) ||
    !question.includes(figure.text) ||
    hasComparableFigure(figure, known) ||
    // A share, or a number of times, may be of what the question has.
    known.some(({ unit }) => unit === '%' || unit === REPETITIONS_UNIT) ||
    (figure.unit === undefined && known.some(({ unit, implied }) => unit === undefined && !implied));
  return figuresOf(asked, itemLanguage)
    .filter((figure) => unproven.has(figure.text) && (limits.has(figure.text) || !isOfCase(figure)))
    .map(({ text }) => text);
}

/** Words with a meaning of an option, beside its figures, by which it may be wrong. */
const REASON = 2;
const saysMore = (text: string, language: CoveredLanguage) => {
  const units = figuresOf(text, language).map((figure) => figure.text);
  return (
    contentStemsOf(
      units.reduce((rest, each) => rest.replace(each, ' '), text),
      language,
    ).size >= REASON
  );
};

/** UTF-16 units between the two figures of a range. */
const FROM_TO = 8;

/** Figures of a passage right behind "before" or "after". */
function timesIn({ reading, proof }: PassageAnalysis): Figure[] {
  if (!reading) return [];
  const { tokens, lexicon } = reading;
  const starts = new Set(
    [lexicon.before, lexicon.after].flatMap((words) =>
      findWordPositions(tokens, words).map((place) => tokens[place + 1]?.start),
    ),
  );
  return proof.figures.filter(
    ({ start, implied, values: [value = 0] }) => (!implied || value > 1) && starts.has(start),
  );
}

/** Returns true if a limit or range of the passage parts all right options from all wrong ones with figures. */
export function doesPassageLimitSeparateOptions(
  right: readonly string[],
  wrong: readonly string[],
  passage: PassageAnalysis,
  language: CoveredLanguage | undefined,
): boolean {
  if (!language) return false;
  const read = (texts: readonly string[]) =>
    texts.map((text) => {
      const sign = /^\s*[-−–]/.test(text) ? -1 : 1;
      const figures = figuresOf(text, language).filter(
        ({ implied, unit, isEach = false }) => !implied || (unit !== undefined && !isEach),
      );
      return figures.map((figure) => ({ ...figure, values: figure.values.map((value) => value * sign) }));
    });
  // An option may be wrong for what it says beside its figure: "last year's, which had 20 characters".
  const hasReason = wrong.filter((text) => saysMore(text, language)).length;
  const own = read(right);
  const others = read(wrong).filter(({ length }) => length > 0);
  if (own.length === 0 || others.length === 0) return false;
  const isAloneWithin = (from: Figure, to: Figure) => {
    const isWithin = ([figure, ...more]: readonly Figure[]) =>
      figure !== undefined &&
      more.length === 0 &&
      figure.unit === to.unit &&
      figure.values.some((value) => value >= (from.values[0] ?? Infinity) && value <= (to.values[0] ?? -Infinity));
    return own.every(isWithin) && !others.some(isWithin);
  };
  const { figures } = passage.proof;
  const isRange = (to: Figure, from: Figure | undefined) =>
    from !== undefined && to.start - from.end <= FROM_TO && isAloneWithin(from, to);
  if (figures.some((figure, n) => isRange(figure, figures[n - 1]))) return true;
  const limits = (passage.reading?.limits ?? []).map(({ figure }) => figure);
  return [...limits, ...timesIn(passage)].some(({ unit, values }) => {
    const [limit] = values;
    if (limit === undefined) return false;
    const sideOf = (each: readonly Figure[]) =>
      each.length === 1 && each[0]?.unit === unit ? Math.sign((each[0]?.values[0] ?? limit) - limit) : 0;
    const side = sideOf(own[0] ?? []);
    if (side === 0 || !own.every((each) => sideOf(each) === side)) return false;
    const [beyond, within] = [
      others.filter((each) => sideOf(each) === -side),
      others.filter((each) => sideOf(each) === side),
    ];
    return beyond.length > 0 && beyond.length + within.length === others.length && within.length <= hasReason;
  });
}
