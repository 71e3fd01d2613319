import { figuresOf } from './figures.ts';
import { hasNegationOrLimit, findWordPositions, readPolarity } from './polarity.ts';
import { leadingUnitOf } from './units.ts';
import {
  foldText,
  foldedWordsOf,
  createStemLookup,
  stemOf,
  contentStemsOf,
  type CoveredLanguage,
  wordSetOf,
} from './words.ts';

/** Answers that need no knowledge, in the languages commonly used here. */
const YES_NO = wordSetOf(
  'yes no ja nein oui non sí si sim não да нет так ні tak nie evet hayır 是 否 はい いいえ 예 아니요 نعم لا כן לא true false richtig falsch wahr vrai faux verdadero falso prawda fałsz',
);
export const isYesNoAnswer = (answer: string): boolean => YES_NO.has(answer);

/** First words of yes/no questions, folded. */
const ASKS_YES_NO: Record<CoveredLanguage, ReadonlySet<string>> = {
  en: wordSetOf('is are was were do does did can could may might must should has have will would shall'),
  de: wordSetOf(
    'ist sind war darf durfen muss mussen kann konnen soll sollen sollte hat haben wird werden gilt gibt wurde',
  ),
  es: wordSetOf('es son esta estan hay puede pueden podemos debe deben tiene tienen hace'),
  pl: wordSetOf('czy'),
  fr: wordSetOf('est peut doit faut sont'),
};
/** Words by which a question asks for more than yes or no. */
const ASKS_MORE = / (?:or|why|how|oder|warum|o|por que|lub|dlaczego|ou|pourquoi) /u;

const firstWord = (text: string) => /[\p{L}\p{M}]+/u.exec(text.toLowerCase())?.[0] ?? '';

/** Fewest words with a meaning that a reason has. */
const REASON = 2;

/** Returns true if yes or no answers a card. A back such as "No more than 2 litres" is not such an answer. */
export function isYesNoCard(front: string, back: string, language: CoveredLanguage | undefined): boolean {
  const first = firstWord(back);
  const behind = back.slice(back.toLowerCase().indexOf(first) + first.length).trimStart();
  const isNever = first === 'nie' && language === 'de';
  // A reason tells more than yes or no.
  const reasons = [...contentStemsOf(behind, language)].filter((stem) => !YES_NO.has(stem));
  const isCase = /[.!:]\s/.test(front.trim());
  if (reasons.length >= (isCase ? 1 : REASON)) return false;
  if (YES_NO.has(first) && !isNever && (behind === '' || /^[\p{P}]/u.test(behind))) return true;
  if (!language) return false;
  // What stands before the question describes a case.
  const words = foldedWordsOf(front.split(/[.!:]\s/).at(-1) ?? front);
  const asked = ` ${words.join(' ')} `;
  return ASKS_YES_NO[language].has(words[0] ?? '') && front.trimEnd().endsWith('?') && !ASKS_MORE.test(asked);
}

/** Words that ask for an amount, folded; "how" and "wie" with what they ask. */
const AMOUNT =
  /\b(?:how (?:long|heavy|many|much|far|high|often|old|big|large|deep|wide|fast|hot|cold|warm|close)|wie (?:lange?|schwer|viele?|weit|hoch|oft|alt|gross|tief|breit|schnell|heiss|kalt|warm|nah)|cuant[oa]s?|il[eu]|jak (?:dlugo|czesto|wysoko|daleko|ciezk\w{1,4}|szybko)|combien)\b/;

/** Returns true if a question asks for an amount that the passage has, and the answer has none. */
export function isAskedAmountMissing(
  asked: string,
  answer: string,
  passage: string,
  language: CoveredLanguage | undefined,
): boolean {
  if (!language || !AMOUNT.test(foldText(asked))) return false;
  const isTold = figuresOf(passage, language).some(({ implied }) => !implied);
  if (!isTold || figuresOf(answer, language).length > 0 || foldedWordsOf(answer).some((word) => leadingUnitOf([word])))
    return false;
  const read = readPolarity(answer, language);
  const times = [read.lexicon.before, read.lexicon.after, read.lexicon.also];
  return !hasNegationOrLimit(read) && times.every((words) => findWordPositions(read.tokens, words).length === 0);
}

/** Most things that a back may list. */
const MOST_LISTED = 4;
/** Most words of a thing in a list that commas separate. */
const WORDS_LISTED = 6;

/** Returns true if a back lists more than somebody can remember. */
export function isLongList(back: string): boolean {
  const lines = back.split('\n').filter((line) => /^\s*(?:[-*•–]|\d{1,2}[.)])\s/.test(line)).length;
  if (lines > MOST_LISTED) return true;
  if ((back.match(/(?:^|\s)\d{1,2}[.)]\s/g)?.length ?? 0) > MOST_LISTED) return true;
  // A comma within a figure separates nothing.
  const parts = back.replaceAll(/\d[.,]\d/g, '0').split(/[,;•\n]|\s(?:and|und|y|i|oraz|et)\s/);
  return (
    parts.filter((part) => part.trim() !== '' && part.trim().split(/\s+/).length <= WORDS_LISTED).length >
    MOST_LISTED + 1
  );
}

/** Words for a text and its parts, folded. */
const DOCUMENT: Record<CoveredLanguage, ReadonlySet<string>> = {
  en: wordSetOf(
    'document text source section chapter paragraph passage page heading title headline author excerpt article handout appendix manual guideline',
  ),
  de: wordSetOf(
    'dokument dokuments text texts textes quelle abschnitt abschnitts kapitel kapitels absatz absatzes uberschrift titel autor verfasser seite dokumentes unterlage anleitung',
  ),
  es: wordSetOf('documento texto fuente seccion capitulo apartado parrafo titulo autor pagina manual encabezado'),
  pl: wordSetOf(
    'dokument dokumentu dokumencie tekst tekstu tekscie zrodlo rozdzial rozdziale sekcja akapit akapicie tytul naglowek autor instrukcja instrukcji strona stronie',
  ),
  fr: wordSetOf('document texte source section chapitre paragraphe titre auteur page passage manuel partie'),
};

/** Returns true if a question asks about the text itself, not its matter. What the passage names may be its matter. */
export function isQuestionAboutDocument(
  asked: string,
  passage: string,
  language: CoveredLanguage | undefined,
): boolean {
  if (!language) return false;
  const named = createStemLookup(passage);
  return foldedWordsOf(asked).some((word) => DOCUMENT[language].has(word) && !named(stemOf(word)));
}

/** Beginnings of options that stand for all others, or for none. */
const ALL_OR_NONE = [
  'all of the above',
  'none of the above',
  'all of these',
  'none of these',
  'all the above',
  'both a and b',
  'alle genannten',
  'alle oben genannten',
  'keine der genannten',
  'nichts davon',
  'alles davon',
  'keine der antworten',
  'alle antworten',
  'todas las anteriores',
  'ninguna de las anteriores',
  'wszystkie powyzsze',
  'wszystkie powyższe',
  'żadne z powyższych',
  'toutes les réponses',
  'aucune de ces réponses',
];

/** Returns true if an option stands for all others, or for none. @param option As `comparisonKeyOf` returns it. */
export const isAllOrNoneOption = (option: string): boolean => ALL_OR_NONE.some((words) => option.startsWith(words));

/** Allowed extra length of the right option over the longest wrong one: UTF-16 units and factor. */
const LONGER = { by: 20, times: 1.5 };

/** Returns true if each right option is much longer than all wrong ones. */
export function isRightAnswerLongest(answers: readonly string[], wrong: readonly string[]): boolean {
  const shortest = Math.min(...answers.map(({ length }) => length));
  const longest = Math.max(...wrong.map(({ length }) => length));
  return shortest > longest * LONGER.times && shortest > longest + LONGER.by;
}
