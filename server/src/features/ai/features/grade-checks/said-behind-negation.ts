import { NEGATIONS } from '../checks/polarity-words.ts';
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

const isNegation = (words: readonly string[], place: number): boolean => {
  const word = words[place] ?? '';
  if (!NEGATIONS.has(word) && !NOT_DONE.has(word)) return false;
  const next = words.slice(place + 1, place + 3);
  return !next.some((each) => HARMLESS.some((begin) => each.startsWith(begin)));
};

/**
 * Tells whether a passage says that something is not done, where its criterion says nothing of the kind: a negation
 * stands before it in its sentence, right behind it, or beside the criterion's own words.
 * @param before The sentence up to the passage. @param behind The sentence after the passage.
 */
export function isSaidBehindNegation(
  criterion: string,
  { before, passage, behind }: { before: string; passage: string; behind: string },
): boolean {
  const asked = plainWords(criterion);
  if (asked.some((_, place) => isNegation(asked, place))) return false;
  const first = plainWords(before).slice(-REACH.before);
  const words = [...first, ...plainWords(passage)];
  const from = first.length;
  const isCut = (place: number, to: number) => words.slice(place + 1, to).some((word) => TURNS.has(word));
  if (first.some((_, place) => isNegation(words, place) && !isCut(place, from))) return true;
  const after = plainWords(behind).slice(0, REACH.behind);
  if (after.some((_, place) => isNegation(after, place) && !after.slice(0, place).some((word) => TURNS.has(word)))) {
    return true;
  }
  const asks = beginningsIn(criterion);
  return words.some((word, place) => {
    if (place < from || !asks.has(beginningOf(word))) return false;
    const isBefore = Array.from({ length: REACH.within }, (_, step) => place - step - 1).some(
      (at) => at >= from && isNegation(words, at) && !isCut(at, place),
    );
    // Behind its verb and object, as in German, a negation ends its statement.
    const isBehind = Array.from({ length: REACH.after }, (_, step) => place + step + 1).some(
      (at) => isNegation(words, at) && !isCut(place, at) && endsStatement(words[at + 1]),
    );
    return isBefore || isBehind;
  });
}

/** Words that link statements, and second parts of German verbs. */
const ENDS = new Set('and und oder or y e i oraz et ou lub o an ab aus auf ein zu los weg hin'.split(' '));
const endsStatement = (next: string | undefined) => next === undefined || ENDS.has(next) || TURNS.has(next);
