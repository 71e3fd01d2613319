import type { NumberTolerance } from '../courses/courses.ts';
import { toAsciiDigits } from '../i18n/plain-digits.ts';

const isDigit = (letter: string | undefined) => letter !== undefined && letter >= '0' && letter <= '9';

/** Returns a text with plain digits, spaces, minus signs and apostrophes. */
const plainSigns = (text: string) =>
  toAsciiDigits(text.normalize('NFC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[−–]/gu, '-')
    .replaceAll('’', "'")
    .trim();

/** Returns a unit as it is compared. A full stop alone is none: it may end the sentence. */
export function normalizeUnit(unit: string): string {
  const plain = plainSigns(unit);
  return plain === '.' ? '' : plain;
}

/** Returns true if a unit is one that an answer can have: it doesn't continue the number before it. */
export function isPossibleAnswerUnit(unit: string): boolean {
  const plain = normalizeUnit(unit);
  return plain !== '' && parseNumberWithUnit(`1 ${unit}`, 'en')?.unit === plain;
}

/**
 * Reads a number with its unit, which may be empty; null if it isn't one. The digits are of any script. A point or
 * comma groups thousands or is decimal, as the language has it. It is decimal if groups aren't of three digits, or if
 * they begin with 0.
 */
export function parseNumberWithUnit(text: string, language: string): { value: number; unit: string } | null {
  const decimal = new Intl.NumberFormat(language).format(0.5).includes(',') ? ',' : '.';
  const ofArabic = new Map([
    ['٫', decimal],
    ['٬', decimal === ',' ? '.' : ','],
  ]);
  const written = Array.from(plainSigns(text));
  const letters = written.map((letter) => ofArabic.get(letter) ?? letter);
  const isNegative = letters[0] === '-';
  let start = isNegative || letters[0] === '+' ? 1 : 0;
  while (letters[start] === ' ') start++;
  let end = start;
  for (let at = start; at < letters.length; at++) {
    if (isDigit(letters[at])) end = at + 1;
    else if (!".,' ".includes(letters[at] ?? '')) break;
  }
  const value = valueOf(letters.slice(start, end), decimal);
  if (value === null || !Number.isFinite(value)) return null;
  return { value: isNegative ? -value : value, unit: normalizeUnit(written.slice(end).join('')) };
}

/** Returns the value of digits with separators; null if they are not where they belong. */
function valueOf(letters: string[], decimal: string): number | null {
  const places = letters.flatMap((letter, at) => (isDigit(letter) ? [] : [at]));
  const [first] = places;
  if (first === undefined) return letters.length === 0 ? null : Number(letters.join(''));
  const last = places.at(-1) ?? first;
  const isGrouped = (separators: number[], length: number) =>
    (separators.length === 0 || letters[0] !== '0') &&
    separators.every(
      (at, index) =>
        letters[at] !== decimal &&
        letters[at] === letters[separators[0] ?? 0] &&
        (separators[index + 1] ?? length) - at === 4 &&
        at <= 3 + index * 4,
    ) &&
    (separators[0] ?? 1) > 0;
  const digits = (from: number, to: number) => letters.slice(from, to).filter(isDigit).join('');
  if (letters[last] === decimal && isGrouped(places.slice(0, -1), last)) {
    return Number(`${digits(0, last) || '0'}.${digits(last, letters.length)}`);
  }
  if (letters[first] !== decimal && isGrouped(places, letters.length)) return Number(digits(0, letters.length));
  const isPoint = places.length === 1 && (letters[first] === '.' || letters[first] === ',');
  return isPoint ? Number(`${digits(0, first) || '0'}.${digits(first, letters.length)}`) : null;
}

/** Returns true if a value is as near as the tolerance allows, or equal without one. */
export function isWithinTolerance(given: number, value: number, tolerance: NumberTolerance | undefined): boolean {
  if (!tolerance) return given === value;
  const allowed = tolerance.by === 'amount' ? tolerance.of : (Math.abs(value) * tolerance.of) / 100;
  // 0.4 − 0.3 is a little more than 0.1 in binary.
  const rounding = Number.EPSILON * Math.max(Math.abs(given), Math.abs(value)) * 4;
  return Math.abs(given - value) <= allowed + rounding;
}
