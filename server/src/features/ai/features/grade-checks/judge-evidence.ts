import { wordSetOf } from '../checks/words.ts';
import type { OralAnswerGrading } from '@training/shared/ai/ai-features';
import type { Passage } from '../source/find-passage.ts';
import {
  wordPrefixesExceptClaims,
  wordPrefixesIn,
  measureLengthInWords,
  normalizedWordsOf,
} from './normalized-words.ts';
import { isNegatedUnlikeCriterion } from './said-behind-negation.ts';
import { isAnsweredNo, isDeniedLater, isOpposedBySpeaker } from './taken-back.ts';
import { isActCalledSenseless } from './called-senseless.ts';

/** Words that ask to take something for true, in English, German, Spanish, Polish and French; `_` joins two. */
const IMAGINE = wordSetOf(
  'imagine pretend suppose supposing assume assuming as_if as_though lets_say picture stell stellt stellen angenommen ' +
    'nehmen_wir nimm_an tu_so tun_sie als_ob als_hatte imagina imaginate imagine imaginese supon suponga supongamos ' +
    'finge finja como_si pongamos wyobraz wyobrazcie zaloz zalozmy przyjmij przyjmijmy udawaj jakby jakbym ' +
    'davon_aus take_as imaginez supposons supposez comme_si admettons mettons',
);
/** Words for what was said. */
const SAID = wordSetOf(
  'said told explained mentioned answered heard named listed described given gesagt erklart genannt erwahnt gehort ' +
    'beschrieben geantwortet aufgezahlt erzahlt dicho explicado mencionado oido nombrado contado descrito contestado ' +
    'respondido powiedzialem powiedzialam mowilem mowilam wyjasnilem wyjasnilam opisalem opisalam wymienilem ' +
    'wymienilam opowiedzialem opowiedzialam slyszales slyszalas slyszal slyszala uslyszales dit dire explique ' +
    'mentionne entendu cite decrit repondu raconte enumere',
);
/** Words by which whoever listens is given a role. */
const YOU = wordSetOf('you du dir sie ihnen eres fueras seas usted jestes bylbys bylabys tu vous etais serais etiez');
/** Orders to think like somebody else; `_` joins two words. */
const ROLE = wordSetOf(
  'put_yourself ponte_en pongase_en versetz_dich versetzen_sie mets_toi mettez_vous postaw_sie wczuj_sie',
);
const THAT = wordSetOf('that though if dass als que si ze jakbym jakby');
/** Forms by which the speaker is said to have done something. Polish has endings. */
const HAVE_DONE = wordSetOf('id had ive have d hatte habe hubiera hubiese haya he aurais avais ai venais');
const POLISH_PAST = /(?:lem|lam)$/;
/** Words between asking to imagine and what is imagined. */
const NEAR = { said: 14, you: 3 };

/** Returns true if a text asks its listener to imagine that something was said or done, or to be somebody else. */
function isOnlyImagined(text: string): boolean {
  const words = normalizedWordsOf(text);
  return words.some((word, place) => {
    const pair = `${word}_${words[place + 1] ?? ''}`;
    if (ROLE.has(pair)) return true;
    if (!IMAGINE.has(word) && !IMAGINE.has(pair)) return false;
    const behind = words.slice(place + 1, place + 1 + NEAR.said);
    // "As though" holds its own conjunction.
    const that = words.slice(place, place + 1 + NEAR.said).findIndex((each) => THAT.has(each));
    const isDone = that >= 0 && behind.slice(that).some((each) => HAVE_DONE.has(each) || POLISH_PAST.test(each));
    const isYou = behind.slice(1, 1 + NEAR.you).some((each) => YOU.has(each));
    return isDone || isYou || behind.some((each) => SAID.has(each));
  });
}

/** A criterion that the model took as met, with its evidence in the transcript. */
export type CriterionEvidence = { n: number; criterion: string; passage: Passage };

type Answered = { question: string; rubric: readonly string[]; transcript: string };
type Criterion = OralAnswerGrading['criteria'][number];

/** Comments in place of the model's, for the trainer who decides. */
export const DOUBT_COMMENTS = {
  grader: 'What was quoted for this speaks of marks, criteria or whoever grades: a trainer decides.',
  negated: 'What was quoted for this seems to say that it is not done: a trainer decides.',
  rejected: 'What was quoted for this seems to say that it makes no sense: a trainer decides.',
  imagined: 'What was quoted for this asks to imagine that it was said: a trainer decides.',
  refuted: 'A second look found that what was quoted does not show this: a trainer decides.',
} as const;

/** Words of evidence for each criterion, where everything is met, or letters, in languages without articles. */
const EACH = { words: 3, letters: 14 };
/** UTF-16 units of the sentences around a passage, on each side. */
const AROUND = 400;

export type SentenceRange = { start: number; end: number };

/** The sentences of a text, as their offsets. */
export const sentenceRangesIn = (text: string): SentenceRange[] =>
  [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
  }));

/** The sentences that a passage is part of, each end at most `AROUND` away, with one more on each side if `more`. */
function widened(sentences: readonly SentenceRange[], { start, end }: SentenceRange, more = false): SentenceRange {
  const first = sentences.findIndex((each) => each.end > start);
  const last = sentences.findLastIndex((each) => each.start < end);
  const from = sentences[more ? Math.max(first - 1, 0) : first]?.start ?? start;
  const to = sentences[more ? Math.min(last + 1, sentences.length - 1) : last]?.end ?? end;
  return { start: Math.max(from, start - AROUND), end: Math.min(to, end + AROUND) };
}

/** A passage with what stands around it, for a second look. */
export function readPassageWithSurroundings(
  transcript: string,
  sentences: readonly SentenceRange[],
  passage: Passage,
): string {
  const { start, end } = widened(sentences, passage, true);
  return transcript.slice(start, end);
}

/** Finds by code what is wrong with the evidence of a criterion. */
export function findEvidenceDoubt(
  { question, rubric, transcript }: Answered,
  sentences: readonly SentenceRange[],
  isToGrader: (text: string) => boolean,
  { criterion, passage }: CriterionEvidence,
): keyof typeof DOUBT_COMMENTS | undefined {
  const { start, end } = widened(sentences, passage);
  if (isToGrader(transcript.slice(start, end))) return 'grader';
  const before = transcript.slice(start, passage.start);
  const behind = transcript.slice(passage.end, end);
  const said = { before, passage: passage.text, behind };
  const { end: next } = widened(sentences, passage, true);
  const isTakenBack =
    isAnsweredNo(`${passage.text.at(-1) ?? ''}${transcript.slice(passage.end, next)}`) ||
    isDeniedLater(behind) ||
    isOpposedBySpeaker(before, behind);
  if (isNegatedUnlikeCriterion(criterion, said) || isTakenBack) return 'negated';
  if (isOnlyImagined(transcript.slice(start, end))) return 'imagined';
  return isActCalledSenseless([question, ...rubric].join('\n'), said) ? 'rejected' : undefined;
}

/**
 * Returns true if a grade rests on too little. Evidence must have a word that only the criteria have, or one of the
 * question and something new. A grade that gives everything needs more: not one passage for all, nor only a few words.
 */
export function hasGradeTooLittleEvidence(
  { question, rubric }: Answered,
  proven: readonly CriterionEvidence[],
): boolean {
  const asked = wordPrefixesIn(question);
  const wanted = wordPrefixesIn(rubric.join('\n'));
  const own = [...wanted].filter((each) => !asked.has(each));
  const isStrange = ({ passage }: CriterionEvidence) => {
    const said = wordPrefixesExceptClaims(passage.text);
    if (asked.size + wanted.size === 0 || (own.length > 0 ? own : [...wanted]).some((each) => said.has(each)))
      return false;
    return ![...said].some((each) => asked.has(each)) || [...said].every((each) => asked.has(each));
  };
  if (proven.length > 0 && proven.every(isStrange)) return true;
  if (proven.length < rubric.length || rubric.length === 1) return false;
  const passages = new Map(proven.map(({ passage }) => [passage.start, passage]));
  const said = [...passages.values()].map(({ text }) => text).join(' ');
  const letters = said.match(/\p{L}/gu)?.length ?? 0;
  const isShort = measureLengthInWords(said) < EACH.words * rubric.length && letters < EACH.letters * rubric.length;
  return passages.size === 1 || isShort;
}

/** Returns true if all evidence stands in questions: whoever asks does not say that they do it. */
export function isEvidenceOnlyInQuestions(
  { transcript }: Answered,
  sentences: readonly SentenceRange[],
  proven: readonly CriterionEvidence[],
): boolean {
  const isAsked = ({ passage }: CriterionEvidence) =>
    transcript.slice(0, widened(sentences, passage).end).trimEnd().endsWith('?');
  return proven.length > 0 && proven.every(isAsked);
}

/** Returns true if a sentence has all words of weight of a criterion that was not met, and does not negate them. */
export function doesTranscriptStateUnmetCriterion(
  { transcript }: Answered,
  sentences: readonly SentenceRange[],
  { criterion }: Pick<Criterion, 'criterion'>,
): boolean {
  const asked = [...wordPrefixesIn(criterion)];
  if (asked.length === 0) return false;
  return sentences.some(({ start, end }) => {
    const passage = transcript.slice(start, end);
    const said = wordPrefixesIn(passage);
    return (
      asked.every((stem) => said.has(stem)) && !isNegatedUnlikeCriterion(criterion, { before: '', passage, behind: '' })
    );
  });
}
