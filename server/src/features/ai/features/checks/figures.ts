import { impliedBy, isHundred, parseNumberWord, scaleOf } from './number-words.ts';
import { unitOf } from './units.ts';

/** A number in a text. */
export type Figure = {
  /** The number as written, with its unit. */
  text: string;
  /** Possible values: "1.000" is a thousand in one country and one in another. */
  values: number[];
  unit: string | undefined;
  /** True if the number is only implied, such as by an article. It proves a figure, but makes no claim itself. */
  implied: boolean;
};

const TOKEN = /\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*|[\p{L}\p{M}]+|[%°€$]|[^]/gu;
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
type Token = { text: string; word: string; before: string };

/** Figures in a text, in order. Number words are read in English and German. Runs in linear time. */
export function figuresOf(text: string): Figure[] {
  const tokens: Token[] = [];
  let last = '';
  for (const [token] of text.normalize('NFKC').matchAll(TOKEN)) {
    // Hyphens and spaces join words: twenty-one, 2-litre.
    if (!/^[\s-]$/u.test(token) || token === '\n')
      tokens.push({ text: token, word: token.toLowerCase(), before: last });
    last = token.at(-1) ?? '';
  }
  const found: Figure[] = [];
  for (let n = 0; n < tokens.length; n++) {
    const token = tokens[n];
    if (!token) break;
    const digits = /^\p{Nd}/u.test(token.text);
    const read = digits ? digitsAt(tokens, n) : wordsAt(tokens, n);
    if (!read) continue;
    const before = tokens[n - 1];
    const after = tokens[n + read.length];
    n += read.length - 1;
    // Skip a part of a name such as A4, and list numbers.
    if (digits && /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(token.before)) continue;
    if (digits && (!before || before.text === '\n') && (after?.text === '.' || after?.text === ')')) continue;
    const unit = unitOf(after?.word);
    const written = tokens.slice(n - read.length + 1, n + 1).map((each) => each.text);
    found.push({
      text: [written.join(' '), ...(unit !== undefined && after ? [after.text] : [])].join(' '),
      values: read.values,
      unit: unit ?? (before && '€$'.includes(before.text) ? before.text : undefined),
      implied: read.implied,
    });
  }
  return found;
}

type Read = { values: number[]; length: number; implied: boolean };

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
  const scale = scaleOf(tokens[n + length]?.word ?? '');
  const values = readings(length > 1 ? digits : written).map((value) => value * (scale ?? 1));
  return { values, length: length + (scale === undefined ? 0 : 1), implied: false };
}

function wordsAt(tokens: Token[], n: number): Read | undefined {
  const first = tokens[n];
  if (!first) return undefined;
  let total = 0;
  let current = 0;
  let length = 0;
  for (let token = tokens[n]; token; token = tokens[n + length]) {
    const { word } = token;
    const scale = scaleOf(word);
    const value = parseNumberWord(word);
    const joins = word === 'and' && current >= 100 && parseNumberWord(tokens[n + length + 1]?.word ?? '') !== undefined;
    if (value === undefined && !joins && (scale === undefined || length === 0)) break;
    if (scale !== undefined && value === undefined) {
      total += Math.max(current, 1) * scale;
      current = 0;
    } else if (value !== undefined) {
      // Two adjacent numbers are separate, except in forms such as twenty-one and two hundred.
      const fits =
        length === 0 || isHundred(word) || (current % 100 === 0 ? value < 100 : current % 10 === 0 && value < 10);
      if (!fits) break;
      current = isHundred(word) ? Math.max(current, 1) * 100 : current + value;
    }
    length++;
  }
  if (length === 0) {
    const implied = impliedBy(first.word);
    return implied === undefined ? undefined : { values: [implied], length: 1, implied: true };
  }
  const value = total + current;
  // "One" can also mean a person or thing.
  return { values: [value], length, implied: value <= 1 };
}

/** Returns true if `proof` contains the figure, with the same unit if both have one. */
export function isProven({ values, unit }: Figure, proof: readonly Figure[]): boolean {
  return proof.some(
    (each) =>
      (unit === undefined || each.unit === undefined || each.unit === unit) &&
      each.values.some((value) => values.includes(value)),
  );
}
