import { figuresOf } from './figures.ts';
import { parseNumberWord } from './number-words.ts';
import { readOptionStems } from './options.ts';
import { CONJUNCTIONS } from './polarity-words.ts';
import type { PassageAnalysis, SourcePartAnalysis } from './source-part-analysis.ts';
import { isItemInSourceLanguage, isDeniedOption } from './support.ts';
import { leadingUnitOf } from './units.ts';
import { foldText, isContentWord, wordSetOf } from './words.ts';

/** Words that tell an order, so that only one thing is first. */
const THEN = wordSetOf('first then next later zuerst dann danach primero luego despues najpierw potem puis ensuite');

/** Most words of a thing that is listed between commas. */
const LISTED = 3;

/**
 * Clauses of a passage, as words. The commas of a list such as "goggles, gloves and boots" become "and"; other commas
 * end a clause.
 */
function clausesOf(passage: string): string[][] {
  return passage.split(/[;:.!?()\n]/).flatMap((sentence) => {
    const pieces = sentence.split(',').map((piece) => foldText(piece).match(/[\p{L}\p{N}]+/gu) ?? []);
    const clauses: string[][] = [];
    for (const [n, piece] of pieces.entries()) {
      const last = clauses.at(-1);
      const ends = pieces.findIndex((each, at) => at >= n && each.length > LISTED);
      const end = pieces[ends < 0 ? pieces.length - 1 : ends] ?? [];
      const isListed = last !== undefined && end.slice(1, LISTED + 1).some((word) => CONJUNCTIONS.has(word));
      if (isListed) last.push('and', ...piece);
      else clauses.push(piece);
    }
    return clauses;
  });
}

/** Leaves out things that are listed between two others: "goggles, gloves and boots". */
function withoutListed(between: readonly string[]): readonly string[] {
  const first = between.findIndex((word) => CONJUNCTIONS.has(word));
  const last = between.findLastIndex((word) => CONJUNCTIONS.has(word));
  const isListed = last > first && last - first - 1 <= LISTED;
  return isListed ? [...between.slice(0, first), ...between.slice(last + 1)] : between;
}

/**
 * Finds a wrong option that the passage names beside a right one, as in "goggles and gloves". Options with figures are
 * left out beside others with figures, because passages name limits of different cases side by side.
 */
export function findSupportedWrongOption(
  reference: SourcePartAnalysis,
  passage: PassageAnalysis,
  prompt: string,
  right: readonly string[],
  wrong: readonly string[],
): string | undefined {
  const { language } = reference;
  if (!language || !isItemInSourceLanguage(reference)) return undefined;
  const read = readOptionStems([...right, ...wrong], prompt, language);
  const clauses = clausesOf(passage.text);
  const placed = (words: readonly string[], own: readonly string[]) => {
    const has = own.map((stem) =>
      words.findIndex((word) => word.startsWith(stem) || (stem.length > 4 && word.includes(stem))),
    );
    const found = has.filter((place) => place >= 0);
    // Half of the words are enough, unless they are only parts of other words: "Schuhe" in "Handschuhe".
    const whole = found.filter((place) => own.some((stem) => words[place]?.startsWith(stem)));
    return found.length * 2 > own.length || (whole.length > 0 && whole.length * 2 >= own.length)
      ? { first: Math.min(...found), last: Math.max(...found) }
      : undefined;
  };
  const hasFigure = (text: string) => figuresOf(text, language).some(({ implied }) => !implied);
  const isOfFigures = right.some(hasFigure);
  return read.slice(right.length).find(({ own, text }) => {
    if ((isOfFigures && hasFigure(text)) || isDeniedOption(passage, prompt, own, text)) return false;
    return clauses.some((words) => {
      const place = placed(words, own);
      if (!place) return false;
      return read.slice(0, right.length).some((each) => {
        const key = placed(words, each.own);
        if (!key || (key.first <= place.last && place.first <= key.last)) return false;
        const [from, to] = key.last < place.first ? [key.last, place.first] : [place.last, key.first];
        const between = words.slice(from + 1, to);
        // "By an expert each year and by the driver each day" names two cases.
        const isCounted = (word: string) =>
          leadingUnitOf([word]) !== undefined || parseNumberWord(word, language) !== undefined;
        const isSaid = (word: string) =>
          isContentWord(word, language) &&
          !CONJUNCTIONS.has(word) &&
          !isCounted(word) &&
          ![...own, ...each.own].some((stem) => word.startsWith(stem));
        const isList = withoutListed(between).every((word) => !isSaid(word));
        return isList && !between.some((word) => THEN.has(word)) && between.some((word) => CONJUNCTIONS.has(word));
      });
    });
  })?.text;
}
