import type { Question } from '../courses/courses.ts';
import { toAsciiDigits } from '../i18n/plain-digits.ts';
import type { ImmediatelyGradedAnswer, QuestionSolution } from './attempts.ts';
import { isWithinTolerance, normalizeUnit, parseNumberWithUnit } from './number-answer.ts';
import { isOneTypoApart, removeAccents } from './text-tolerance.ts';

/**
 * Returns the score of an answer that needs no judgement, 0 to 1. Only with partial credit is it between them. An
 * answer of another kind than the question has none.
 * @param language That in which the number was written; it decides the decimal sign.
 */
export function scoreAnswer(question: Question, response: ImmediatelyGradedAnswer, language: string): number {
  switch (question.kind) {
    case 'single_choice':
      return Number(response.kind === question.kind && response.choice === question.correct);
    case 'multiple_choice':
    case 'hotspot': {
      if (response.kind !== question.kind) return 0;
      const { correct, options } = question;
      const hits = response.choices.filter((each) => correct.includes(each)).length;
      const misses = response.choices.length - hits;
      const score = hits / correct.length - (misses && misses / (options.length - correct.length));
      // Of one area, several that are chosen are a guess.
      const isInPart = question.partial_credit && (question.kind !== 'hotspot' || correct.length > 1);
      return isInPart ? rounded(Math.max(0, score)) : Number(score === 1);
    }
    case 'short_text':
      return Number(response.kind === question.kind && isAccepted(question, response.text));
    case 'number': {
      if (response.kind !== question.kind || question.value === null) return 0;
      const given = parseNumberWithUnit(response.text, language);
      const { units } = question;
      const isUnit =
        given !== null &&
        (units.length === 0 ? given.unit === '' : units.some((unit) => normalizeUnit(unit) === given.unit));
      return Number(isUnit && isWithinTolerance(given.value, question.value, question.tolerance));
    }
    case 'ordering':
      return Number(response.kind === question.kind && response.order.every((place, index) => place === index));
    case 'matching': {
      if (response.kind !== question.kind) return 0;
      const { matches } = response;
      const isOnce = (match: number) => matches.indexOf(match) === matches.lastIndexOf(match);
      const hits = matches.filter((match, option) => match === option && isOnce(match)).length;
      const score = hits / question.options.length;
      return question.partial_credit ? rounded(score) : Number(score === 1);
    }
    case 'spoken':
      return 0;
  }
}

/** Rounds to the decimals that are stored. */
const rounded = (score: number) => Number(score.toFixed(4));

function isAccepted(question: Extract<Question, { kind: 'short_text' }>, text: string): boolean {
  const plain = (each: string) =>
    question.ignore_accents ? removeAccents(normalizeAnswerText(each)) : normalizeAnswerText(each);
  const given = plain(text);
  return question.accepted.some((each) => {
    const accepted = plain(each);
    return accepted === given || (question.allow_typo === true && isOneTypoApart(accepted, given));
  });
}

/**
 * Normalizes case, width, white space and digits of a text before it is compared, and removes characters that only
 * format it: keyboards and documents of languages from right to left add some.
 */
export function normalizeAnswerText(text: string): string {
  // Upper case first: ß and SS are the same, and so are the two small sigmas.
  const cased = text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return toAsciiDigits(cased.replace(/\p{Cf}/gu, ''))
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns the solution of a question, as learners see it once it is shown. */
export function solutionOf(question: Question): QuestionSolution {
  switch (question.kind) {
    case 'single_choice':
      return { kind: question.kind, correct: question.correct };
    case 'multiple_choice':
    case 'hotspot':
      return { kind: question.kind, correct: question.correct };
    case 'short_text':
      return { kind: question.kind, accepted: question.accepted };
    case 'spoken':
      return { kind: question.kind, rubric: question.rubric };
    case 'number':
      return { kind: question.kind, value: question.value, units: question.units };
    case 'ordering':
      return { kind: question.kind, order: question.options.map((_, place) => place) };
    case 'matching':
      return { kind: question.kind, matches: question.options.map((_, place) => place) };
  }
}
