import type { Question } from '@training/shared/courses';
import { type GeneratedQuestion, Level, type Said } from '@training/shared/generated-items';
import { z } from 'zod';
import { shuffled } from '../checks/shuffle.ts';
import { AnswerText, fits, withoutDuplicates } from '../prompt/answer-text.ts';

/** A question as the model writes it: one flat form for all kinds, in which what a kind does not need is empty. */
export const QuestionAnswer = z.strictObject({
  kind: z.enum(['single_choice', 'multiple_choice', 'short_text', 'spoken']),
  prompt: AnswerText,
  options: z.array(AnswerText),
  // Plain numbers: the bounds that an integer brings into a JSON schema are refused by some providers.
  correct: z.array(z.number()),
  accepted: z.array(AnswerText),
  rubric: z.array(AnswerText),
  /** Why each option is wrong, in their order; empty for a right one. */
  reasons: z.array(AnswerText),
  explanation: AnswerText,
  quote: AnswerText,
  level: Level,
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** Code points. */
const LONGEST = { prompt: 600, option: 500, accepted: 200, criterion: 500, explanation: 1_000, reason: 300 };

/** `least` to `most` texts with something in each and no two alike. */
function areSane(texts: readonly string[], least: number, most: number, longest: number): boolean {
  return (
    texts.length >= least &&
    texts.length <= most &&
    texts.every((each) => fits(each, longest)) &&
    withoutDuplicates(texts, (each) => each).length === texts.length
  );
}

/** The question for the answer; undefined when it cannot be asked or graded. */
export function questionOf(answer: QuestionAnswer, quote: string): GeneratedQuestion | undefined {
  const { kind, prompt, explanation, options, accepted, rubric, level } = answer;
  if (!fits(prompt, LONGEST.prompt) || !fits(explanation, LONGEST.explanation)) return undefined;
  const shared = { prompt, explanation, quote, level, flags: [] };
  switch (kind) {
    case 'single_choice':
    case 'multiple_choice': {
      const correct = [...new Set(answer.correct)].toSorted((one, other) => one - other);
      const [only] = correct;
      if (!areSane(options, 2, 6, LONGEST.option) || only === undefined) return undefined;
      if (!correct.every((index) => Number.isInteger(index) && index >= 0 && index < options.length)) return undefined;
      // A question whose every option is right asks nothing.
      if (correct.length === options.length) return undefined;
      // Models put the right one first: where it stands must not tell.
      const places = shuffled(prompt, options);
      const mixed = { ...shared, options: places.map((place) => options[place] ?? '') };
      const placeOf = (index: number) => places.indexOf(index);
      if (kind === 'multiple_choice') {
        return { kind, ...mixed, correct: correct.map(placeOf).toSorted((one, other) => one - other) };
      }
      return correct.length === 1 ? { kind, ...mixed, correct: placeOf(only) } : undefined;
    }
    case 'short_text':
      return areSane(accepted, 1, 10, LONGEST.accepted) ? { kind, ...shared, accepted } : undefined;
    case 'spoken':
      return areSane(rubric, 1, 8, LONGEST.criterion) ? { kind, ...shared, rubric } : undefined;
  }
}

/** The question with why each wrong option is wrong, behind its explanation: whoever has chosen it reads that there. */
export function withReasons(question: GeneratedQuestion, { options, reasons }: QuestionAnswer): GeneratedQuestion {
  if (!('options' in question) || reasons.length !== options.length) return question;
  const right = new Set([question.correct].flat());
  const lines = question.options.flatMap((option, place) => {
    const reason = reasons[options.indexOf(option)] ?? '';
    return right.has(place) || !fits(reason, LONGEST.reason) ? [] : [`- ${oneLine(option)}: ${oneLine(reason)}`];
  });
  return lines.length === 0 ? question : { ...question, explanation: `${question.explanation}\n\n${lines.join('\n')}` };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** What is right, as one text. */
export function answerOf(question: GeneratedQuestion | Question): string {
  switch (question.kind) {
    case 'single_choice':
      return question.options[question.correct] ?? '';
    case 'multiple_choice':
      return question.correct.map((place) => question.options[place] ?? '').join('\n');
    case 'short_text':
      return question.accepted.join('\n');
    case 'spoken':
      return question.rubric.join('\n');
  }
}

export const saidByQuestion = (question: GeneratedQuestion): Said => ({
  asked: question.prompt,
  answered: answerOf(question),
  quote: question.quote,
});
