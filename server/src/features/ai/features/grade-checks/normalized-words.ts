/** Letters that look like Latin ones and stand in for them to hide a word. */
const LOOKALIKES: Record<string, string> = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', к: 'k' };
/** Letters that Unicode does not decompose. */
const WRITTEN_OUT: Record<string, string> = { ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ı: 'i' };
const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

function plain(word: string): string {
  const letters = Array.from(word, (letter) => WRITTEN_OUT[letter] ?? letter).join('');
  const isLatin = /\p{sc=Latin}/u.test(letters);
  const isMostlyLetters = letters.replace(/\d/g, '').length * 2 > letters.length && letters.length > 2;
  if (!isLatin) return letters;
  return Array.from(
    letters,
    (letter) => LOOKALIKES[letter] ?? (isMostlyLetters ? DIGITS[letter] : null) ?? letter,
  ).join('');
}

/**
 * Words of a text for comparison with word lists: in small letters, without accents and invisible characters, with
 * lookalikes of letters replaced. A contracted English “not” stays in its word: dont, isnt.
 */
export function normalizedWordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/n[’'ʼ`]t(?!\p{L})/gu, 'nt');
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(plain);
}

/** Words that say nothing about what a sentence is about. */
const EMPTY = new Set(
  (
    'about after again also because before could does doing done every first from have here into just like ' +
    'must need only other over said same should some such than that their them then there these they thing ' +
    'think this those what when where which while will with would your aber alle allem allen aller alles dann ' +
    'dass denn dies diese dieser doch durch eine einem einen einer etwas gegen haben hatte immer jede jeden ' +
    'jetzt kann machen macht mein meine muss nach nicht noch oder schon sein seine sich sind soll tun uber ' +
    'unter viel wenn werde wird como cuando cual desde donde entre esta estas este estos hace hacen hacer ' +
    'haces hago luego mismo nunca para pero porque primero quien siempre sobre tambien tiene todo todos todas ' +
    'toda antes aussi avant avec cette comme dans deux donc elle etre faire fais fait leur mais meme notre ' +
    'pour puis quand quel quelle quoi sans sont tous tout toute votre albo bardzo bedzie bylo ciebie czego ' +
    'gdzie jaki jakie jest jestem kiedy ktore ktory moze moge mozna musi nalezy potem potrzeba przed przez ' +
    'robic robisz tego teraz trzeba tylko tym wiec wszystko wtedy zawsze zeby'
  ).split(' '),
);

/** Words that claim to know or to have said something, without saying it. */
const CLAIMS = new Set(
  (
    'know knew known learn learned learnt understand sure exactly question answer told tell said yesterday week weiss ' +
    'wissen gelernt lernen gesagt genau frage antwort gestern woche saber aprendi aprendimos seguro exactamente pregunta ' +
    'respuesta dicho dije ayer semana wiem wiemy uczylem uczylam uczylismy nauczylem dokladnie pytanie odpowiedz ' +
    'powiedzialem powiedzialam wczoraj tydzien zrobic sais savons appris exactement question reponse hier semaine ' +
    'required demanded prescribed complete completely vorgeschrieben verlangt gefordert vollstandig exigido exigida ' +
    'completo completa wymagane wymagany kompletne kompletna demande demandee prevu prevue requis requise complet complete'
  ).split(' '),
);

/** Scripts without spaces, where two letters are taken for a word. */
const SPACELESS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Forms of a short verb differ from the fifth letter on: hang, hangs. */
export const wordPrefixOf = (word: string): string => word.slice(0, 4);

function beginningsOf(word: string): string[] {
  if (!SPACELESS.test(word)) return word.length >= 4 || /\d/.test(word) ? [wordPrefixOf(word)] : [];
  const letters = Array.from(word);
  return letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}

/** Beginnings of the words of weight in a text: two texts about one thing have some in common. */
export const wordPrefixesIn = (text: string): Set<string> =>
  new Set(
    normalizedWordsOf(text)
      .filter((word) => !EMPTY.has(word))
      .flatMap(beginningsOf),
  );

/** `wordPrefixesIn` without words that only claim to know or to have said something. */
export const wordPrefixesExceptClaims = (text: string): Set<string> =>
  wordPrefixesIn(
    normalizedWordsOf(text)
      .filter((word) => !CLAIMS.has(word))
      .join(' '),
  );

/** Length of a text in words, where two letters without spaces are one. */
export const measureLengthInWords = (text: string): number =>
  normalizedWordsOf(text).reduce((sum, word) => sum + (SPACELESS.test(word) ? word.length / 2 : 1), 0);
