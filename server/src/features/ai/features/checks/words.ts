/** Languages whose function words, negations and limits the checks know. */
const COVERED = ['en', 'de', 'es', 'pl', 'fr'] as const;
export type CoveredLanguage = (typeof COVERED)[number];
export const toCoveredLanguage = (language: string | undefined): CoveredLanguage | undefined =>
  COVERED.find((each) => each === language);

/** Returns the words of a text that spaces separate. */
export function wordSetOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/**
 * Words without a meaning of their own, and verbs that fit any act, folded as by `foldText`. Negations and limits are
 * read separately.
 */
const FUNCTION_WORDS: Record<CoveredLanguage, ReadonlySet<string>> = {
  en: wordSetOf(
    'the and for that this these those with from into onto upon your you yours they them their theirs there here his her hers its our ours are was were been being have has had having will would shall should can could may might must does did done doing what which who whom whose when where why how than then some any all each every both other others another such very much many more most less least few own same about also only just not nor but because since while once if unless until else than too over under above below before after between during within without through against behind beside out off down near always never ever even again further use uses used using make makes made take takes taken get gets got give gives given need needs needed needs put puts keep keeps kept says say mention mentions tell tells told ask asks asked name names one two first second somebody someone something anybody anyone anything nobody nothing people person work works leave leaves left immediately yes instead whoever whatever whichever wherever whenever except otherwise rather solely exclusively additionally prior following neither cannot none nowhere maximum max maximal minimum min upwards aren isn wasn weren don doesn didn won wouldn couldn shouldn mustn hasn haven hadn ain',
  ),
  de: wordSetOf(
    'der die das den dem des ein eine einen einem einer eines und oder aber auch nur noch schon sehr mit von vom zum zur bei beim aus auf fur uber unter vor nach durch ohne gegen zwischen hinter neben wahrend seit bis als wie was wer wem wen wessen wann wo wohin woher womit warum weshalb wieso welche welcher welches welchen welchem dass weil wenn falls damit dann danach dort hier sich sie ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner ist sind war waren wird werden wurde wurden worden hat haben hatte kann konnen konnte darf durfen muss mussen soll sollen sollte mag nicht kein keine keinen keinem keiner nie niemals niemand nichts man jede jeder jedes jeden jedem alle allen alles beide beiden andere anderen anderer anderes anders diese dieser dieses diesen diesem jemand etwas mehr weniger viel viele wenig hochstens mindestens immer ganz gar sonst zuerst erst dabei dafur dazu davon daran darauf darin nimmt nehmen genommen machen macht gemacht tun tut getan gibt geben gegeben kommt kommen geht gehen gilt gelten geschieht nennt nennen sagt sagen erklaren erklart eigene eigenen person personen leute ich mich mir wir uns ihm ihn gebe gib lasse lassen lasst werde bekommt bekommen heraus hinein darum deshalb zwar gleich sofort unverzuglich erhalt benutzen benutzt benutze verwenden verwendet verwende nutzen ausser statt anstatt sondern ausschliesslich lediglich bloss ebenfalls zusatzlich ausserdem bevor ehe vorher nachdem sobald solange keines weder keinesfalls keineswegs niemandem niemanden langstens maximal maximum max spatestens binnen innert hochstmenge minimum wenigstens fruhestens minimal aufwarts',
  ),
  es: wordSetOf(
    'los las una uno unos unas del con por para que cual cuales quien quienes cuando donde como porque pues sino pero aunque mientras hasta desde entre sobre bajo tras ante contra segun sin mas menos muy mucho mucha muchos muchas poco poca todo toda todos todas otro otra otros otras mismo misma cada este esta estos estas ese esa esos esas eso esto aquel aquella ello ellos ella ellas usted ustedes nos les sus son fue era han hay haya sea sean ser estar esta estan puede pueden debe deben tiene tienen hace hacen hacer haga hacerse hacia cuanto cuanta cuantos cuantas enseguida inmediatamente voy vas vamos van ire ira iran tambien solo solamente nunca jamas nadie nada ningun ninguna siempre antes despues luego primero durante ademas usa usan usar use utiliza tomar toma dar darle dice decir menciona explica explique persona personas deja dejar dejo deje dejarlo dejarla ahi alli aqui salvo excepto demas unicamente exclusivamente asimismo previo ninguno tampoco maximo minimo',
  ),
  pl: wordSetOf(
    'jest sa byl byla bylo byly byc bedzie beda oraz albo lub ale lecz czy nie tak jak jako jaki jaka jakie jakich jakiego jakiej kto kogo komu kim czym czego czemu kiedy gdzie dokad skad dlaczego ktory ktora ktore ktorych ktorego ktorej ktorym ile ilu dla przez przed przy pod nad pomiedzy miedzy bez oprocz poza okolo podczas zanim gdy jezeli jesli aby zeby bo poniewaz dlatego wiec tez takze rowniez tylko wylacznie jeszcze juz bardzo bardziej wiecej mniej najmniej najwyzej sie siebie sobie swoj swoja swoje swoich swojego wlasna wlasny ten ta to te tych tego tej tym inny inna inne innych kazdy kazda kazde kazdego wszystkie wszystko wszyscy ktos cos nikt nic nigdy zawsze moze mozna moga musi musza nalezy trzeba wolno powinien powinna powinno robi robisz robic robie zrobic ma mam masz maja miec bierze brac podaje mowi powiedz powiedziec opowiedz wymienia osoba osoby osob praca pracy prace pracuje niz tam tu tutaj zostawia zostawiam zostawic uzywa uzywac uzywaj uzywam uzywaja natychmiast zaraz uzyj uzyc ani niej nim nich niego nia jej jego pracowac dopiero chyba jedynie dodatkowo dopoki zaden zadna zadne zadnego zadnej zadnych nikogo nikomu najdluzej maksymalnie maksimum maksymalna maksymalny najpozniej przynajmniej minimum minimalnie minimalna minimalny wzwyz',
  ),
  fr: wordSetOf(
    'les des une aux avec dans pour par sur sous sans chez entre vers depuis pendant avant apres dela dessus dessous que qui quoi dont quel quelle quels quelles quand comment pourquoi combien parce car mais donc puis alors aussi ainsi plus moins tres trop peu beaucoup tout toute tous toutes autre autres meme memes chaque cette cet ces ceci cela celui celle ceux celles leur leurs nos vos votre notre son ses mon mes ton tes elle elles ils nous vous lui est sont etait ete etre soit sera seront ont avoir ait peut peuvent doit doivent faut faire fait faites fais font pas jamais rien aucun aucune personne ne non seulement uniquement toujours encore deja fois faudrait met mettre mettez prend prendre prenez prenez utilise utiliser utilisez donne donner dit dire dites explique expliquez mentionne quelqu chose travail travailler laisse laisser laissez sauf hormis sinon excepte jusqu exclusivement egalement nul nulle guere maximum max maximale maximal minimum minimale minimal',
  ),
};

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Small letters without accents, as careless texts have them. */
export const foldText = (text: string): string =>
  BEYOND_ASCII.test(text)
    ? text
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll('ł', 'l')
        .replaceAll('’', "'")
    : text.toLowerCase();

/** Letters of a word by which its forms are alike: as usual without a stemmer, and up to two more of a long word. */
const STEM = 5;

/** Endings that Polish verbs replace: pipetować, pipetuje. */
const POLISH_VERB = /(?:owac|ywac|iwac|owanie|owania|owaniu)$/;

/** Stem of a folded word. German participles lose their prefix. */
export function stemOf(word: string): string {
  const prefixed = word.length > 7 && word.startsWith('ge') ? word.slice(2) : word;
  const bare = prefixed.length > 8 ? prefixed.replace(POLISH_VERB, '') : prefixed;
  if (bare.length > STEM) return bare.slice(0, STEM + (bare.length > 10 ? 2 : bare.length > 8 ? 1 : 0));
  return bare.length > 3 ? bare.replace(/[aeiosuy]$/, '') : bare;
}

/** Words of a text, folded. */
export const foldedWordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export const isFunctionWord = (word: string, language: CoveredLanguage): boolean => FUNCTION_WORDS[language].has(word);

/** Returns true if the folded word has a meaning of its own. */
export const isContentWord = (word: string, language: CoveredLanguage | undefined): boolean =>
  word.length > 2 &&
  !/^\p{N}/u.test(word) &&
  !(language ? [language] : COVERED).some((each) => FUNCTION_WORDS[each].has(word));

/**
 * Stems of the words of a text that have a meaning of their own, each once. Without a language, function words of any
 * are left out.
 */
export const contentStemsOf = (text: string, language: CoveredLanguage | undefined): Set<string> =>
  new Set(foldedWordsOf(text).flatMap((word) => (isContentWord(word, language) ? [stemOf(word)] : [])));

/** Returns a function that tests whether a text has a stem, in compounds too: "brille" is in "Schutzbrille". */
export function createStemLookup(text: string): (stem: string) => boolean {
  const words = ` ${foldedWordsOf(text).join(' ')} `;
  const known = new Map<string, boolean>();
  return (stem) => {
    const before = known.get(stem);
    if (before !== undefined) return before;
    const found = words.includes(stem.length < STEM ? ` ${stem}` : stem) || words.includes(` ge${stem}`);
    known.set(stem, found);
    return found;
  };
}

export const shareOfMatchingStems = (stems: Iterable<string>, has: (stem: string) => boolean): number => {
  const all = [...stems];
  return all.length === 0 ? 0 : all.filter(has).length / all.length;
};
