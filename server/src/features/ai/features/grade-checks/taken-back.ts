import { wordSetOf } from '../checks/words.ts';
import { NEGATION_WORDS } from '../checks/polarity-words.ts';
import { normalizedWordsOf } from './normalized-words.ts';

/** Words that say no, in English, German, Spanish, Polish and French. */
const NO = wordSetOf('no nope nein nee non nie');
const THANKS = wordSetOf('thanks thank danke gracias dziekuje merci');
/** Words by which somebody answers a question of their own that something isn't done. */
const ANSWERS = wordSetOf(
  'never niemals nunca jamas nigdy jamais why wozu warum weshalb wieso dlaczego pourquoi nonsense rubbish quatsch ' +
    'unsinn blodsinn tonterias bobadas bzdura bzdury betises sottise sottises',
);
/** Beginnings of such answers in two words. */
const PAIRS = wordSetOf('what_for po_co para_que a_quoi');
/** Words behind a passage up to the mark that ends its clause. */
const REST = 3;

/** Clauses with the mark that ends each. */
function clausesOf(text: string): { words: string[]; mark: string }[] {
  const pieces = text.split(/([,;:.!?–—])/);
  return pieces.flatMap((piece, n) =>
    n % 2 === 0 ? [{ words: normalizedWordsOf(piece), mark: pieces[n + 1] ?? '' }] : [],
  );
}

/**
 * Returns true if the speaker says no to what was said last: "call them, no thanks", "call them? What for?"
 * @param behind The text from a passage's last character to the end of the next sentence
 */
export function isAnsweredNo(behind: string): boolean {
  const [rest, ...more] = clausesOf(behind);
  const answer = more.find(({ words }) => words.length > 0);
  if (!rest || !answer || rest.words.length > REST) return false;
  const [first = '', second = ''] = answer.words;
  const isNo = NO.has(first) && (answer.words.length === 1 || THANKS.has(second));
  // "Isn't it?" asks for assent.
  if (rest.mark !== '?') return isNo && answer.mark !== '?';
  return NO.has(first) || NEGATION_WORDS.has(first) || ANSWERS.has(first) || PAIRS.has(`${first}_${second}`);
}

/** Beginnings of verbs for doing, and words for what was said before. */
const DO = ['do', 'doing', 'mache', 'mach', 'tue', 'hago', 'hare', 'haria', 'robi', 'zrobi', 'fais', 'ferai', 'ferais'];
const BACK = wordSetOf('that this it das dies es eso esto lo tego to cela ca le');
/** Words that may stand beside them. */
const BESIDE = wordSetOf(
  'i we so but and would will simply ich wir also aber und daher deshalb wurde werde einfach yo asi pero y ja wiec ale i ' +
    'je donc mais et dont wont wouldnt today anymore longer heute mehr hoy mas dzis juz plus',
);

const isNot = (word: string) => NEGATION_WORDS.has(word) || ['dont', 'wont', 'wouldnt'].includes(word);
const isDo = (word: string) => DO.some((each) => word === each || (each.length > 3 && word.startsWith(each)));

/** Verbs by which somebody leaves something to others, or leaves it. */
const LEAVE = wordSetOf('leave leaving lasse spare dejo laisse zostawiam zostawie');
const OTHERS = wordSetOf(
  'to for others someone somebody else anderen andern lieber a para otros aux autres innym komus',
);

const TO = wordSetOf('to a au aux den dem der');
const NOT_ME = new Set([
  'not me',
  'not i',
  'i dont',
  'ich nicht',
  'yo no',
  'ja nie',
  'pas moi',
  'moi non',
  'to nie ja',
  'nie ja',
  'no soy yo',
]);

/** Words for what others want, or what is only possible, and for the speaker who stands against it. */
const REPORTED = wordSetOf(
  'told said says supposed want wants could should sollte konnte soll heisst angeblich gesagt dicen dice dicho deberia podria trzeba mowia powinienem powinnam mowi mowil mowila ' +
    'podobno faut parait dit disent faudrait aurais',
);
const BUT = wordSetOf('but aber pero ale mais');
const ME = wordSetOf('i ich yo ja je moi');

/** Returns true if the speaker sets something of their own against what others want: "they say …, but I …". */
export const isOpposedBySpeaker = (before: string, behind: string): boolean =>
  normalizedWordsOf(before).some((word) => REPORTED.has(word)) &&
  clausesOf(behind).some(({ words: [first = '', second = ''] }) => BUT.has(first) && ME.has(second));

/** Returns true if a later clause takes back what its sentence said: "so I don't do that", "I leave that to others". */
export function isDeniedLater(behind: string): boolean {
  const isBeside = (word: string) => isNot(word) || isDo(word) || BACK.has(word) || BESIDE.has(word);
  return clausesOf(behind).some(({ words }, n) => {
    if (NOT_ME.has(words.join(' '))) return true;
    // The rest of the clause itself needs no word for what was said.
    if (n > 0 && !words.some((word) => BACK.has(word))) return false;
    // "I leave that to the night shift."
    if (n > 0 && words.some((word, at) => LEAVE.has(word) && TO.has(words[at + 2] ?? ''))) return true;
    if (words.some((word) => LEAVE.has(word)))
      return words.every((word) => isBeside(word) || LEAVE.has(word) || OTHERS.has(word));
    return n > 0 && words.some(isNot) && words.some(isDo) && words.every(isBeside);
  });
}
