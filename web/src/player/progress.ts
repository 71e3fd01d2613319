import type { Question } from '@training/shared/courses/courses';
import type { ScormModuleTranslation, ScormModule } from '@training/shared/courses/scorm';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import { parseNumberWithUnit } from '@training/shared/learning/number-answer';
import { parseStoredAnswer, ANSWER_CONTENT_FIELDS } from '../features/learning/quiz/stored-answer.ts';
import { toArrayItems, readFieldText, readFieldValue } from '../lib/json.ts';
import { type PlayerAnswer, toConsoleAttempt, type PlayerAttempt, toAuthorOptionOrder } from './attempt.ts';
import { type CmiInteraction, toCmiScore, type LessonStatusAndScore } from './lms.ts';

/** Progress of a learner. */
export interface PlayerProgress {
  language: string;
  seen: ReadonlySet<string>;
  round: PlayerAttempt | null;
  /** The best score of the attempts that failed; null if none did. */
  best: number | null;
}

export interface UnsubmittedAnswer {
  question: string;
  response: ImmediatelyGradedAnswer | null;
}

/** The most characters of `cmi.suspend_data` in SCORM 1.2. */
const MOST_SUSPENDED = 4_096;

/** Returns the module in a language; in the one that it is written in, if it lacks the language. */
export function findContentInLanguage({ languages }: ScormModule, code: string): ScormModuleTranslation {
  const found = languages.find((each) => each.code === code) ?? languages[0];
  if (!found) throw new Error('The package has no language');
  return found;
}

/** Writes progress within the limit. Answers that have no room keep their score. */
export function toSuspendData(module: ScormModule, { language, seen, round, best }: PlayerProgress): string {
  const source = findContentInLanguage(module, '');
  const answers = source.questions.flatMap(({ id }, index): [number, number, unknown?][] => {
    const given = round?.answers.get(id);
    if (!given) return [];
    const content = given.response
      ? readFieldValue(given.response, ANSWER_CONTENT_FIELDS[given.response.kind])
      : undefined;
    return [content === undefined ? [index, given.score] : [index, given.score, content]];
  });
  const written = () =>
    JSON.stringify({
      v: 1,
      r: module.revision,
      l: language,
      c: source.cards.map(({ id }) => Number(seen.has(id))).join(''),
      b: best,
      ...(round && { n: round.number, s: round.seed, k: round.asked.join('-'), a: answers }),
    });
  const lengthOf = (answer: unknown[]) => (answer.length > 2 ? JSON.stringify(answer[2]).length + 1 : 0);
  let excess = written().length - MOST_SUSPENDED;
  for (const answer of answers.toSorted((one, other) => lengthOf(other) - lengthOf(one))) {
    if (excess <= 0) break;
    excess -= lengthOf(answer);
    answer.splice(2);
  }
  return written();
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads progress, of the same revision; null if there is none. */
export function parseSuspendData(module: ScormModule, text: string): PlayerProgress | null {
  const stored = parsed(text);
  if (readFieldValue(stored, 'v') !== 1 || readFieldValue(stored, 'r') !== module.revision) return null;
  const { cards, questions } = findContentInLanguage(module, '');
  const marks = readFieldText(stored, 'c') ?? '';
  const seed = readFieldText(stored, 's');
  const answers = new Map<string, PlayerAnswer>();
  for (const each of toArrayItems(readFieldValue(stored, 'a'))) {
    const [index, score, content] = toArrayItems(each);
    const question = questions[numberOf(index) ?? -1];
    if (!question || question.kind === 'spoken') continue;
    const field = ANSWER_CONTENT_FIELDS[question.kind];
    answers.set(question.id, {
      score: numberOf(score) ?? 0,
      response: content === undefined ? null : parseStoredAnswer({ kind: question.kind, [field]: content }),
    });
  }
  return {
    language: readFieldText(stored, 'l') ?? '',
    seen: new Set(cards.flatMap(({ id }, index) => (marks[index] === '1' ? [id] : []))),
    best: numberOf(readFieldValue(stored, 'b')) ?? null,
    round:
      seed === undefined
        ? null
        : {
            seed,
            number: numberOf(readFieldValue(stored, 'n')) ?? 1,
            asked: (readFieldText(stored, 'k') ?? '').split('-').map(Number),
            answers,
          },
  };
}

/**
 * Returns what the learning management system is told. A module is passed once all its cards were seen and an attempt
 * passed; without questions, it is completed with its cards (rules/learning 10).
 */
export function lessonStatusOf(module: ScormModule, { seen, round, best }: PlayerProgress): LessonStatusAndScore {
  const source = findContentInLanguage(module, '');
  const isSeen = source.cards.every(({ id }) => seen.has(id));
  if (source.questions.length === 0) return { status: isSeen ? 'completed' : 'incomplete', score: null };
  const attempt = round && toConsoleAttempt(module, round, source);
  // A score tells more than the status: systems with a mastery score decide by it.
  if (attempt?.state === 'passed') {
    return isSeen ? { status: 'passed', score: attempt.score } : { status: 'incomplete', score: null };
  }
  return best === null ? { status: 'incomplete', score: null } : { status: 'failed', score: best };
}

const ascending = (one: number, other: number) => one - other;
const letter = (place: number) => String.fromCodePoint(97 + place);
const letters = (places: number[]) => places.map(letter).join(',');
const pairs = (matches: number[]) => matches.map((match, option) => `${option + 1}.${letter(match)}`).join(',');

type Journal = Pick<CmiInteraction, 'type' | 'response' | 'pattern'>;

function inJournal(question: Question, response: ImmediatelyGradedAnswer, language: string): Journal {
  switch (response.kind) {
    case 'single_choice':
    case 'multiple_choice':
    case 'hotspot': {
      const correct = 'correct' in question ? [question.correct].flat() : [];
      const chosen = 'choice' in response ? [response.choice] : response.choices;
      return {
        type: 'choice',
        response: letters(chosen.toSorted(ascending)),
        pattern: letters(correct.toSorted(ascending)),
      };
    }
    case 'number': {
      const given = parseNumberWithUnit(response.text, language);
      const value = question.kind === 'number' && question.units.length === 0 ? question.value : null;
      if (given && value !== null) {
        return { type: 'numeric', response: String(given.value), pattern: String(value) };
      }
      const pattern = question.kind === 'number' ? `${question.value} ${question.units[0] ?? ''}`.trim() : '';
      return { type: 'fill-in', response: response.text, pattern };
    }
    case 'short_text':
      return {
        type: 'fill-in',
        response: response.text,
        pattern: 'accepted' in question ? (question.accepted[0] ?? '') : '',
      };
    case 'ordering':
      return {
        type: 'sequencing',
        response: letters(response.order),
        pattern: letters(response.order.toSorted(ascending)),
      };
    case 'matching':
      return {
        type: 'matching',
        response: pairs(response.matches),
        pattern: pairs(response.matches.map((_, option) => option)),
      };
  }
}

/** Returns an answer as an interaction, with letters for options in the order in which the author wrote them. */
export function cmiInteractionOf(
  round: PlayerAttempt,
  question: Question,
  {
    response,
    score,
    language,
    took,
  }: { response: ImmediatelyGradedAnswer; score: number; language: string; took: number },
): CmiInteraction {
  const written = toAuthorOptionOrder(round, question, response);
  return {
    // Systems of old take letters and digits only.
    id: question.id.replaceAll('-', ''),
    ...inJournal(question, written, language),
    result: score === 1 ? 'correct' : score === 0 ? 'wrong' : String(Number(toCmiScore(score)) / 100),
    took,
  };
}
