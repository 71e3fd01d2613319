import { wordSetOf } from '../checks/words.ts';
import { NEGATION_WORDS } from '../checks/polarity-words.ts';
import { wordPrefixOf, wordPrefixesIn, normalizedWordsOf } from './normalized-words.ts';

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
const COPULAS = wordSetOf(
  'is are be was seems sounds looks find consider think call ist sind ware waren wirkt halte finde finden fur man es son ' +
    'seria serian parece parecen veo jest sa byloby bylby uwazam za to est sont serait seraient semble trouve parait c',
);
/** Those that stand right behind the act that is judged. */
const BE = wordSetOf(
  'is are was seems ist sind ware waren hiesse es son seria serian jest sa byloby byliby est sont serait',
);
const FROM_COPULA = 4;
/** Words that point back at what was said: "that is pointless". */
const BACK = wordSetOf('that this it das dies es eso esto to c ce cela ca');
/** Behind these another statement begins. */
const TURNS = wordSetOf(
  'but so therefore because otherwise aber sondern deshalb darum daher also weil sonst pero sino asi entonces porque ale ' +
    'lecz wiec dlatego bo inaczej mais donc alors parce sinon car',
);
/** Most such words that are looked at; each takes the time that the sentence takes. */
const MOST = 20;
/** Words between such a word and the act that it is about. */
const REACH = 8;
/** Words behind which, with a negation, an act is doubted: I don't see why. */
const WHY = wordSetOf('why warum wieso weshalb dlaczego pourquoi');
const CONTRACTED = wordSetOf('dont cant cannot');
/** Words that begin what something is said of: it is silly to call, dass, żeby. */
const CLAUSE_OPENERS = wordSetOf('to that if zu dass wenn que de d si zeby aby gdy');
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
export function isActCalledSenseless(
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
