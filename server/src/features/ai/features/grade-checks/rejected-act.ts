import { beginningOf, beginningsIn, plainWords } from './plain-words.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words for what makes no sense, in English, German, Spanish, Polish and French. A star stands for any ending. */
const NONSENSE = (
  'nonsense rubbish bullshit crap overkill waste bother quatsch unsinn blodsinn humbug zeitverschwendung mumpitz ' +
  'tonteria* bobada* chorrada* perdida bzdur* glupot* przesad* strata betise* sottise* connerie* perte'
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
const FROM_COPULA = 4;
/** Words that point back at what was said: "that is pointless". */
const BACK = setOf('that this it das dies es eso esto to c ce cela ca');
/** Behind these another statement begins. */
const TURNS = setOf(
  'but so therefore because otherwise aber sondern deshalb darum daher also weil sonst pero sino asi entonces porque ale ' +
    'lecz wiec dlatego bo inaczej mais donc alors parce sinon car',
);
/** Words between such a word and the act that it is about. */
const REACH = 8;
/** Words behind which an act is doubted: I don't see why. */
const WHY = setOf('why warum wieso weshalb dlaczego pourquoi');

const isOne = (list: readonly string[], word: string) =>
  list.some((each) => (each.endsWith('*') ? word.startsWith(each.slice(0, -1)) : word === each));

type Words = { words: string[]; clauses: number[] };

function read(text: string): Words {
  const pieces = text.split(/[,;:.!?–—]/).map(plainWords);
  return { words: pieces.flat(), clauses: pieces.flatMap((words, n) => words.map(() => n)) };
}

/** Places of words that say that something makes no sense, without the words of the question. */
function rejectionsIn({ words, clauses }: Words, matter: ReadonlySet<string>): number[] {
  return words.flatMap((word, place) => {
    if (matter.has(beginningOf(word))) return [];
    if (isOne(NONSENSE, word)) return [place];
    const before = words.slice(Math.max(place - FROM_COPULA, 0), place);
    const isSaid = before.some((each, n) => COPULAS.has(each) && clauses[place - before.length + n] === clauses[place]);
    return isSaid && isOne(SENSELESS, word) ? [place] : [];
  });
}

/**
 * Returns true if a sentence says that what a passage in it names makes no sense: "to call the police is a waste of
 * time", "I don't see why I should call them". Linear in the sentence.
 * @param asked The question with its criteria, whose words belong to the matter
 */
export function isRejected(
  asked: string,
  { before, passage, behind }: { before: string; passage: string; behind: string },
): boolean {
  const all = read(`${before} ${passage} ${behind}`);
  const from = plainWords(before).length;
  const end = from + plainWords(passage).length;
  const turnsBetween = (first: number, last: number) => all.words.slice(first, last).some((word) => TURNS.has(word));
  const isDoubted = all.words.slice(Math.max(from - REACH, 0), from).some((word) => WHY.has(word));
  if (isDoubted && !turnsBetween(Math.max(from - REACH, 0), from)) return true;
  return rejectionsIn(all, beginningsIn(asked)).some((place) => {
    if (place < from) return from - place <= REACH && !turnsBetween(place, from);
    if (place < end) return !turnsBetween(from, place);
    if (place - end > REACH || turnsBetween(end, place)) return false;
    const clause = all.clauses[place];
    return clause === all.clauses[end - 1] || BACK.has(all.words[all.clauses.indexOf(clause ?? -1)] ?? '');
  });
}
