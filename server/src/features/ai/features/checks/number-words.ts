/** Number words in English and German, from 0 to 99. */
const ENGLISH = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const GERMAN = (
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn ' +
  'achtzehn neunzehn'
).split(' ');
const GERMAN_TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** Words that imply a number but make no checkable claim. */
const BESIDES: [number, string][] = [
  [0.5, 'half halb halbe halben halber halbes'],
  [1, 'a an once first single ein eine einen einem einer eines einmal erste ersten erster erstes'],
  [2, 'twice second both pair double zweimal zweite zweiten zweiter zweites beide beiden paar doppelt zwo'],
  [3, 'third triple dreimal dritte dritten dritter drittes'],
  [4, 'fourth quarterly viermal vierte vierten'],
  [12, 'dozen dutzend'],
];

/** Values by number word in lower case. */
const NUMBERS = new Map<string, number>();
ENGLISH.forEach((word, value) => NUMBERS.set(word, value));
GERMAN.forEach((word, value) => NUMBERS.set(word, value));
ENGLISH_TENS.forEach((word, tens) => NUMBERS.set(word, (tens + 2) * 10));
GERMAN_TENS.forEach((word, tens) => {
  const value = (tens + 2) * 10;
  for (const spelling of [word, word.replace('ß', 'ss')]) {
    NUMBERS.set(spelling, value);
    GERMAN.slice(1, 10).forEach((one, n) =>
      NUMBERS.set(`${one === 'eins' ? 'ein' : one}und${spelling}`, value + n + 1),
    );
  }
});
const HUNDREDS = new Map(['hundred', 'hundreds', 'hundert'].map((word) => [word, 100]));
GERMAN.slice(1, 10).forEach((one, n) => HUNDREDS.set(`${one === 'eins' ? 'ein' : one}hundert`, (n + 1) * 100));

/** Multipliers by scale word. */
const SCALES = new Map<string, number>([
  ['thousand', 1e3],
  ['thousands', 1e3],
  ['tausend', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['mio', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['milliarde', 1e9],
  ['milliarden', 1e9],
  ['mrd', 1e9],
]);
const IMPLIED = new Map(BESIDES.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));

export const parseNumberWord = (word: string): number | undefined => NUMBERS.get(word) ?? HUNDREDS.get(word);
export const isHundred = (word: string): boolean => HUNDREDS.get(word) === 100;
export const scaleOf = (word: string): number | undefined => SCALES.get(word);
export const impliedBy = (word: string): number | undefined => IMPLIED.get(word);
