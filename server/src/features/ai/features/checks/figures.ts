import {
  addFrenchTwenties,
  impliedNumberOf,
  isHundredWord,
  isNumberJoiner,
  parseNumberWord,
  scaleOfWord,
} from './number-words.ts';
import {
  DATE_UNIT,
  dimensionOf,
  isSameQuantity,
  DATE_VALUE_DAYS_PER_MONTH,
  parseMonthName,
  REPETITIONS_UNIT,
  leadingUnitOf,
} from './units.ts';
import { wordSetOf } from './words.ts';

// Longer than other files: all that reads figures moves along the same tokens.

/** A number in a text. */
export type Figure = {
  /** The number as written, with its unit. */
  text: string;
  /** Possible values: "1.000" is a thousand in one country and one in another. */
  values: number[];
  unit: string | undefined;
  /** Range in the normalized text, in UTF-16 units, without the unit. */
  start: number;
  end: number;
  /** True if the number is only implied, such as by an article. It proves a figure, but makes no claim itself. */
  implied: boolean;
  /** True for the unit in "10 ml per litre". */
  isEach?: true;
};

const TOKEN = /\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*|[\p{L}\p{M}]+|[%°€$£Ω]|[^]/gu;
const ZEROS = Array.from('0٠۰०০੦૦୦௦౦೦൦๐໐༠၀០');

/** Converts digits of any known script to ASCII digits; undefined for an unknown script. */
function plain(digits: string): string | undefined {
  let text = '';
  for (const each of digits) {
    if (/[.,'’\u00a0\u202f]/.test(each)) text += each;
    else {
      const code = each.codePointAt(0) ?? 0;
      const zero = ZEROS.find((one) => code >= (one.codePointAt(0) ?? 0) && code < (one.codePointAt(0) ?? 0) + 10);
      if (zero === undefined) return undefined;
      text += String(code - (zero.codePointAt(0) ?? 0));
    }
  }
  return text;
}

/**
 * Possible values of digits with separators: each separator is a decimal sign in one country and a group sign in
 * another.
 */
function readings(written: string): number[] {
  const parts = written.split(/[.,'’\u00a0\u202f]/);
  const whole = Number(parts.join(''));
  if (parts.length === 1) return [whole];
  const last = parts.at(-1) ?? '';
  const decimal = Number(`${parts.slice(0, -1).join('')}.${last}`);
  const signs = new Set(written.replaceAll(/\d/g, ''));
  const grouped = (parts[0] ?? '').length <= 3 && parts.slice(1).every((each) => each.length === 3);
  if (parts.length === 2) return grouped ? [whole, decimal] : [decimal];
  return signs.size === 1 ? [whole] : [decimal];
}

/** A token; `before` is the character in front of it. */
type Token = { text: string; word: string; before: string; start: number };

/** Words between the two figures of a range, which share the unit. */
const RANGE = new Set(['to', 'or', 'and', 'bis', 'und', 'oder', 'a', 'y', 'o', 'do', 'i', 'lub', 'à', 'et', 'ou', '–']);

/** Figures in a text, in order. Number words are read in its language. Runs in linear time. */
export function figuresOf(text: string, language?: string): Figure[] {
  const tokens: Token[] = [];
  let last = '';
  const normalized = text.normalize('NFKC');
  for (const { index, 0: token } of normalized.matchAll(TOKEN)) {
    // Hyphens and spaces join words: twenty-one, 2-litre.
    if ((token !== ' ' && token !== '-' && !/^\s$/u.test(token)) || token === '\n')
      tokens.push({ text: token, word: token.toLowerCase(), before: last, start: index });
    last = token.at(-1) ?? '';
  }
  const found: Figure[] = [];
  for (let n = 0; n < tokens.length; n++) {
    const token = tokens[n];
    if (!token) break;
    const digits = /^\p{Nd}/u.test(token.text);
    const read = digits ? (clockAt(tokens, n) ?? digitsAt(tokens, n)) : wordsAt(tokens, n, language);
    const each = PER.has(token.word) ? leadingUnitOf([tokens[n + 1]?.text ?? ''])?.unit : undefined;
    if (each && !read)
      found.push({
        text: token.text,
        values: [1],
        unit: each,
        start: token.start,
        end: endOf(token),
        implied: true,
        isEach: true,
      });
    if (!read) continue;
    const before = tokens[n - 1];
    const isTime = isHourOfDay(tokens, n);
    const after = tokens[n + read.length];
    n += read.length - 1;
    // Skip a part of a name such as A4, and list numbers.
    if (digits && /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(token.before)) continue;
    if (digits && (!before || before.text === '\n') && (after?.text === '.' || after?.text === ')')) continue;
    // "Half an hour" is half of the unit behind the article.
    if (read.implied && read.values[0] === 0.5 && impliedNumberOf(tokens[n + 1]?.word ?? '') === 1) n++;
    const parts = PARTS.get(tokens[n + 1]?.word ?? '');
    const ofUnit = parts === undefined ? 0 : partsOfUnit(tokens, n + 1);
    const isShare = parts !== undefined && ofUnit === 0;
    n += ofUnit + (isShare ? 1 : 0);
    const following = tokens.slice(n + 1, n + 5).map((each) => each.text);
    const written = isElided(tokens, n + 1) ? undefined : leadingUnitOf(following);
    // "Une fois que" means as soon as.
    const stop = following[0] === '.' ? 1 : following[0] === 'de' ? 1 : 0;
    const month = digits && written === undefined ? parseMonthName(following[stop] ?? '') : undefined;
    const day = month === undefined ? undefined : { unit: DATE_UNIT, length: stop + 1 };
    const unit = read.implied && written?.unit === REPETITIONS_UNIT ? undefined : (written ?? day);
    const half = unit && isHalfMore(tokens, n + 1 + unit.length) ? 0.5 : 0;
    // "The two are never mixed" counts nothing anew.
    const isReference = !digits && unit === undefined && !isTime && REFERS.has(before?.word ?? '');
    found.push({
      text: normalized.slice(token.start, endOf(tokens[n + (unit?.length ?? 0)])),
      // Both: "3 l and a half loaf" adds nothing.
      values: (half === 0 ? read.values : read.values.flatMap((value) => [value + half, value])).map((value) =>
        parts === undefined ? value + (month ?? 0) * DATE_VALUE_DAYS_PER_MONTH : (value * (isShare ? 100 : 1)) / parts,
      ),
      unit: isShare
        ? SHARE
        : (unit?.unit ?? (before && '€$£'.includes(before.text) ? leadingUnitOf([before.text])?.unit : undefined)),
      start: token.start,
      end: endOf(tokens[n]),
      implied: read.implied || isReference,
    });
    // The first figure of a range has the unit of the second: 2 to 3 metres.
    const first = found.at(-2);
    const isRange = before !== undefined && RANGE.has(before.word) && endOf(tokens[n - read.length - 1]) === first?.end;
    if (first && isRange) first.unit ??= unit?.unit;
  }
  return found;
}

/** Returns true if half a unit is added behind it: quatre heures et demie, four hours and a half. */
function isHalfMore(tokens: readonly Token[], n: number): boolean {
  const at = impliedNumberOf(tokens[n + 1]?.word ?? '') === 1 ? n + 2 : n + 1;
  return isNumberJoiner(tokens[n]?.word ?? '') && impliedNumberOf(tokens[at]?.word ?? '') === 0.5;
}

const endOf = (token: Token | undefined) => (token ? token.start + token.text.length : 0);

/** Returns true if the token is a single letter before an apostrophe, as in French: 5 litres d'eau. */
const isElided = (tokens: readonly Token[], n: number) =>
  tokens[n]?.text.length === 1 && /^['’]$/.test(tokens[n + 1]?.text ?? '');

/** Words for each, in front of a unit: 10 ml per litre. */
const PER = new Set(['per', 'je', 'pro', 'por', 'na', 'par']);

/** Words in front of a number that refers to what was named before. */
const REFERS = wordSetOf('the these those die diese den dieser los las estos estas les ces te tych tymi');

/** Returns true if a number in Spanish is an hour: a las seis. */
const isHourOfDay = (tokens: readonly Token[], n: number) =>
  tokens[n - 1]?.word === 'las' && ['a', 'hasta', 'desde'].includes(tokens[n - 2]?.word ?? '');

/** Fractions by their word, as the parts of a whole: three quarters of an hour, vier Fünftel. */
const PARTS = new Map(
  Object.entries({
    3: 'thirds drittel dritteln tercios trzecie tiers',
    4: 'quarter quarters viertel vierteln cuarto cuartos quart quarts ćwierć',
    5: 'fifths fünftel fünfteln quintos piąte cinquièmes',
    10: 'tenths zehntel zehnteln décimos dziesiąte dixièmes',
  }).flatMap(([parts, words]) => words.split(' ').map((word) => [word, Number(parts)] as const)),
);
/** Words between a fraction and its unit: trois quarts d'heure. */
const OF = new Set(['of', 'an', 'a', 'de', 'd', "'", '’']);

/** Number of words from a fraction on to its unit; 0 if none follows. */
function partsOfUnit(tokens: readonly Token[], n: number): number {
  let length = 1;
  while (length < 4 && OF.has(tokens[n + length]?.word ?? '')) length++;
  return leadingUnitOf([tokens[n + length]?.text ?? '']) ? length : 0;
}

/** Unit of a fraction of nothing that is named, which is a share: full to three quarters. */
const SHARE = '%';

type Read = { values: number[]; length: number; implied: boolean };

/** A time of day, in hours: 14:30, 14 h 30, 14 Uhr 30. */
function clockAt(tokens: readonly Token[], n: number): Read | undefined {
  const [hour, sign, minute, after] = [tokens[n]?.text ?? '', tokens[n + 1]?.text, tokens[n + 2], tokens[n + 3]];
  const isWritten = sign === ':' ? minute?.before === ':' : sign === 'h' || sign === 'Uhr';
  if (!minute || !isWritten || !/^\d{1,2}$/.test(hour) || !/^[0-5]\d$/.test(minute.text)) return undefined;
  // "2 h 30 min" is a length of time.
  if (sign !== ':' && leadingUnitOf([after?.text ?? ''])) return undefined;
  const value = Number(hour) + Number(minute.text) / 60;
  return { values: value > 12 ? [value, value - 12] : [value], length: 3, implied: false };
}

function digitsAt(tokens: Token[], n: number): Read | undefined {
  const first = tokens[n];
  const written = first && plain(first.text);
  if (written === undefined || written.length > 30) return undefined;
  let digits = written;
  let length = 1;
  // Groups separated by spaces: 10 000.
  for (let next = tokens[n + 1]; next && /^\d{1,3}$/.test(written); next = tokens[n + ++length]) {
    if (!/^\d{3}$/.test(next.text) || next.before !== ' ') break;
    digits += next.text;
  }
  const scale = scaleOfWord(tokens[n + length]?.word ?? '');
  const values = readings(length > 1 ? digits : written).map((value) => value * (scale ?? 1));
  return { values, length: length + (scale === undefined ? 0 : 1), implied: false };
}

function wordsAt(tokens: Token[], n: number, language: string | undefined): Read | undefined {
  const first = tokens[n];
  if (!first) return undefined;
  // Most words are no numbers.
  if (parseNumberWord(first.word, language) === undefined) {
    const implied = impliedNumberOf(first.word);
    return implied === undefined ? undefined : { values: [implied], length: 1, implied: true };
  }
  let total = 0;
  let current = 0;
  let length = 0;
  for (let token = tokens[n]; token; token = tokens[n + length]) {
    const { word } = token;
    const twenties = addFrenchTwenties(current, word);
    if (length > 0 && twenties !== undefined) {
      current = twenties;
      length++;
      continue;
    }
    const scale = scaleOfWord(word);
    const value = parseNumberWord(word, language);
    const next =
      parseNumberWord(tokens[n + length + 1]?.word ?? '', language) ??
      impliedNumberOf(tokens[n + length + 1]?.word ?? '');
    const joins =
      length > 0 &&
      isNumberJoiner(word) &&
      next !== undefined &&
      (word === 'and' ? current >= 100 : current >= 20 && next < 10);
    if (value === undefined && !joins && (scale === undefined || length === 0)) break;
    if (scale !== undefined && value === undefined) {
      total += Math.max(current, 1) * scale;
      current = 0;
    } else if (value !== undefined) {
      // Two adjacent numbers are separate, except in forms such as twenty-one and two hundred.
      const fits =
        length === 0 ||
        isHundredWord(word, language) ||
        (current % 100 === 0 ? value < 100 : current % 10 === 0 && value < 10);
      if (!fits) break;
      current = isHundredWord(word, language) ? Math.max(current, 1) * 100 : current + value;
    } else if (
      joins &&
      next !== undefined &&
      parseNumberWord(tokens[n + length + 1]?.word ?? '', language) === undefined
    ) {
      current += next;
      length++;
    }
    length++;
  }
  const value = total + current;
  // "One" can also mean a person or thing.
  return { values: [value], length, implied: value <= 1 };
}

/** Day of a date's value; other values as they are. */
const dayOf = ({ unit }: Figure, value: number) =>
  unit === DATE_UNIT ? ((value - 1) % DATE_VALUE_DAYS_PER_MONTH) + 1 : value;

/** Returns true if both figures can mean the same quantity; one without a unit matches any. */
export const areSameFigure = (one: Figure, other: Figure): boolean =>
  one.values.some((value) =>
    other.values.some((each) =>
      one.unit === undefined || other.unit === undefined
        ? each === value || dayOf(one, value) === dayOf(other, each)
        : isSameQuantity(value, one.unit, each, other.unit),
    ),
  );

/** Returns true if `proof` contains the figure, in whatever unit. An article proves none: "a spill", 1 gallon. */
export const isFigureProven = (figure: Figure, proof: readonly Figure[]): boolean =>
  proof.some(
    (each) =>
      areSameFigure(figure, each) &&
      !(each.implied && each.unit === undefined && figure.unit !== undefined && figure.unit !== REPETITIONS_UNIT),
  );

/** Returns true if `proof` has a figure of the same dimension, with which this one can be compared. */
export const hasComparableFigure = ({ unit }: Figure, proof: readonly Figure[]): boolean =>
  unit !== undefined && proof.some((each) => each.unit !== undefined && dimensionOf(each.unit) === dimensionOf(unit));
