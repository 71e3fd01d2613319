import type { CoveredLanguage } from './words.ts';

type Lexicon = {
  /** Negations of what is done. */
  not: string;
  /** Negations of somebody and something. */
  none: string;
  /** Words that forbid. */
  forbidden: string;
  /** Words that make an exception, so that a negation beside them proves little. */
  except: string;
  /** Words for not in a place. */
  outside: string;
  /** Words for as long as, which say when a negation holds. */
  during: string;
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

/** Words folded as by `foldText`. */
const LEXICONS: Record<CoveredLanguage, Lexicon> = {
  en: {
    not: "not no never neither nor cannot t don't mustn't unused untouched unopened",
    none: 'none nobody nothing nowhere',
    forbidden:
      'forbidden prohibited banned disallowed avoid avoids avoided refrain refuse refuses illegal unlawful excluded',
    except: 'without unless until except else otherwise rather instead other',
    outside: 'outside',
    during: 'while as_long_as',
    only: 'only solely exclusively',
    also: 'also too additionally',
    before: 'before prior',
    after: 'after following once',
    most: 'at_most at_the_most up_to maximum max maximal at_the_latest as_much_as',
    least: 'at_least minimum min at_the_least or_more or_above or_over upwards and_over and_above starting_at',
    less: 'less below under fewer within lower beneath shorter slower smaller younger lighter earlier closer cooler colder cheaper narrower thinner shallower short_of or_less or_under or_below',
    more: 'more above over exceed* higher greater longer beyond later faster farther further larger older heavier hotter warmer deeper wider taller thicker dearer past',
    why: 'why what_happens_if what_happens_when what_would_happen what_can_happen reason danger risk wrong mistake reject* refuse* denie* stop* too',
  },
  de: {
    not: 'nicht kein keine keinen keinem keiner keines nie niemals weder keinesfalls keineswegs unbenutzt ungenutzt unberuhrt ungeoffnet',
    none: 'niemand niemandem niemanden nichts',
    forbidden:
      'verboten untersagt unzulassig verbot vermeiden vermeide vermeidet unterlassen verbietet tabu ausgeschlossen',
    except: 'ohne ausser sonst statt anstatt sondern erst',
    outside: 'ausserhalb',
    during: 'solange',
    only: 'nur ausschliesslich lediglich bloss allein',
    also: 'auch ebenfalls zusatzlich ausserdem',
    before: 'vor bevor ehe vorher',
    after: 'nach nachdem sobald',
    most: 'langstens hochstens maximal maximum max bis_zu bis spatestens innerhalb binnen innert hochstmenge',
    least: 'mindestens minimum wenigstens ab fruhestens minimal oder_mehr und_mehr aufwarts',
    less: 'unter unterhalb weniger darunter kurzer niedriger geringer kleiner naher enger unterschreit* jungere leichter langsamer kuhler kalter schmaler dunner flacher billiger',
    more: 'uber oberhalb mehr daruber langer hoher grosser uberschreit* uberschritten ubersteig* weiter schneller alter schwerer spater warmer heisser tiefer breiter dicker teurer',
    why: 'warum weshalb wieso weswegen was_passiert_wenn was_geschieht_wenn was_kann_passieren grund gefahr falsch fehler lehn* ablehn* abgelehn* verweiger* aufhor* zu_niedrig zu_hoch zu_viel zu_wenig',
  },
  es: {
    not: 'no nunca jamas ningun ninguno ninguna tampoco ni',
    none: 'nadie nada',
    forbidden:
      'prohibido prohibida prohibidos prohibidas prohibe prohiben evitar evite evita evitarse vedado impide excluido excluida excluidos excluidas',
    except: 'sin salvo excepto hasta_que sino otra otro demas',
    outside: 'fuera_de fuera_del',
    during: 'mientras',
    only: 'solo solamente unicamente exclusivamente',
    also: 'tambien ademas asimismo',
    before: 'antes_de antes_que antes_del previo',
    after: 'despues_de despues_del despues_que tras',
    most: 'como_maximo maximo maxima hasta a_lo_sumo como_mucho a_mas_tardar dentro_de tope',
    least:
      'al_menos por_lo_menos como_minimo minimo minima a_partir_de o_mas desde en_adelante y_mayores y_los_mayores',
    less: 'menos menor menores inferior inferiores debajo bajo bajar baje bajen baja descender descienda mas_pequeno mas_corto mas_bajo',
    more: 'mas mayor mayores superior superiores encima exced* supera superan superar supere superen sobrepas* rebas* pasa pasan pase subir suba lejos',
    why: 'por_que que_pasa_si que_ocurre_si que_puede_pasar motivo razon peligro error riesgo rechaz* nieg* deja_de dejan_de dejar_de demasiado',
  },
  pl: {
    not: 'nie nigdy zaden zadna zadne zadnego zadnej zadnych ani nieuzywany nieuzywana nieuzywane nietkniety nietknieta nietkniete',
    none: 'nikt nikogo nikomu nic',
    forbidden:
      'zabronione zabroniony zabroniona zabrania zakazane zakazany zakazana zakaz wzbronione niedozwolone niedozwolony unikac unikaj unika wykluczone wykluczony wykluczona',
    except: 'dopiero bez oprocz poza chyba lecz tylko inny inna inne',
    outside: 'poza',
    during: 'dopoki',
    only: 'tylko wylacznie jedynie',
    also: 'takze tez rowniez dodatkowo',
    before: 'przed zanim',
    after: 'po',
    most: 'najdluzej najwyzej co_najwyzej maksymalnie maksimum maksymalna maksymalny najpozniej w_ciagu do',
    least: 'co_najmniej najmniej przynajmniej minimum minimalnie minimalna minimalny lub_wiecej i_wiecej wzwyz od',
    less: 'ponizej mniej nizsz* krocej krotsz* mniejsz* blizej chlodniej* zimniej* lzejsz* lzej wezsz* ciensz* plytsz* wolniej taniej tansz* spada* spad*',
    more: 'powyzej wiecej ponad przekracz* przekrocz* dluzej dluzsz* wyzsz* wieksz* starsz* dalej cieplej* goretsz* ciezsz* glebsz* glebiej szersz* grubsz* szybciej drozej drozsz*',
    why: 'dlaczego co_sie_stanie co_grozi powod przyczyn* blad niebezpieczenstwo odrzuc* odmaw* odmow* przesta* zbyt',
  },
  fr: {
    not: 'ne n pas jamais aucun aucune non ni nul nulle guere inutilise inutilisee inutilises inutilisees intact intacte',
    none: 'rien',
    forbidden:
      'interdit interdite interdits interdites defendu prohibe prohibee eviter evitez evite proscrit proscrite bannir exclu exclue exclus exclues',
    except: 'sans sauf hormis sinon excepte jusqu autre',
    outside: 'hors_de hors_du en_dehors_de',
    during: 'tant_que',
    only: 'seulement uniquement exclusivement seul seule',
    also: 'aussi egalement',
    before: 'avant',
    after: 'apres',
    most: 'au_plus au_maximum maximum max jusqu_a tout_au_plus au_plus_tard maximale maximal dans_un_delai d_ici en_moins',
    least: 'au_moins au_minimum minimum a_partir_de minimale minimal ou_plus et_plus des',
    less: 'moins dessous inferieur* sous descend* baisser plus_petit plus_petite plus_petits plus_court plus_courte plus_bas plus_leger',
    more: 'plus dessus dela superieur* depass* exced* monter monte',
    why: 'pourquoi que_se_passe_t que_se_passerait raison danger risque erreur refus* cess* trop',
  },
};

/** Words of one meaning: single ones, phrases by their first word (the longest first), and beginnings of words. */
export type WordList = { exact: ReadonlySet<string>; phrases: ReadonlyMap<string, string[][]>; begins: string[] };
const read = (list: string): WordList => {
  const all = list.split(' ');
  return {
    exact: new Set(all.filter((word) => !/[_*]/.test(word))),
    phrases: Map.groupBy(
      all
        .filter((word) => word.includes('_'))
        .map((word) => word.split('_'))
        .toSorted((one, other) => other.length - one.length),
      ([first = '']) => first,
    ),
    begins: all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
};
/** The words of a language by their meaning. */
export type PolarityLexicon = Record<Exclude<keyof Lexicon, 'none'>, WordList>;
const READ = new Map<CoveredLanguage, PolarityLexicon>();
/** Returns the words by which a language denies, forbids, limits and orders. */
export function lexiconOf(language: CoveredLanguage): PolarityLexicon {
  const known = READ.get(language);
  if (known) return known;
  const { not, none, forbidden, except, outside, during, only, also, before, after, most, least, less, more, why } =
    LEXICONS[language];
  const made = {
    not: read(`${not} ${none}`),
    forbidden: read(forbidden),
    except: read(`${except} ${outside}`),
    outside: read(outside),
    during: read(during),
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

const allOf = (of: (lexicon: Lexicon) => string): ReadonlySet<string> =>
  // A lone t is of English only, behind an apostrophe.
  new Set(
    Object.values(LEXICONS).flatMap((lexicon) =>
      of(lexicon)
        .split(' ')
        .filter((word) => word !== 't'),
    ),
  );

/** Negations of what is done, of all languages. */
export const NEGATION_WORDS = allOf(({ not }) => not);
/** Words of all languages that negate or forbid. */
export const NEGATION_AND_PROHIBITION_WORDS = allOf(({ not, none, forbidden }) => `${not} ${none} ${forbidden}`);

/** Words of all languages that forbid. */
export const PROHIBITION_WORDS = allOf(({ forbidden }) => forbidden);

/** Words that join two things that hold alike. */
export const CONJUNCTIONS = new Set([
  'and',
  'or',
  'und',
  'oder',
  'sowie',
  'y',
  'e',
  'o',
  'i',
  'oraz',
  'lub',
  'et',
  'ou',
]);
