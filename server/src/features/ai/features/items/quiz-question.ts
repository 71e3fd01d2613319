import { type GeneratedQuestion, ItemSkillLevel, type ItemWordingToCompare } from '@training/shared/ai/generated-items';
import type { Question } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { isPossibleAnswerUnit, normalizeUnit } from '@training/shared/learning/number-answer';
import { z } from 'zod';
import {
  ModelOutputText,
  isFilledAndWithinLength,
  isPlaceholder,
  shuffleOptionIndexesByHash,
  removeDuplicateTexts,
} from '../prompt/model-output-text.ts';

/** A question as written by the model: one flat form for all kinds; unused fields are empty. */
export const QuestionModelOutput = z.strictObject({
  kind: z.enum(['single_choice', 'multiple_choice', 'short_text', 'number', 'ordering', 'matching', 'spoken']),
  prompt: ModelOutputText,
  options: z.array(ModelOutputText),
  // Plain numbers: some providers reject the bounds that an integer adds to a JSON schema.
  correct: z.array(z.number()),
  accepted: z.array(ModelOutputText),
  rubric: z.array(ModelOutputText),
  matches: z.array(ModelOutputText),
  value: z.number(),
  tolerance: z.number(),
  units: z.array(ModelOutputText),
  topic: ModelOutputText,
  /** Reasons why each option is wrong, in order; empty for a right one. */
  reasons: z.array(ModelOutputText),
  explanation: ModelOutputText,
  quote: ModelOutputText,
  level: ItemSkillLevel,
});
export type QuestionModelOutput = z.infer<typeof QuestionModelOutput>;

/** Length limits in code points. */
const LONGEST = { prompt: 600, option: 500, accepted: 200, criterion: 500, explanation: 1_000, reason: 300 };

/** Most accepted texts of a question. */
const MOST_ACCEPTED = 10;

/** Returns true for `least` to `most` non-empty texts without duplicates. */
function areSane(texts: readonly string[], least: number, most: number, longest: number): boolean {
  return (
    texts.length >= least &&
    texts.length <= most &&
    texts.every((each) => isFilledAndWithinLength(each, longest)) &&
    removeDuplicateTexts(texts, (each) => each).length === texts.length
  );
}

/** Converts the model's answer to a question; undefined if it can't be asked or graded. */
export function convertModelQuestion(answer: QuestionModelOutput, quote: string): GeneratedQuestion | undefined {
  const { kind, prompt, explanation, options, accepted, rubric, level } = answer;
  if (!isFilledAndWithinLength(prompt, LONGEST.prompt) || !isFilledAndWithinLength(explanation, LONGEST.explanation))
    return undefined;
  const topic = oneLine(answer.topic);
  const named = isFilledAndWithinLength(topic, CONTENT_LIMITS.topic) && !isPlaceholder(topic) ? { topic } : {};
  const shared = { prompt, explanation, quote, ...named, level, flags: [] };
  switch (kind) {
    case 'single_choice':
    case 'multiple_choice': {
      const correct = [...new Set(answer.correct)].toSorted((one, other) => one - other);
      const [only] = correct;
      if (!areSane(options, 2, 6, LONGEST.option) || only === undefined) return undefined;
      if (!correct.every((index) => Number.isInteger(index) && index >= 0 && index < options.length)) return undefined;
      // A question is pointless if every option is right.
      if (correct.length === options.length) return undefined;
      // Models tend to put the right option first; shuffle so that its position reveals nothing.
      const places = shuffleOptionIndexesByHash(prompt, options);
      const mixed = { ...shared, options: places.map((place) => options[place] ?? '') };
      const placeOf = (index: number) => places.indexOf(index);
      if (kind === 'multiple_choice') {
        return { kind, ...mixed, correct: correct.map(placeOf).toSorted((one, other) => one - other) };
      }
      return correct.length === 1 ? { kind, ...mixed, correct: placeOf(only) } : undefined;
    }
    case 'short_text': {
      // Learners may write either "2.5" or "2,5".
      const different = removeDuplicateTexts(accepted, (each) => each);
      const isSane = accepted.length <= MOST_ACCEPTED && areSane(different, 1, MOST_ACCEPTED, LONGEST.accepted);
      return isSane && !accepted.some(isPlaceholder)
        ? { kind, ...shared, accepted: [...new Set(accepted)] }
        : undefined;
    }
    case 'spoken':
      return areSane(rubric, 1, 8, LONGEST.criterion) ? { kind, ...shared, rubric } : undefined;
    case 'number':
      return numberOf(answer, shared);
    case 'ordering':
      return areSane(options, 3, MOST_OF_LIST, LONGEST.option) ? { kind, ...shared, options } : undefined;
    case 'matching': {
      const { matches } = answer;
      const areAll = areSane(options, 2, MOST_OF_LIST, LONGEST.option) && areSane(matches, 2, 10, LONGEST.option);
      return areAll && matches.length >= options.length ? { kind, ...shared, options, matches } : undefined;
    }
  }
}

/** Most options to put in order, or to match. */
const MOST_OF_LIST = 8;
const MOST_UNITS = 5;

type Shared = Pick<GeneratedQuestion, 'prompt' | 'explanation' | 'quote' | 'topic' | 'level' | 'flags'>;

function numberOf({ value, tolerance, units }: QuestionModelOutput, shared: Shared): GeneratedQuestion | undefined {
  const areFinite = [value, tolerance].every((each) => Number.isFinite(each) && Math.abs(each) <= 1e12);
  const different = new Set(units.map(normalizeUnit));
  const areUnits = units.length <= MOST_UNITS && different.size === units.length && units.every(isPossibleAnswerUnit);
  if (!areFinite || tolerance < 0 || !areUnits || units.some((unit) => unit.length > CONTENT_LIMITS.unit))
    return undefined;
  const within = tolerance > 0 ? { tolerance: { by: 'amount' as const, of: tolerance } } : {};
  return { kind: 'number', ...shared, value, ...within, units };
}

/** Appends to the explanation why each wrong option is wrong, for learners who chose it. */
export function appendWrongOptionReasons(
  question: GeneratedQuestion,
  { options, reasons }: QuestionModelOutput,
): GeneratedQuestion {
  if (!('correct' in question) || reasons.length !== options.length) return question;
  const right = new Set([question.correct].flat());
  const lines = question.options.flatMap((option, place) => {
    const reason = reasons[options.indexOf(option)] ?? '';
    return right.has(place) || !isFilledAndWithinLength(reason, LONGEST.reason)
      ? []
      : [`- ${oneLine(option)}: ${oneLine(reason)}`];
  });
  return lines.length === 0 ? question : { ...question, explanation: `${question.explanation}\n\n${lines.join('\n')}` };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** The right answers as one text. */
export function formatCorrectAnswers(question: GeneratedQuestion | Question): string {
  switch (question.kind) {
    case 'single_choice':
      return question.options[question.correct] ?? '';
    case 'multiple_choice':
    case 'hotspot':
      return question.correct.map((place) => question.options[place] ?? '').join('\n');
    case 'short_text':
      return question.accepted.join('\n');
    case 'spoken':
      return question.rubric.join('\n');
    case 'number':
      return [question.value, ...question.units].join(' ');
    case 'ordering':
      return question.options.join('\n');
    case 'matching':
      return question.options.map((option, place) => `${option}: ${question.matches[place] ?? ''}`).join('\n');
  }
}

export const questionWordingOf = (question: GeneratedQuestion): ItemWordingToCompare => ({
  asked: question.prompt,
  answered: formatCorrectAnswers(question),
  quote: question.quote,
});
