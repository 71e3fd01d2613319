/** A language's number words: 0 to 19, tens from 20, hundreds from 100. Alternatives are separated by `|`. */
type NumberWords = { ones: string; tens: string; hundreds?: string };

const WORDS: Record<string, NumberWords> = {
  en: {
    ones: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
  },
  de: {
    ones: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig|dreissig vierzig fünfzig sechzig siebzig achtzig neunzig',
  },
  es: {
    ones: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince dieciséis|dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    hundreds:
      'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
  },
  pl: {
    ones: 'zero jeden|jedna|jedno|jednej|jednego dwa|dwie|dwóch|dwu|dwoma|dwom|dwiema trzy|trzech|trzem|trzema cztery|czterech|czterem|czterema pięć|pięciu sześć|sześciu siedem|siedmiu osiem|ośmiu dziewięć|dziewięciu dziesięć|dziesięciu jedenaście|jedenastu dwanaście|dwunastu trzynaście|trzynastu czternaście|czternastu piętnaście|piętnastu szesnaście|szesnastu siedemnaście|siedemnastu osiemnaście|osiemnastu dziewiętnaście|dziewiętnastu',
    tens: 'dwadzieścia|dwudziestu trzydzieści|trzydziestu czterdzieści|czterdziestu pięćdziesiąt|pięćdziesięciu sześćdziesiąt|sześćdziesięciu siedemdziesiąt|siedemdziesięciu osiemdziesiąt|osiemdziesięciu dziewięćdziesiąt|dziewięćdziesięciu',
    hundreds:
      'sto|stu dwieście|dwustu trzysta|trzystu czterysta|czterystu pięćset|pięciuset sześćset siedemset osiemset dziewięćset',
  },
  fr: {
    ones: 'zéro - deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize',
    tens: 'vingt trente quarante cinquante soixante septante huitante|octante nonante',
  },
};

/** Words that imply a number but make no checkable claim; "once" and "neuf" mean other things, too. */
const BESIDES: [number, string][] = [
  [0.25, 'viertelstunde kwadrans kwadransa'],
  [0.75, 'dreiviertelstunde'],
  [0.5, 'half halb halbe halben halber halbes medio media mitad pół połowa demi demie moitié'],
  [
    1,
    'a an once first single ein eine einen einem einer eines einmal erste ersten erster erstes un una primer primera raz pierwszy une premier première',
  ],
  [1.5, 'anderthalb eineinhalb półtora'],
  [
    2,
    'twice second both pair pairs double zweimal zweite zweiten zweiter zweites beide beiden paar doppelt zwo zweit segundo segunda doble ambos drugi druga oba obie podwójny dwukrotnie dwoje dwójkę parami pareja parejas deuxième double tous',
  ],
  [
    3,
    'third triple dreimal dritte dritten dritter drittes dritt tercero tercera trzeci trzecia troje trójkę troisième',
  ],
  [4, 'fourth quarterly viermal vierte vierten cuarto czwarty quatrième'],
  [9, 'neuf'],
  // Hours in Polish.
  [5, 'piąta piątej piątą'],
  [6, 'szósta szóstej szóstą'],
  [7, 'siódma siódmej siódmą'],
  [8, 'ósma ósmej ósmą'],
  [10, 'dziesiąta dziesiątej dziesiątą'],
  [12, 'dozen dutzend docena tuzin douzaine'],
  [24, 'doba doby dobę'],
];

/** Values by number word, and hundreds that may follow a number, in one language. */
type Numbers = { values: Map<string, number>; hundreds: Map<string, number> };

const spellings = (words: string) => words.split(' ').map((each) => each.split('|').filter((word) => word !== '-'));

function numbersIn({ ones, tens, hundreds = '' }: NumberWords): Map<string, number> {
  const values = new Map<string, number>();
  spellings(ones).forEach((words, value) => words.forEach((word) => values.set(word, value)));
  spellings(tens).forEach((words, n) => words.forEach((word) => values.set(word, (n + 2) * 10)));
  if (hundreds !== '')
    spellings(hundreds).forEach((words, n) => words.forEach((word) => values.set(word, (n + 1) * 100)));
  return values;
}

const BY_LANGUAGE = new Map<string, Numbers>(
  Object.entries(WORDS).map(([language, words]) => [language, { values: numbersIn(words), hundreds: new Map() }]),
);
const english = BY_LANGUAGE.get('en');
for (const word of ['hundred', 'hundreds']) english?.hundreds.set(word, 100);
// German and Spanish write tens and ones as one word.
const german = BY_LANGUAGE.get('de');
german?.hundreds.set('hundert', 100);
spellings(WORDS['de']?.ones ?? '')
  .slice(1, 10)
  .forEach(([word = ''], n) => {
    const one = word === 'eins' ? 'ein' : word;
    german?.hundreds.set(`${one}hundert`, (n + 1) * 100);
    spellings(WORDS['de']?.tens ?? '').forEach((tens, ten) =>
      tens.forEach((each) => german?.values.set(`${one}und${each}`, (ten + 2) * 10 + n + 1)),
    );
  });
spellings('uno|ún|una dos|dós tres|trés cuatro cinco seis|séis siete ocho nueve').forEach((words, n) =>
  words.forEach((word) => BY_LANGUAGE.get('es')?.values.set(`veinti${word}`, 21 + n)),
);
/** Numbers of texts too short to detect their language: "dos" or "ten" is a number in one language only. */
const UNKNOWN: Numbers = {
  values: new Map([...(english?.values ?? []), ...(german?.values ?? [])]),
  hundreds: new Map([...(english?.hundreds ?? []), ...(german?.hundreds ?? [])]),
};
const numbersOf = (language: string | undefined) => BY_LANGUAGE.get(language ?? '') ?? UNKNOWN;

/** Multipliers by scale word. */
const SCALES = new Map<string, number>([
  ...'thousand thousands tausend mil mille tysiąc tysiące tysięcy'.split(' ').map((word) => [word, 1e3] as const),
  ...'million millions millionen mio millón millones milion miliony milionów mln'
    .split(' ')
    .map((word) => [word, 1e6] as const),
  ...'billion billions milliarde milliarden mrd miliard miliardy miliardów milliard milliards'
    .split(' ')
    .map((word) => [word, 1e9] as const),
]);
const IMPLIED = new Map(BESIDES.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));

export function parseNumberWord(word: string, language: string | undefined): number | undefined {
  const { values, hundreds } = numbersOf(language);
  return values.get(word) ?? hundreds.get(word);
}
export const isHundredWord = (word: string, language: string | undefined): boolean =>
  numbersOf(language).hundreds.get(word) === 100;
export const scaleOfWord = (word: string): number | undefined => SCALES.get(word);
export const impliedNumberOf = (word: string): number | undefined => IMPLIED.get(word);

/** Words between tens and ones, or behind hundreds: "treinta y uno", "vingt et un", "two hundred and five". */
export const isNumberJoiner = (word: string): boolean => word === 'and' || word === 'y' || word === 'et';

/** French counts in twenties: soixante-quinze, quatre-vingts. Undefined for other words. */
export function addFrenchTwenties(current: number, word: string): number | undefined {
  if (current === 4 && /^vingts?$/.test(word)) return 80;
  const value = BY_LANGUAGE.get('fr')?.values.get(word);
  if (value === undefined || value < 10 || value > 19) return undefined;
  return current === 60 || current === 80 ? current + value : undefined;
}
