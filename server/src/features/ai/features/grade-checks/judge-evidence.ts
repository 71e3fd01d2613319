import type { OralAnswerGrading } from '@training/shared/ai/ai-features';
import { NEGATION_WORDS } from '../checks/polarity-words.ts';
import type { Passage } from '../source/find-passage.ts';
import {
  wordPrefixOf,
  wordPrefixesExceptClaims,
  wordPrefixesIn,
  measureLengthInWords,
  normalizedWordsOf,
} from './normalized-words.ts';
import { isNegatedUnlikeCriterion } from './said-behind-negation.ts';
import { isAnsweredNo, isDeniedLater, isOpposedBySpeaker } from './taken-back.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words for what makes no sense, in English, German, Spanish, Polish and French. A star stands for any ending. */
const NONSENSE = (
  'nonsense rubbish bullshit crap overkill waste bother quatsch unsinn blodsinn humbug zeitverschwendung mumpitz ' +
  'tonteria* bobada* chorrada* perdida bzdur* glupot* przesad* strata betise* sottise* connerie* perte perdu ' +
  // People who do it, in contempt.
  'fools cowards idiots losers wimps weaklings feigling* idioten weicheier angsthasen memmen narren cobardes tontos ' +
  'idiotas miedosos tchorz* glupcy idioci mieczak* imbeciles peureux froussard* poltron*'
).split(' ');
/** Adjectives that say so of what they are predicated of: useless risks are something else. */
const SENSELESS = (
  'pointless useless unnecessary needless silly stupid dumb ridiculous absurd exaggerated excessive rude impolite ' +
  'childish daft foolish sinnlos nutzlos unnotig uberflussig ubertrieben lacherlich albern dumm blod kindisch ' +
  'unhoflich falsch spare sparen inutil* innecesari* absurd* ridicul* exagerad* estupid* sobra maleducad* groser* ' +
  'zbedn* zbyteczn* bezsens* niepotrzebn* glupi* smieszn* nieuprzejm* niegrzeczn* inutile* absurde* ridicule* ' +
  'stupide* idiot* exager* superflu* impoli* deplace*'
).split(' ');
/** Words by which something is said of something: is, would be, I think it. */
const COPULAS = setOf(
  'is are be was seems sounds looks find consider think call ist sind ware waren wirkt halte finde finden fur man es son ' +
    'seria serian parece parecen veo jest sa byloby bylby uwazam za to est sont serait seraient semble trouve parait c',
);
/** Those that stand right behind the act that is judged. */
const BE = setOf(
  'is are was seems ist sind ware waren hiesse es son seria serian jest sa byloby byliby est sont serait',
);
const FROM_COPULA = 4;
/** Words that point back at what was said: "that is pointless". */
const BACK = setOf('that this it das dies es eso esto to c ce cela ca');
/** Behind these another statement begins. */
const TURNS = setOf(
  'but so therefore because otherwise aber sondern deshalb darum daher also weil sonst pero sino asi entonces porque ale ' +
    'lecz wiec dlatego bo inaczej mais donc alors parce sinon car',
);
/** Most such words that are looked at; each takes the time that the sentence takes. */
const MOST = 20;
/** Words between such a word and the act that it is about. */
const REACH = 8;
/** Words behind which, with a negation, an act is doubted: I don't see why. */
const WHY = setOf('why warum wieso weshalb dlaczego pourquoi');
const CONTRACTED = setOf('dont cant cannot');
/** Words that begin what something is said of: it is silly to call, dass, żeby. */
const CLAUSE_OPENERS = setOf('to that if zu dass wenn que de d si zeby aby gdy');
/** German infinitives with "zu" inside. */
const WITH_ZU = /^(?:zu|(?:ab|an|auf|aus|ein|vor|weg|hin|mit|los|zu)zu\p{L}+)$/u;
/** Words that speak for what is done. */
const IN_FAVOUR = (
  'important wichtig* importante* wazn* first erste* primero pierwsz* premier* mandatory pflicht obligatori* obowiaz* ' +
  'obligatoire* essential vital key entscheidend esencial kluczow* essentiel* best better besser beste* mejor lepiej ' +
  'najlep* mieux right richtig* correcto dobr* bon bien necessary notig necesari* konieczn* necessaire* must safe sicher*'
).split(' ');

const isOne = (list: readonly string[], word: string) =>
  list.some((each) => (each.endsWith('*') ? word.startsWith(each.slice(0, -1)) : word === each));

type Words = { words: string[]; clauses: number[] };

function read(text: string): Words {
  const pieces = text.split(/[,;:.!?–—]/).map(normalizedWordsOf);
  return { words: pieces.flat(), clauses: pieces.flatMap((words, n) => words.map(() => n)) };
}

/** Places of words that say that something makes no sense, without the words of the question. */
function rejectionsIn({ words, clauses }: Words, matter: ReadonlySet<string>): number[] {
  return words.flatMap((word, place) => {
    if (matter.has(wordPrefixOf(word))) return [];
    if (isOne(NONSENSE, word)) return [place];
    const before = words.slice(Math.max(place - FROM_COPULA, 0), place);
    const isSaid = before.some((each, n) => COPULAS.has(each) && clauses[place - before.length + n] === clauses[place]);
    return isSaid && isOne(SENSELESS, word) ? [place] : [];
  });
}

/** Returns true if an act is the subject of a judgement that doesn't speak for it: "staying calm is for beginners". */
function isJudged({ words, clauses }: Words, end: number): boolean {
  const place = [end, end + 1].find((at) => BE.has(words[at] ?? '') && clauses[at] === clauses[end - 1]);
  if (place === undefined) return false;
  const rest = words.slice(place + 1, place + 1 + REACH).filter((_, n) => clauses[place + 1 + n] === clauses[place]);
  return rest.length > 0 && !rest.some((word) => isOne(IN_FAVOUR, word));
}

/**
 * Returns true if a sentence says that what a passage in it names makes no sense: "to call the police is a waste of
 * time", "I don't see why I should call them". Linear in the sentence.
 * @param asked The question with its criteria, whose words belong to the matter
 */
function isRejected(
  asked: string,
  { before, passage, behind }: { before: string; passage: string; behind: string },
): boolean {
  // Punctuation between the three stays, so that clauses end where they did.
  const all = read(`${before}${passage}${behind}`);
  const from = normalizedWordsOf(before).length;
  const end = from + normalizedWordsOf(passage).length;
  const turns = (first: number, last: number) => all.words.slice(first, last).some((word) => TURNS.has(word));
  const isInClause = (one: number, other: number) => all.clauses[one] === all.clauses[other];
  const clauseOf = (place: number) => all.words.filter((_, at) => isInClause(at, place));
  const start = Math.max(from - REACH, 0);
  const why = all.words.findLastIndex((word, at) => at >= start && at < from && WHY.has(word));
  const isDoubted = all.words
    .slice(Math.max(why - REACH, 0), Math.max(why, 0))
    .some((word) => NEGATION_WORDS.has(word) || CONTRACTED.has(word));
  if (isDoubted && !turns(why, from)) return true;
  const isGoverned = (place: number) => {
    if (isInClause(place, from)) return true;
    const clause = clauseOf(from);
    return (
      all.clauses[from] === (all.clauses[place] ?? 0) + 1 &&
      (CLAUSE_OPENERS.has(clause[0] ?? '') || clause.some((word) => WITH_ZU.test(word)))
    );
  };
  return (
    isJudged(all, end) ||
    rejectionsIn(all, wordPrefixesIn(asked))
      .slice(0, MOST)
      .some((place) => {
        if (place < from) return from - place <= REACH && !turns(place, from) && isGoverned(place);
        if (place < end) return !turns(from, place);
        if (place - end > REACH || turns(end, place)) return false;
        return isInClause(place, end - 1) || BACK.has(clauseOf(place)[0] ?? '');
      })
  );
}

/** Words that ask to take something for true, in English, German, Spanish, Polish and French; `_` joins two. */
const IMAGINE = setOf(
  'imagine pretend suppose supposing assume assuming as_if as_though lets_say picture stell stellt stellen angenommen ' +
    'nehmen_wir nimm_an tu_so tun_sie als_ob als_hatte imagina imaginate imagine imaginese supon suponga supongamos ' +
    'finge finja como_si pongamos wyobraz wyobrazcie zaloz zalozmy przyjmij przyjmijmy udawaj jakby jakbym ' +
    'davon_aus take_as imaginez supposons supposez comme_si admettons mettons',
);
/** Words for what was said. */
const SAID = setOf(
  'said told explained mentioned answered heard named listed described given gesagt erklart genannt erwahnt gehort ' +
    'beschrieben geantwortet aufgezahlt erzahlt dicho explicado mencionado oido nombrado contado descrito contestado ' +
    'respondido powiedzialem powiedzialam mowilem mowilam wyjasnilem wyjasnilam opisalem opisalam wymienilem ' +
    'wymienilam opowiedzialem opowiedzialam slyszales slyszalas slyszal slyszala uslyszales dit dire explique ' +
    'mentionne entendu cite decrit repondu raconte enumere',
);
/** Words by which whoever listens is given a role. */
const YOU = setOf('you du dir sie ihnen eres fueras seas usted jestes bylbys bylabys tu vous etais serais etiez');
/** Orders to think like somebody else; `_` joins two words. */
const ROLE = setOf(
  'put_yourself ponte_en pongase_en versetz_dich versetzen_sie mets_toi mettez_vous postaw_sie wczuj_sie',
);
const THAT = setOf('that though if dass als que si ze jakbym jakby');
/** Forms by which the speaker is said to have done something. Polish has endings. */
const HAVE_DONE = setOf('id had ive have d hatte habe hubiera hubiese haya he aurais avais ai venais');
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
  return isRejected([question, ...rubric].join('\n'), said) ? 'rejected' : undefined;
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
