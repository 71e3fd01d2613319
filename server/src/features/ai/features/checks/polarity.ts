import { figuresOf, areSameFigure, type Figure } from './figures.ts';
import { unitOf } from './units.ts';
import { fold, isContent, shareOf, stemOf, type Covered } from './words.ts';

type Lexicon = {
  /** Negations. */
  not: string;
  /** Words that forbid. */
  forbidden: string;
  /** Words that make an exception, so that a negation beside them proves little. */
  except: string;
  only: string;
  also: string;
  before: string;
  after: string;
  /** Phrases for an upper and a lower limit; `_` stands for a space. */
  most: string;
  least: string;
  /** Comparisons, which a negation turns round. An ending `*` stands for any letters. */
  less: string;
  more: string;
  /** Questions that take what they ask for as given. */
  why: string;
};

/** Words folded as by `fold`. */
const LEXICONS: Record<Covered, Lexicon> = {
  en: {
    not: "not no never none nobody nothing neither nor cannot t nowhere don't mustn't",
    forbidden: 'forbidden prohibited banned disallowed avoid avoids avoided refrain refuse refuses illegal unlawful',
    except: 'without unless until except else otherwise rather instead other',
    only: 'only solely exclusively',
    also: 'also too additionally',
    before: 'before prior',
    after: 'after following once',
    most: 'at_most at_the_most up_to maximum max maximal at_the_latest as_much_as',
    least: 'at_least minimum min at_the_least or_more or_above or_over upwards and_over and_above starting_at',
    less: 'less below under fewer within lower beneath shorter slower smaller younger lighter earlier closer short_of or_less or_under or_below',
    more: 'more above over exceed* higher greater longer beyond later faster farther further larger older heavier hotter past',
    why: 'why what_happens_if what_happens_when what_would_happen what_can_happen reason danger risk wrong mistake reject* refuse* denie* stop*',
  },
  de: {
    not: 'nicht kein keine keinen keinem keiner keines nie niemals niemand niemandem niemanden nichts weder keinesfalls keineswegs',
    forbidden: 'verboten untersagt unzulassig verbot vermeiden vermeide vermeidet unterlassen verbietet tabu',
    except: 'ohne ausser sonst statt anstatt sondern erst solange',
    only: 'nur ausschliesslich lediglich bloss allein',
    also: 'auch ebenfalls zusatzlich ausserdem',
    before: 'vor bevor ehe vorher',
    after: 'nach nachdem sobald',
    most: 'hochstens maximal maximum max bis_zu bis spatestens innerhalb binnen innert hochstmenge',
    least: 'mindestens minimum wenigstens ab fruhestens minimal oder_mehr und_mehr aufwarts',
    less: 'unter unterhalb weniger darunter kurzer niedriger geringer kleiner naher enger unterschreit* jungere leichter langsamer',
    more: 'uber oberhalb mehr daruber langer hoher grosser uberschreit* uberschritten ubersteig* weiter schneller alter schwerer spater',
    why: 'warum weshalb wieso weswegen was_passiert_wenn was_geschieht_wenn was_kann_passieren grund gefahr falsch fehler lehn* ablehn* abgelehn* verweiger*',
  },
  es: {
    not: 'no nunca jamas nadie nada ningun ninguno ninguna tampoco ni',
    forbidden: 'prohibido prohibida prohibidos prohibidas prohibe prohiben evitar evite evita evitarse vedado impide',
    except: 'sin salvo excepto hasta_que sino otra otro demas',
    only: 'solo solamente unicamente exclusivamente',
    also: 'tambien ademas asimismo',
    before: 'antes previo',
    after: 'despues tras',
    most: 'como_maximo maximo maxima hasta a_lo_sumo como_mucho a_mas_tardar dentro_de tope',
    least:
      'al_menos por_lo_menos como_minimo minimo minima a_partir_de o_mas desde en_adelante y_mayores y_los_mayores',
    less: 'menos menor menores inferior inferiores debajo bajo bajar baje bajen baja descender descienda mas_pequeno mas_corto mas_bajo',
    more: 'mas mayor mayores superior superiores encima exced* supera superan superar supere superen sobrepas* rebas* pasa pasan pase subir suba lejos',
    why: 'por_que que_pasa_si que_ocurre_si que_puede_pasar motivo razon peligro error riesgo rechaz* nieg*',
  },
  pl: {
    not: 'nie nigdy nikt nikogo nikomu nic zaden zadna zadne zadnych ani',
    forbidden:
      'zabronione zabroniony zabroniona zabrania zakazane zakazany zakazana zakaz wzbronione niedozwolone niedozwolony unikac unikaj unika',
    except: 'bez oprocz poza dopoki chyba lecz tylko inny inna inne',
    only: 'tylko wylacznie jedynie',
    also: 'takze tez rowniez dodatkowo',
    before: 'przed zanim',
    after: 'po',
    most: 'najwyzej co_najwyzej maksymalnie maksimum maksymalna maksymalny najpozniej w_ciagu do',
    least: 'co_najmniej najmniej przynajmniej minimum minimalnie minimalna minimalny lub_wiecej i_wiecej wzwyz od',
    less: 'ponizej mniej nizsz* krocej krotsz* mniejsz* blizej spada* spad*',
    more: 'powyzej wiecej ponad przekracz* przekrocz* dluzej dluzsz* wyzsz* wieksz* starsz* dalej',
    why: 'dlaczego co_sie_stanie co_grozi powod przyczyn* blad niebezpieczenstwo odrzuc* odmaw* odmow*',
  },
  fr: {
    not: 'ne n pas jamais rien aucun aucune non ni nul nulle guere',
    forbidden:
      'interdit interdite interdits interdites defendu prohibe prohibee eviter evitez evite proscrit proscrite bannir',
    except: 'sans sauf hormis sinon excepte tant jusqu autre',
    only: 'seulement uniquement exclusivement seul seule',
    also: 'aussi egalement',
    before: 'avant',
    after: 'apres',
    most: 'au_plus au_maximum maximum max jusqu_a tout_au_plus au_plus_tard maximale maximal dans_un_delai d_ici en_moins',
    least: 'au_moins au_minimum minimum a_partir_de minimale minimal ou_plus et_plus des',
    less: 'moins dessous inferieur* sous descend* baisser plus_petit plus_petite plus_petits plus_court plus_courte plus_bas plus_leger',
    more: 'plus dessus dela superieur* depass* exced* monter monte',
    why: 'pourquoi que_se_passe_t que_se_passerait raison danger risque erreur refus*',
  },
};

type Words = { exact: ReadonlySet<string>; phrases: string[][]; begins: string[] };
const read = (list: string): Words => {
  const all = list.split(' ');
  return {
    exact: new Set(all.filter((word) => !/[_*]/.test(word))),
    phrases: all
      .filter((word) => word.includes('_'))
      .map((word) => word.split('_'))
      .toSorted((one, other) => other.length - one.length),
    begins: all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
};
type Read = Record<keyof Lexicon, Words>;
const READ = new Map<Covered, Read>();
function lexiconOf(language: Covered): Read {
  const known = READ.get(language);
  if (known) return known;
  const { not, forbidden, except, only, also, before, after, most, least, less, more, why } = LEXICONS[language];
  const made = {
    not: read(not),
    forbidden: read(forbidden),
    except: read(except),
    only: read(only),
    also: read(also),
    before: read(before),
    after: read(after),
    most: read(most),
    least: read(least),
    less: read(less),
    more: read(more),
    why: read(why),
  };
  READ.set(language, made);
  return made;
}

/** A folded word; `clause` counts from 0. */
type Token = { word: string; clause: number; start: number };

function tokensOf(text: string): Token[] {
  let clause = 0;
  const found: Token[] = [];
  // Folding may change lengths, so offsets are those of the normalized text, as in `figuresOf`.
  for (const { 0: piece, index } of text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}]+|[,;:.!?()\n–—]/gu)) {
    if (/^[,;:.!?()\n–—]$/u.test(piece)) clause++;
    else found.push({ word: fold(piece), clause, start: index });
  }
  return found;
}

/** Number of words of the list at a place; 0 if none are. */
function lengthAt(tokens: readonly Token[], n: number, { exact, phrases, begins }: Words): number {
  const phrase = phrases.find((words) => words.every((word, at) => tokens[n + at]?.word === word));
  if (phrase) return phrase.length;
  const word = tokens[n]?.word ?? '';
  return exact.has(word) || begins.some((each) => word.startsWith(each)) ? 1 : 0;
}

const placesOf = (tokens: readonly Token[], words: Words): number[] =>
  tokens.flatMap((_, n) => (lengthAt(tokens, n, words) > 0 ? [n] : []));

/** A limit: the value may be at most, or at least, as large. */
type Bound = 'most' | 'least';
type Limit = { figure: Figure; bound: Bound };

/** A text read for negations, limits and order. */
export type PolarityReading = {
  tokens: Token[];
  limits: Limit[];
  /** Places of negations that aren't part of a limit. */
  negations: number[];
  /** Places of words that forbid. */
  bans: number[];
  /** True if words make an exception, so that missing negations prove nothing. */
  hasException: boolean;
  lexicon: Read;
  language: Covered;
};

/** How far a limit may stand from its figure, in words. */
const FROM_FIGURE = 4;

/** How far the words of a French "ne … que" may stand apart. */
const APART = 6;

/** Returns true if a French "ne" is that of "ne … que", which means only. */
function meansOnly(tokens: readonly Token[], place: number, { not }: Read): boolean {
  const word = tokens[place]?.word ?? '';
  if (word !== 'ne' && word !== 'n') return false;
  for (let n = place + 1; n <= place + APART && tokens[n]?.clause === tokens[place]?.clause; n++) {
    if (tokens[n]?.word === 'que' || tokens[n]?.word === 'qu') return true;
    if (lengthAt(tokens, n, not) > 0) return false;
  }
  return false;
}

/** How far behind a comparison its second negation may stand, in words. */
const NEGATED = 3;

/** Reads a text for negations, limits and order. Runs in linear time. */
export function readPolarity(text: string, language: Covered): PolarityReading {
  const lexicon = lexiconOf(language);
  const tokens = tokensOf(text);
  const figures = figuresOf(text, language).filter(({ implied, unit }) => !implied || unit !== undefined);
  const isOnly = (place: number) => language === 'fr' && meansOnly(tokens, place, lexicon);
  const denied = placesOf(tokens, lexicon.not);
  const nots = denied.filter((place) => !isOnly(place));
  /** Negations by the comparison that they turn round. */
  const consumed = new Map<number, number>();
  const starts = new Map(tokens.map(({ start }, n) => [start, n]));
  const taken = figures.map(({ start, end }) => {
    const first = starts.get(start) ?? -1;
    let last = first;
    while ((tokens[last + 1]?.start ?? Infinity) < end) last++;
    return { first, last };
  });
  /** Bound that the words at a place state. A negation before a comparison turns it round. */
  const boundAt = (n: number): Bound | undefined => {
    if (lengthAt(tokens, n, lexicon.most) > 0) return 'most';
    if (lengthAt(tokens, n, lexicon.least) > 0) return 'least';
    const isLess = lengthAt(tokens, n, lexicon.less) > 0;
    if (!isLess && lengthAt(tokens, n, lexicon.more) === 0) return undefined;
    const free = nots.filter(
      (place) => tokens[place]?.clause === tokens[n]?.clause && (consumed.get(place) ?? n) === n && place < n + NEGATED,
    );
    const isTurned = free.some((place) => place < n);
    // French and Polish negate twice: "ne dépassent pas", "nigdy nie".
    if (isTurned) for (const place of free) consumed.set(place, n);
    return isLess === isTurned ? 'least' : 'most';
  };
  const limits = figures.flatMap((figure, n): Limit[] => {
    const { first, last } = taken[n] ?? { first: -1, last: -1 };
    if (first < 0) return [];
    const floor = Math.max((taken[n - 1]?.last ?? -1) + 1, first - FROM_FIGURE, 0);
    for (let place = first - 1; place >= floor && tokens[place]?.clause === tokens[first]?.clause; place--) {
      const start = Math.max(place - 2, 0);
      // A phrase may begin earlier: "no more than", "au plus tard".
      for (let from = start; from <= place; from++) {
        if (from + lengthAt(tokens, from, lexicon.most) - 1 === place && lengthAt(tokens, from, lexicon.most) > 1)
          return [{ figure, bound: 'most' }];
        if (from + lengthAt(tokens, from, lexicon.least) - 1 === place && lengthAt(tokens, from, lexicon.least) > 1)
          return [{ figure, bound: 'least' }];
      }
      const bound = boundAt(place);
      if (bound) return [{ figure, bound }];
    }
    const ceiling = Math.min((taken[n + 1]?.first ?? Infinity) - 1, last + FROM_FIGURE + 1, tokens.length - 1);
    for (let place = last + 1; place <= ceiling && tokens[place]?.clause === tokens[last]?.clause; place++) {
      const bound = boundAt(place);
      if (bound) return [{ figure, bound }];
    }
    // "must not exceed", "nicht überschreiten": the verb may stand far from its figure.
    return [];
  });
  return {
    tokens,
    limits,
    negations: nots.filter((place) => !consumed.has(place)),
    bans: placesOf(tokens, lexicon.forbidden),
    hasException:
      nots.length < denied.length ||
      placesOf(tokens, lexicon.except).length > 0 ||
      placesOf(tokens, lexicon.only).length > 0,
    lexicon,
    language,
  };
}

/** Returns true if the text negates, forbids, limits or makes an exception. */
export function isConditional({ negations, bans, hasException, tokens, lexicon }: PolarityReading): boolean {
  return (
    negations.length > 0 ||
    bans.length > 0 ||
    hasException ||
    [lexicon.not, lexicon.most, lexicon.least, lexicon.less, lexicon.more].some(
      (words) => placesOf(tokens, words).length > 0,
    )
  );
}

/** Limits of `claim` that the passage turns round, as written. */
export function reversedLimits(claim: PolarityReading, passage: PolarityReading): string[] {
  return claim.limits
    .filter(({ figure, bound }) => {
      const same = passage.limits.filter((each) => areSameFigure(each.figure, figure));
      return same.length > 0 && same.every((each) => each.bound !== bound);
    })
    .map(({ figure }) => figure.text);
}

/** Content stems near a place: the clause's, behind it or all. */
function stemsNear(
  { tokens, language }: PolarityReading,
  place: number,
  onlyBehind: boolean,
  most = Infinity,
): string[] {
  const clause = tokens[place]?.clause;
  const found: string[] = [];
  for (let n = place + 1; tokens[n]?.clause === clause && found.length < most; n++) add(n);
  for (let n = place - 1; !onlyBehind && tokens[n]?.clause === clause; n--) add(n);
  function add(n: number) {
    const word = tokens[n]?.word ?? '';
    if (isContent(word, language) && !unitOf([word])) found.push(stemOf(word));
  }
  return [...new Set(found)];
}

/** Returns true if an exception follows in the same clause: not until, not without. */
const hasExceptionBehind = ({ tokens, lexicon }: PolarityReading, place: number) =>
  tokens.some(
    (token, n) => n > place && token.clause === tokens[place]?.clause && lengthAt(tokens, n, lexicon.except) > 0,
  );

/** What a text denies or forbids, as stems: behind the negation, in its clause, and in the whole text. */
export type Denial = { behind: string[]; clause: string[]; all: string[] };

export function denialsOf(reading: PolarityReading): Denial[] {
  const { tokens, language } = reading;
  const all = [...new Set(tokens.flatMap(({ word }) => (isContent(word, language) ? [stemOf(word)] : [])))];
  return [
    ...reading.negations
      .filter((place) => !hasExceptionBehind(reading, place))
      .map((place) => {
        const clause = stemsNear(reading, place, false);
        const behind = stemsNear(reading, place, true);
        return { clause, behind: behind.length > 0 ? behind : clause, all };
      }),
    ...reading.bans.map((place) => {
      const clause = stemsNear(reading, place, false);
      return { clause, behind: clause, all };
    }),
  ].filter(({ clause }) => clause.length > 0);
}

/** Share of a denial's words that a text must have to say the opposite. */
const ENOUGH = { behind: 0.6, clause: 0.6, elsewhere: 0.75, answer: 0.3 };

type Item = {
  asked: PolarityReading;
  answered: PolarityReading;
  hasInAnswer: (stem: string) => boolean;
  hasInItem: (stem: string) => boolean;
};

const isPlain = ({ negations, bans, hasException }: PolarityReading) =>
  negations.length === 0 && bans.length === 0 && !hasException;

/** Returns true if an answer says what one of the denials denies, or forbids, without a negation of its own. */
export function dropsNegation(item: Item, denials: readonly Denial[], isElsewhere: boolean): boolean {
  const { asked, answered } = item;
  if (!isPlain(answered) || asked.negations.length > 0 || asked.bans.length > 0) return false;
  if (placesOf(asked.tokens, asked.lexicon.why).length > 0) return false;
  return denials.some(({ behind, clause, all }) => {
    const inAnswer = behind.filter(item.hasInAnswer).length;
    // One word says too little, unless the rest of the sentence is about the same.
    const beside = all.filter((stem) => !behind.includes(stem) && item.hasInItem(stem)).length;
    const needed = isElsewhere && beside < 2 ? 2 : 1;
    return (
      inAnswer >= needed &&
      inAnswer >= behind.length * (isElsewhere ? ENOUGH.elsewhere : ENOUGH.answer) &&
      shareOf(behind, item.hasInItem) >= (isElsewhere ? ENOUGH.elsewhere : ENOUGH.behind) &&
      (behind.length > 1 || beside > 1 || shareOf(clause, item.hasInItem) >= ENOUGH.clause)
    );
  });
}

/** Returns true if an answer denies what the passage says without any negation or exception. */
export function addsNegation(
  { asked, answered }: Item,
  passage: PolarityReading,
  has: (stem: string) => boolean,
): boolean {
  if (passage.hasException || passage.bans.length > 0 || placesOf(passage.tokens, passage.lexicon.not).length > 0)
    return false;
  if (answered.hasException || asked.hasException || asked.negations.length > 0) return false;
  return denialsOf(answered).some(({ behind }) => behind.length > 0 && shareOf(behind, has) >= ENOUGH.elsewhere);
}

/** Content words behind "before" and "after", by which the two are told apart. */
const ANCHORS = 3;

const anchors = (reading: PolarityReading, words: Words) =>
  placesOf(reading.tokens, words).map((place) => stemsNear(reading, place, true, ANCHORS));

/** Returns true if the claim has "before" for the passage's "after", "only" for its "also", or the reverse. */
export function reversesOrder(claim: PolarityReading, passage: PolarityReading): boolean {
  const { lexicon } = passage;
  return (
    isTurned(anchors(claim, lexicon.before), anchors(passage, lexicon.before), anchors(passage, lexicon.after)) ||
    isTurned(anchors(claim, lexicon.after), anchors(passage, lexicon.after), anchors(passage, lexicon.before)) ||
    isTurned(anchors(claim, lexicon.also), anchors(passage, lexicon.also), anchors(passage, lexicon.only)) ||
    isTurned(anchors(claim, lexicon.only), anchors(passage, lexicon.only), anchors(passage, lexicon.also))
  );
}

function isTurned(claimed: string[][], same: string[][], opposite: string[][]): boolean {
  const common = (one: string[], all: string[][]) =>
    Math.max(0, ...all.map((each) => one.filter((stem) => each.includes(stem)).length));
  return claimed.some((one) => {
    const turned = common(one, opposite);
    return turned > 0 && turned > common(one, same);
  });
}
