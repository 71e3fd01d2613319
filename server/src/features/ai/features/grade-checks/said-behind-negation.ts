import { DENIALS, NEGATIONS } from '../checks/polarity-words.ts';
import { beginningOf, plainWords, beginningsIn } from './plain-words.ts';

/** Further words by which something is not done: contractions as `plainWords` has them, and verbs that forbid. */
const NOT_DONE = new Set(
  (
    'without dont doesnt didnt wont wouldnt cant couldnt shouldnt mustnt isnt arent wasnt aint havent hasnt avoid refuse ' +
    'ohne unterlasse vermeide sin bez sans'
  ).split(' '),
);
/** Behind these another statement begins. */
const TURNS = new Set(
  (
    'but then instead until unless before because first so that aber sondern dann bevor ehe bis sobald zuerst damit dass ' +
    'denn weil pero sino luego despues antes hasta porque primero para que ale lecz potem zanim dopoki az bo poniewaz ' +
    'najpierw zeby aby mais puis ensuite avant jusqu parce abord pour afin car'
  ).split(' '),
);
/** Behind a negation these turn it around or take nothing away: never forget, not only. */
const HARMLESS = [
  'forge',
  'only',
  'fail',
  'verge',
  'nur',
  'olvid',
  'solo',
  'zapom',
  'tylko',
  'oubli',
  'seule',
  'hesit',
  'zoger',
];

/** Words in which a negation is one of the passage: before it, behind it, and before and after the criterion's own. */
const REACH = { before: 6, behind: 2, within: 8, after: 4 };

/** Words that begin a condition or an indirect question, in which a negation denies nothing: "if it does not help". */
const CONDITIONS = new Set('if when whether wenn falls ob si cuando jesli jezeli jak gdy czy quand'.split(' '));
const FROM_CONDITION = 3;
/** Words around a negation in which another one cancels it. */
const CANCELLED = 8;
/** With another negation in their clause these affirm: "without a lock I do not reach in". */
const WITHOUT = new Set('without ohne sin bez sans'.split(' '));
/** Negations that a comma doesn't end: somebody who doesn't, and English ones in front of a list. */
const LASTING = new Set(
  'not never nobody neither nor cannot dont doesnt didnt wont wouldnt cant couldnt shouldnt mustnt niemand nadie nikt'.split(
    ' ',
  ),
);
const PRONOUNS = new Set('i we you he she it they'.split(' '));

/** A text as words; `clauses` has the number of each word's clause. */
type Clauses = { words: string[]; clauses: number[] };

function clausesOf(...texts: readonly string[]): Clauses {
  const pieces = texts
    .join('')
    .split(/[,;:.!?–—]/)
    .map(plainWords);
  return { words: pieces.flat(), clauses: pieces.flatMap((words, n) => words.map(() => n)) };
}

function isNegation({ words, clauses }: Clauses, place: number): boolean {
  const isOne = (at: number) => NEGATIONS.has(words[at] ?? '') || NOT_DONE.has(words[at] ?? '');
  if (!isOne(place)) return false;
  const next = words.slice(place + 1, place + 3);
  if (next.some((each) => HARMLESS.some((begin) => each.startsWith(begin)))) return false;
  const isInClause = (at: number) => clauses[at] === clauses[place];
  const isCondition = (at: number) =>
    CONDITIONS.has(words[at] ?? '') || (words[at] === 's' && /^ils?$/.test(words[at + 1] ?? ''));
  for (let at = place - 1; at >= place - FROM_CONDITION && isInClause(at); at--) if (isCondition(at)) return false;
  const isWithout = WITHOUT.has(words[place] ?? '');
  for (let at = Math.max(place - CANCELLED, 0); at <= place + CANCELLED; at++)
    if (isInClause(at) && (isOne(at) || DENIALS.has(words[at] ?? '')) && WITHOUT.has(words[at] ?? '') !== isWithout)
      return false;
  return true;
}

/** Returns true if another statement begins between a negation and a place behind it. */
function isCut({ words, clauses }: Clauses, place: number, to: number): boolean {
  if (words.slice(place + 1, to).some((word) => TURNS.has(word))) return true;
  if (clauses[place] === clauses[to] || to >= words.length) return false;
  return !LASTING.has(words[place] ?? '') || PRONOUNS.has(words[clauses.indexOf(clauses[to] ?? -1)] ?? '');
}

/**
 * Tells whether a passage says that something is not done, where its criterion says nothing of the kind: a negation
 * stands before it in its sentence, right behind it, or beside the criterion's own words.
 * @param before The sentence up to the passage. @param behind The sentence after the passage.
 */
export function isSaidBehindNegation(
  criterion: string,
  { before, passage, behind }: { before: string; passage: string; behind: string },
): boolean {
  const asked = clausesOf(criterion);
  const all = clausesOf(before, passage, behind);
  const from = plainWords(before).length;
  if (asked.words.some((_, place) => isNegation(asked, place))) return isDeniedTwice(all, from);
  const end = from + plainWords(passage).length;
  const negations = all.words.flatMap((_, place) => (isNegation(all, place) ? [place] : []));
  const isBetween = (place: number, first: number, last: number) => place >= first && place < last;
  if (negations.some((place) => isBetween(place, from - REACH.before, from) && !isCut(all, place, from))) return true;
  const isAfter = (place: number) =>
    isBetween(place, end, end + REACH.behind) &&
    all.clauses[place] === all.clauses[end - 1] &&
    !all.words.slice(end, place).some((word) => TURNS.has(word));
  if (negations.some(isAfter)) return true;
  const asks = beginningsIn(criterion);
  return all.words.slice(from, end).some((word, n) => {
    const place = from + n;
    if (!asks.has(beginningOf(word))) return false;
    return negations.some((at) => {
      if (isBetween(at, Math.max(from, place - REACH.within), place)) return !isCut(all, at, place);
      // Behind its verb and object, as in German, a negation ends its statement.
      return (
        isBetween(at, place + 1, Math.min(end, place + REACH.after + 1)) &&
        !isCut(all, place, at) &&
        endsStatement(all.words[at + 1])
      );
    });
  });
}

/** Words behind which somebody says or thinks something: I would never say that. */
const THAT = new Set('that dass que qu ze'.split(' '));

/** Returns true if a passage is what somebody denies to say or think: a negation and "that" stand before it. */
function isDeniedTwice(all: Clauses, from: number): boolean {
  const start = Math.max(from - REACH.before, 0);
  return all.words
    .slice(start, from)
    .some(
      (word, n, words) =>
        (LASTING.has(word) || NEGATIONS.has(word)) && words.slice(n + 1).some((each) => THAT.has(each)),
    );
}

/** Words that link statements, and second parts of German verbs. */
const ENDS = new Set('and und oder or y e i oraz et ou lub o an ab aus auf ein zu los weg hin'.split(' '));
const endsStatement = (next: string | undefined) => next === undefined || ENDS.has(next) || TURNS.has(next);
