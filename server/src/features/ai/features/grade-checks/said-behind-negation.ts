import { NEGATION_AND_PROHIBITION_WORDS, NEGATION_WORDS } from '../checks/polarity-words.ts';
import { wordPrefixOf, normalizedWordsOf, wordPrefixesIn } from './normalized-words.ts';
import { wordSetOf } from '../checks/words.ts';

/**
 * Further words by which something is not done: contractions as `normalizedWordsOf` has them, and verbs that forbid.
 */
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
const CONDITIONS = wordSetOf('if when whether wenn falls ob si cuando jesli jezeli jak gdy czy quand');
const FROM_CONDITION = 3;
/** Words around a negation in which another one cancels it. */
const CANCELLED = 8;
/** With another negation in their clause these affirm: "without a lock I do not reach in". */
const WITHOUT = wordSetOf('without ohne sin bez sans');
/** Phrases for what is done in place of something else, and the word that stands for them. */
const IN_PLACE_OF =
  /(?<!\p{L})(?:instead of|rather than|an ?statt|anstelle|en vez de|en lugar de|zamiast|au lieu d[e’']|plutôt qu[e’'])/giu;
const INSTEAD = 'statt';
/** Letters of a word that may stand between such a phrase and what isn't done: statt zu warten. */
const SHORT = 3;
/** Subjects behind "and", by the "and" of their language: another statement begins. */
const SUBJECTS = new Map(
  Object.entries({
    and: 'i we you he she they',
    und: 'ich wir du er sie man',
    y: 'yo nosotros ella',
    i: 'ja my',
    et: 'je nous tu il elle on',
  }).map(([and, words]) => [and, new Set(words.split(' '))]),
);
const isSubject = (word: string) => [...SUBJECTS.values()].some((words) => words.has(word));
/** Words between what is done and a negation that ends its statement: das benutzen wir sowieso nicht. */
const TO_END = 6;

/** Negations that a comma doesn't end: somebody who doesn't, and English ones in front of a list. */
const LASTING = wordSetOf(
  'not never nobody neither nor cannot dont doesnt didnt wont wouldnt cant couldnt shouldnt mustnt niemand nadie nikt',
);
const PRONOUNS = wordSetOf('i we you he she it they');

/** Verbs of not doing what stands behind them; "dejar de" and "vergessen" with what they need. */
const OMITS =
  'refus declin skip omit neglect forget weiger verzicht vergess niego nego olvid oubli renonc odmaw pomij zapomin rezygn'.split(
    ' ',
  );
/** Words that prefer one thing, and those in front of the other. */
const PREFERS = wordSetOf('rather sooner lieber eher prefiero preferiria wole wolalbym wolalabym prefere prefererais');
const THAN = wordSetOf('than als que niz');
const BEFORE = wordSetOf('before ehe bevor antes zanim avant');
/** Words in front of what anybody may do: who calls has no idea. */
const ANYBODY = wordSetOf('whoever wer quien kto quiconque');

const wordsOf = (text: string): string[] => normalizedWordsOf(text.replaceAll(IN_PLACE_OF, ` ${INSTEAD} `));

/** A text as words; `clauses` has the number of each word's clause. */
type Clauses = { words: string[]; clauses: number[] };

function clausesOf(...texts: readonly string[]): Clauses {
  const pieces = texts
    .join('')
    .split(/[,;:.!?–—]/)
    .map(wordsOf);
  return { words: pieces.flat(), clauses: pieces.flatMap((words, n) => words.map(() => n)) };
}

function isNegation({ words, clauses }: Clauses, place: number): boolean {
  const isOne = (at: number) => NEGATION_WORDS.has(words[at] ?? '') || NOT_DONE.has(words[at] ?? '');
  if (words[place] === INSTEAD) return true;
  if (omits(words, clauses, place)) return true;
  if (!isOne(place)) return false;
  const next = words.slice(place + 1, place + 3);
  if (next.some((each) => HARMLESS.some((begin) => each.startsWith(begin)))) return false;
  const isInClause = (at: number) => clauses[at] === clauses[place];
  const isCondition = (at: number) =>
    CONDITIONS.has(words[at] ?? '') || (words[at] === 's' && /^ils?$/.test(words[at + 1] ?? ''));
  for (let at = place - 1; at >= place - FROM_CONDITION && isInClause(at); at--) if (isCondition(at)) return false;
  const isWithout = WITHOUT.has(words[place] ?? '');
  for (let at = Math.max(place - CANCELLED, 0); at <= place + CANCELLED; at++)
    if (
      isInClause(at) &&
      (isOne(at) || NEGATION_AND_PROHIBITION_WORDS.has(words[at] ?? '')) &&
      WITHOUT.has(words[at] ?? '') !== isWithout
    )
      return false;
  return true;
}

const isOmission = (words: readonly string[], place: number): boolean =>
  OMITS.some((begin) => words[place]?.startsWith(begin)) || (words[place] === 'dejo' && words[place + 1] === 'de');

/** Returns true if an "instead of" so many words before belongs to an act. */
const governs = ([first = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && first.length <= SHORT && !isSubject(first);

/** Returns true if a verb at a place says that what follows isn't done, unless it is negated itself. */
function omits(words: readonly string[], clauses: readonly number[], place: number): boolean {
  if (!isOmission(words, place)) return false;
  const isDenied = (at: number) => NEGATION_WORDS.has(words[at] ?? '') || NOT_DONE.has(words[at] ?? '');
  return ![1, 2, 3].some((step) => clauses[place - step] === clauses[place] && isDenied(place - step));
}

/** Returns true if a passage is what something else is preferred to: I would rather run than call, or before I call. */
function isNotPreferred({ words, clauses }: Clauses, from: number): boolean {
  const start = clauses.indexOf(clauses[from] ?? -1);
  const isBefore = words.slice(start, from).some((word) => BEFORE.has(word));
  if (isBefore && words.slice(from).some((word) => PREFERS.has(word))) return true;
  const than = [from - 1, from - 2].find((at) => THAN.has(words[at] ?? ''));
  return (
    than !== undefined && words.slice(Math.max(than - REACH.within, 0), than - 1).some((word) => PREFERS.has(word))
  );
}

/** Returns true if another statement begins between a negation and a place behind it. */
function isCut({ words, clauses }: Clauses, place: number, to: number): boolean {
  const between = words.slice(place + 1, to);
  if (between.some((word, n) => TURNS.has(word) || SUBJECTS.get(word)?.has(words[place + n + 2] ?? ''))) return true;
  if (words[place] === INSTEAD && !governs(between)) return true;
  if (clauses[place] === clauses[to] || to >= words.length) return false;
  // "Ich verzichte darauf, zu rufen": the act is in a clause of its own.
  const isNext = clauses[to] === (clauses[place] ?? 0) + 1;
  if (isNext && isOmission(words, place) && words.some((word, at) => word === 'zu' && clauses[at] === clauses[to]))
    return false;
  return !LASTING.has(words[place] ?? '') || PRONOUNS.has(words[clauses.indexOf(clauses[to] ?? -1)] ?? '');
}

/**
 * Tells whether a passage says that something is not done, where its criterion says nothing of the kind: a negation
 * stands before it in its sentence, right behind it, or beside the criterion's own words.
 * @param before The sentence up to the passage. @param behind The sentence after the passage.
 */
export function isNegatedUnlikeCriterion(
  criterion: string,
  { before, passage, behind }: { before: string; passage: string; behind: string },
): boolean {
  const asked = clausesOf(criterion);
  const all = clausesOf(before, passage, behind);
  const from = wordsOf(before).length;
  if (asked.words.some((_, place) => isNegation(asked, place))) return isDeniedTwice(all, from);
  const end = from + wordsOf(passage).length;
  if (isNotPreferred(all, from) || ANYBODY.has(all.words[from - 1] ?? '')) return true;
  const negations = all.words.flatMap((_, place) => (isNegation(all, place) ? [place] : []));
  const isBetween = (place: number, first: number, last: number) => place >= first && place < last;
  if (negations.some((place) => isBetween(place, from - REACH.before, from) && !isCut(all, place, from))) return true;
  const endsClause = (place: number) => all.clauses[place + 1] !== all.clauses[place];
  const isAfter = (place: number) =>
    all.words[place] !== INSTEAD &&
    isBetween(place, end, end + (endsClause(place) ? TO_END : REACH.behind)) &&
    all.clauses[place] === all.clauses[end - 1] &&
    !all.words.slice(end, place).some((word) => TURNS.has(word));
  if (negations.some(isAfter)) return true;
  const asks = wordPrefixesIn(criterion);
  return all.words.slice(from, end).some((word, n) => {
    const place = from + n;
    if (!asks.has(wordPrefixOf(word))) return false;
    return negations.some((at) => {
      if (isBetween(at, Math.max(from, place - REACH.within), place)) return !isCut(all, at, place);
      // Behind its verb and object, as in German, a negation ends its statement.
      return (
        all.words[at] !== INSTEAD &&
        isBetween(at, place + 1, Math.min(end, place + REACH.after + 1)) &&
        !isCut(all, place, at) &&
        endsStatement(all.words[at + 1])
      );
    });
  });
}

/** Words behind which somebody says or thinks something: I would never say that. */
const THAT = wordSetOf('that dass que qu ze');

/** Returns true if a passage is what somebody denies to say or think: a negation and "that" stand before it. */
function isDeniedTwice(all: Clauses, from: number): boolean {
  const start = Math.max(from - REACH.before, 0);
  return all.words
    .slice(start, from)
    .some(
      (word, n, words) =>
        (LASTING.has(word) || NEGATION_WORDS.has(word)) && words.slice(n + 1).some((each) => THAT.has(each)),
    );
}

/** Words that link statements, and second parts of German verbs. */
const ENDS = wordSetOf('and und oder or y e i oraz et ou lub o an ab aus auf ein zu los weg hin');
const endsStatement = (next: string | undefined) => next === undefined || ENDS.has(next) || TURNS.has(next);
