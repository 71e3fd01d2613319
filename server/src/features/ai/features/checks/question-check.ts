import type { GeneratedQuestion, GeneratedItemWarning } from '@training/shared/ai/generated-items';
import { isWithinTolerance, parseNumberWithUnit } from '@training/shared/learning/number-answer';
import { comparisonKeyOf, shuffleOptionIndexesByHash } from '../prompt/model-output-text.ts';
import { wrapAsPromptData, type Marker } from '../prompt/prompt.ts';
import type { ItemVerification } from './verify-items.ts';

export const QUESTION_CHECK_INSTRUCTIONS = [
  'Somebody else made quiz questions of the source. Answer each from the source alone, not from what you know.',
  '"items" holds each question and each rubric exactly once: "n" is its number.',
  'Where a question has options, "options" holds the places of all that are right by the source, as many as that may be; empty where the source says of none that it is. "answer" is empty then.',
  'Where a question has steps, "options" holds the places of all of them in the right order by the source. Where it has things and matches, "options" holds, for each thing in turn, the place of its match. Empty where the source does not say; "answer" is empty then.',
  'Where it has none of these, "answer" is the answer in as few words as possible, in the language of the question; empty where the source does not answer it. "options" is empty then.',
  'Then "passage". "carries": its quote, read where it stands in the source, is enough to answer it. "lacks": it is not. "contradicts": the question takes something for true of which the source says otherwise.',
  'A rubric is a line of what a spoken answer must say. "carries": the source says it, in whatever words. "lacks": it does not. "contradicts": the source says otherwise. Leave "answer" and "options" of a rubric empty.',
  '"reason" says in at most fifteen words what is missing or wrong; empty for "carries".',
];

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** A question as prompt data for the check, without its key, explanation and accepted answers. */
export function formatQuestionAsPromptData(question: GeneratedQuestion, n: number): string {
  const list = (name: Marker, texts: readonly string[]) =>
    wrapAsPromptData(name, texts.map((text, place) => `${place}: ${oneLine(text)}`).join('\n'), n);
  const mixed = (texts: readonly string[]) => mixedOf(question, texts).map((place) => texts[place] ?? '');
  return [
    wrapAsPromptData('question', question.prompt, n),
    ...('correct' in question ? [list('options', question.options)] : []),
    ...(question.kind === 'ordering' ? [list('steps', mixed(question.options))] : []),
    ...(question.kind === 'matching'
      ? [list('things', question.options), list('matches', mixed(question.matches))]
      : []),
    wrapAsPromptData('quote', question.quote, n),
  ].join('\n');
}

/** Returns the places of steps or matches in the order in which the check is shown them, which isn't the solution. */
function mixedOf({ prompt }: GeneratedQuestion, texts: readonly string[]): number[] {
  const places = shuffleOptionIndexesByHash(prompt, texts);
  return places.every((place, index) => place === index) ? places.toReversed() : places;
}

/** The lines of a spoken question's rubric, which the check compares with the source. */
export const rubricLinesOf = (question: GeneratedQuestion): readonly string[] =>
  question.kind === 'spoken' ? question.rubric : [];

/**
 * Flags that the check adds to a question; undefined if the check contradicts the key, or the source contradicts the
 * question or a line of its rubric.
 */
export function flagsOfQuestionCheck(
  question: GeneratedQuestion,
  look: ItemVerification,
  lines: readonly (ItemVerification | undefined)[],
): GeneratedItemWarning[] | undefined {
  if ([look, ...lines].some((each) => each?.passage === 'contradicts')) return undefined;
  const answered = judgeAnswer(question, look);
  if (!answered) return undefined;
  const missing = rubricLinesOf(question).filter((_, n) => lines[n]?.passage === 'lacks');
  const ofRubric: GeneratedItemWarning[] = [
    ...missing.map((line) => ({ kind: 'unsupported' as const, detail: line })),
    ...(lines.includes(undefined) ? [{ kind: 'unchecked' as const, detail: '' }] : []),
  ];
  if (answered.length > 0 || look.passage === 'carries') return [...answered, ...ofRubric];
  return [{ kind: 'unsupported', detail: look.reason }, ...ofRubric];
}

function judgeAnswer(
  question: GeneratedQuestion,
  { options, answer }: ItemVerification,
): GeneratedItemWarning[] | undefined {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice':
      return judgeChoice(question.options, [question.correct].flat(), options);
    case 'short_text': {
      const found = comparisonKeyOf(answer);
      if (found === '') return [{ kind: 'unanswerable', detail: '' }];
      const isAccepted = question.accepted
        .map(comparisonKeyOf)
        .some((each) => hasWords(found, each) || hasWords(each, found));
      return isAccepted ? [] : [{ kind: 'other_answer', detail: answer }];
    }
    case 'number': {
      if (comparisonKeyOf(answer) === '') return [{ kind: 'unanswerable', detail: '' }];
      // The check writes as the source does: either decimal sign is meant.
      const found = ['en', 'de'].map((language) => parseNumberWithUnit(answer, language)?.value);
      const { value, tolerance } = question;
      const isSame = found.some((given) => given !== undefined && isWithinTolerance(given, value, tolerance));
      return isSame ? [] : [{ kind: 'other_answer', detail: answer }];
    }
    case 'ordering':
      return judgePlaces(question.options, mixedOf(question, question.options), options, question.options.length);
    case 'matching':
      return judgePlaces(question.matches, mixedOf(question, question.matches), options, question.options.length);
    case 'spoken':
      return answer === '' ? [{ kind: 'unanswerable', detail: '' }] : [];
  }
}

/** Compares steps or matches, which the check names by the places where they were shown, with the written ones. */
function judgePlaces(
  texts: readonly string[],
  shown: readonly number[],
  picked: readonly number[],
  count: number,
): GeneratedItemWarning[] {
  const found = picked.flatMap((place) => shown[place] ?? []);
  if (found.length === 0) return [{ kind: 'unanswerable', detail: '' }];
  if (found.length === count && found.every((place, index) => place === index)) return [];
  return [{ kind: 'other_answer', detail: found.map((place) => texts[place] ?? '').join(' · ') }];
}

function judgeChoice(
  texts: readonly string[],
  key: readonly number[],
  picked: readonly number[],
): GeneratedItemWarning[] | undefined {
  const found = new Set(picked.filter((place) => texts[place] !== undefined));
  if (found.size === 0) return [{ kind: 'unanswerable', detail: '' }];
  const agreed = key.filter((place) => found.has(place));
  if (agreed.length === 0) return undefined;
  if (agreed.length === key.length && found.size === key.length) return [];
  const detail = [...found].map((place) => texts[place] ?? '').join(' · ');
  return [{ kind: key.length === 1 ? 'ambiguous' : 'other_answer', detail }];
}

/** Returns true if `part` occurs in `text` as whole words. */
const hasWords = (text: string, part: string) => ` ${text} `.includes(` ${part} `);
