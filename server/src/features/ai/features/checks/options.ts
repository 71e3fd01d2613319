import { areSameFigure, figuresOf } from './figures.ts';
import { findWordPositions, readPolarity } from './polarity.ts';
import { impliedNumberOf } from './number-words.ts';
import { PROHIBITION_WORDS, NEGATION_AND_PROHIBITION_WORDS } from './polarity-words.ts';
import type { PassageAnalysis, SourcePartAnalysis } from './source-part-analysis.ts';
import { isItemInSourceLanguage, isDeniedOption } from './support.ts';
import { leadingUnitOf } from './units.ts';
import {
  foldText,
  foldedWordsOf,
  createStemLookup,
  isContentWord,
  stemOf,
  contentStemsOf,
  type CoveredLanguage,
  wordSetOf,
} from './words.ts';

/** Options read for comparison; `own` are the words that neither most options nor the prompt have. */
type ReadOption = { text: string; stems: Set<string>; own: string[] };

export function readOptionStems(options: readonly string[], prompt: string, language: CoveredLanguage): ReadOption[] {
  const all = options.map((text) => contentStemsOf(text, language));
  const asked = contentStemsOf(prompt, language);
  const isCommon = (stem: string) => all.filter((stems) => stems.has(stem)).length * 2 > all.length;
  return options.map((text, n) => {
    const stems = all[n] ?? new Set<string>();
    const units = new Set(
      (text.toLowerCase().match(/\p{L}+/gu) ?? [])
        .filter((word) => leadingUnitOf([word]))
        .map((word) => stemOf(foldText(word))),
    );
    return { text, stems, own: [...stems].filter((stem) => !asked.has(stem) && !isCommon(stem) && !units.has(stem)) };
  });
}

const isSubset = (one: Iterable<string>, has: (stem: string) => boolean) => [...one].every(has);

/** Finds two options that mean the same: the same quantity within the same limit, or the same words. */
export function findEqualOptions(
  options: readonly string[],
  language: CoveredLanguage | undefined,
): [string, string] | undefined {
  if (!language) return undefined;
  const read = options.map((text) => {
    const { limits, negations, bans, tokens, lexicon } = readPolarity(text, language);
    const denials = negations.length + bans.length;
    const figures = figuresOf(text, language).filter(({ implied, unit }) => !implied || unit !== undefined);
    return {
      text,
      figures,
      // An exact figure and a limit are different answers.
      bounds: limits.map(({ bound }) => bound).join(' '),
      // French and Polish negate twice without affirming.
      denies: language === 'fr' || language === 'pl' ? Math.min(denials, 1) : denials % 2,
      excepts: findWordPositions(tokens, lexicon.except).length,
      words: wordsBesideFigures(text, language),
      order: /\b(?:before|after|vor|nach|antes|despues|przed|po|avant|apres)\b/.exec(foldText(text))?.[0] ?? '',
    };
  });
  for (const [n, one] of read.entries()) {
    for (const other of read.slice(0, n)) {
      const same =
        one.figures.length === other.figures.length &&
        one.figures.every((figure, at) => {
          const each = other.figures[at];
          return (
            each !== undefined &&
            (figure.unit === undefined) === (each.unit === undefined) &&
            areSameFigure(figure, each)
          );
        }) &&
        one.bounds === other.bounds &&
        one.denies === other.denies &&
        one.excepts === other.excepts &&
        one.order === other.order &&
        one.words.join(' ') === other.words.join(' ');
      if (same && (one.figures.length > 0 || one.words.length > 0)) return [other.text, one.text];
    }
  }
  return undefined;
}

/** Words that state a limit or a unit, which are compared as such. */
const MEASURED = /^(?:minim|maxim|least|hochs|minde|litre|liter|minut|stund|heure|godzi|tage|woche|weeks?|days?)/;

function wordsBesideFigures(text: string, language: CoveredLanguage): string[] {
  const hasFigure = figuresOf(text, language).some(({ implied, unit }) => !implied || unit !== undefined);
  const units = new Set(figuresOf(text, language).flatMap(({ text: written }) => foldedWordsOf(written)));
  const words = [...contentStemsOf(text, language)];
  return words
    .filter((stem) => !hasFigure || !(MEASURED.test(stem) || [...units].some((unit) => unit.startsWith(stem))))
    .toSorted();
}

/** Finds a wrong option that the passage has where it has nothing of the right one. */
export function findBetterSupportedWrongOption(
  reference: SourcePartAnalysis,
  passage: PassageAnalysis,
  prompt: string,
  right: readonly string[],
  wrong: readonly string[],
): string | undefined {
  const { language } = reference;
  if (!language || !isItemInSourceLanguage(reference)) return undefined;
  const read = readOptionStems([...right, ...wrong], prompt, language);
  const rights = read.slice(0, right.length);
  if (rights.some(({ own }) => own.length === 0 || own.some(passage.has))) return undefined;
  // What is asked not to be need not be in the passage.
  const { negations, bans } = readPolarity(prompt, language);
  const isAskedNot = negations.length + bans.length > 0;
  if (isAskedNot && (passage.reading?.negations.length ?? 0) + (passage.reading?.bans.length ?? 0) === 0)
    return undefined;
  if (asksException(passage, prompt, language)) return undefined;
  const found = read
    .slice(right.length)
    .find(
      ({ own, text }) => own.length > 0 && isSubset(own, passage.has) && !isDeniedOption(passage, prompt, own, text),
    );
  return found?.text;
}

const EXCEPT = wordSetOf('except unless ausser salvo excepto oprocz chyba sauf hormis excepte');

/** Returns true if the passage makes an exception of what is asked: the answer is not what it names otherwise. */
function asksException({ text }: PassageAnalysis, prompt: string, language: CoveredLanguage): boolean {
  const words = foldedWordsOf(text);
  const place = words.findIndex((word) => EXCEPT.has(word));
  const asked = createStemLookup(prompt);
  return place >= 0 && words.slice(place + 1).some((word) => isContentWord(word, language) && asked(stemOf(word)));
}

/** Returns true if the prompt has all words of the right option, and none that only a wrong one has. */
export function isRightOptionInPrompt(
  prompt: string,
  right: string,
  wrong: readonly string[],
  language: CoveredLanguage | undefined,
): boolean {
  if (!language) return false;
  const figures = figuresOf(prompt, language);
  if (
    figuresOf(right, language).some((figure) => !figure.implied && !figures.some((each) => areSameFigure(each, figure)))
  )
    return false;
  const asked = createStemLookup(prompt);
  const all = wrong.map((text) => contentStemsOf(text, language));
  // A question about how often names no answer by "times".
  const units = foldedWordsOf(right)
    .filter((word) => leadingUnitOf([word]) || impliedNumberOf(word) !== undefined)
    .map(stemOf);
  const own = [...contentStemsOf(right, language)].filter(
    (stem) => !units.includes(stem) && !all.some((stems) => stems.has(stem)),
  );
  if (own.length === 0) return false;
  const isTold = isSubset(own, asked);
  return (
    isTold &&
    !all.some((stems) =>
      [...stems].some((stem) => stem.length > 3 && asked(stem) && !contentStemsOf(right, language).has(stem)),
    )
  );
}

/** Words by which an explanation speaks of a wrong option to say why it is wrong. */
const CONTRAST =
  /\b(?:not|never|no|none|nobody|but|instead|otherwise|would|could|only|wrong|than|too|nicht|kein\w*|nie|aber|statt|sonst|wurde|konnte|nur|falsch|als|zu|nunca|pero|sino|podria|seria|solo|mas|menos|demasiado|nie|ale|lecz|moglby|mogloby|moglaby|byloby|tylko|zbyt|za|pas|jamais|mais|sinon|serait|pourrait|seulement|trop|moins|plus|except|exception|unless|ausser|ausnahme|salvo|excepto|excepcion|wyjat\w*|sauf|later|afterwards|spater|danach|anschliessend|luego|despues|pozniej|potem|ensuite)\b/g;

/** Words by which an explanation names the answer. */
const CORRECT =
  /\b(?:right|correct|answer|richtig\w*|antwort|korrekt|correct[oa]|respuesta|poprawn\w*|odpowiedz|bonne|reponse|exacte?)\b/;

/** Share of an explanation's words about another option that a sentence of the source must have. */
const TOLD = 0.5;

/**
 * Returns true if an explanation says of a wrong option what the source says of it, beyond what is asked: "the red
 * board is for raw meat".
 */
export function isWrongOptionExplainedFromSource(
  { read, language }: SourcePartAnalysis,
  explanation: string,
  prompt: string,
  option: string,
): boolean {
  if (!language || CORRECT.test(foldText(explanation))) return false;
  const [own, asked] = [contentStemsOf(option, language), contentStemsOf(prompt, language)];
  const others = [...contentStemsOf(explanation, language)].filter((stem) => !own.has(stem) && !asked.has(stem));
  return (
    own.size > 0 &&
    others.length > 0 &&
    read.some(({ has }) => isSubset(own, has) && others.filter(has).length >= others.length * TOLD)
  );
}

/** Finds a wrong option that the explanation speaks of as if it were right, without a word of the right one. */
export function findWrongOptionExplainedAsRight(
  explanation: string,
  prompt: string,
  right: readonly string[],
  wrong: readonly string[],
  language: CoveredLanguage | undefined,
): string | undefined {
  // A "not" of the question says nothing about the options.
  const asked = new Set(foldedWordsOf(prompt));
  const contrasts = [...foldText(explanation).matchAll(CONTRAST)].map(([word]) => word);
  // What is asked not to be done is what an explanation forbids.
  const isAskedNot = [...asked].some((word) => NEGATION_AND_PROHIBITION_WORDS.has(word));
  const bans = isAskedNot ? [] : foldedWordsOf(explanation).filter((word) => PROHIBITION_WORDS.has(word));
  if (!language || [...contrasts, ...bans].some((word) => !asked.has(word))) return undefined;
  const said = ` ${foldedWordsOf(explanation).join(' ')} `;
  const shared = [...contentStemsOf(prompt, language)].filter(createStemLookup(explanation)).length;
  // What is only named may be named to say why it is wrong.
  const isAnswer = CORRECT.test(said) || shared > 1;
  const has = createStemLookup(explanation);
  const figures = figuresOf(explanation, language).filter(({ implied }) => !implied);
  const says = (text: string) =>
    figuresOf(text, language).some((figure) => !figure.implied && figures.some((each) => areSameFigure(each, figure)));
  const read = readOptionStems([...right, ...wrong], prompt, language);
  const rights = read.slice(0, right.length);
  const found = read.slice(right.length).filter(({ own, text, stems }) => {
    // Words that both options have don't tell them apart.
    const isSaid = (each: { text: string }) => said.includes(` ${foldedWordsOf(each.text).join(' ')} `);
    if (
      rights.some((each) => isSaid(each) || says(each.text) || each.own.some((stem) => !stems.has(stem) && has(stem)))
    )
      return false;
    const words = foldedWordsOf(text);
    const isVerbatim = (own.length > 0 || words.length > 2) && said.includes(` ${words.join(' ')} `);
    return says(text) || isVerbatim || (isAnswer && own.length > 0 && isSubset(own, has));
  });
  // Who names several wrong options says why they are wrong.
  return found.length === 1 ? found[0]?.text : undefined;
}
