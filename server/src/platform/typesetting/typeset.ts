import bidiFactory from 'bidi-js';
import { LRUCache } from 'lru-cache';
import { chooseFontFaces, type FontFaceRun, type DocumentFonts, hasReachedFaceLimit } from './choose-faces.ts';
import type { FontFace, FontWeight } from './font-face.ts';
import { shapeText } from './shape.ts';

/** Text of one face and direction. `x` is its offset from the left of the line. */
type Piece = { text: string; face: FontFace; isRightToLeft: boolean; x: number };

/**
 * A line of typeset text. Pieces are in reading order; `above` and `below` are the heights above and below the
 * baseline. `visibleTo` is the right end of the visible text, from the left of the line: it excludes the space at which
 * the line was broken.
 */
export type TypesetLine = { pieces: Piece[]; above: number; below: number; visibleTo: number };

/** `direction` is that of each paragraph; `auto` is the direction of its first letter that has one. */
type Setting = {
  weight: FontWeight;
  size: number;
  width: number;
  fonts: DocumentFonts;
  direction?: 'ltr' | 'rtl' | 'auto';
};

/** Characters of cached texts, with their keys. */
const KNOWN = 500_000;

const bidi = bidiFactory();
type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;
/** Heights of a line of Latin text as fractions of the font size, also used for empty lines. */
const ABOVE = 1.069;
const BELOW = 0.293;
/** Bidirectional control characters, which aren't drawn. */
const ORDERING = /[\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e]/g;

/** Lines of texts that many documents have, such as a module's title and questions. */
const known = new LRUCache<string, TypesetLine[]>({ maxSize: KNOWN, sizeCalculation: (_, key) => key.length });

/** Sets text in lines. The lines are shared: don't change them. */
export async function typesetText(text: string, setting: Setting): Promise<TypesetLine[]> {
  const { weight, size, width, fonts, direction = 'auto' } = setting;
  const key = JSON.stringify([fonts.name, weight, size, width, direction, text]);
  const lines = known.get(key) ?? (await typesetAnew(text, setting));
  if (!hasReachedFaceLimit(fonts)) known.set(key, lines);
  return lines;
}

async function typesetAnew(text: string, setting: Setting): Promise<TypesetLine[]> {
  const lines: TypesetLine[] = [];
  for (const paragraph of text.normalize('NFC').split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)) {
    const chosen = await chooseFontFaces(paragraph.replaceAll('\t', ' '), setting.weight, setting.fonts);
    lines.push(...linesOf(chosen.text, chosen.runs, setting));
  }
  return lines;
}

/** Text between two positions where the face, the direction or the word changes. */
type Part = { start: number; end: number; face: FontFace; level: number };

function linesOf(text: string, runs: FontFaceRun[], setting: Setting): TypesetLine[] {
  const levels = bidi.getEmbeddingLevels(text, setting.direction ?? 'auto');
  const starts = new Set(lineBreaks(text));
  const parts = partsOf(runs, levels, starts);
  const widthOf = ({ start, end, face, level }: Part) => widthOfText(text.slice(start, end), face, level, setting.size);
  const fitting: Part[][] = [[]];
  let used = 0;
  for (const word of groupBy(parts, ({ start }) => starts.has(start))) {
    const whole = word.reduce((sum, part) => sum + widthOf(part), 0);
    const visible = whole - trailingSpace(text, word, setting.size);
    if (used > 0 && used + visible > setting.width) {
      fitting.push([]);
      used = 0;
    }
    if (visible <= setting.width) {
      fitting.at(-1)!.push(...word);
      used += whole;
      continue;
    }
    for (const part of word.flatMap((each) => cut(text, each))) {
      const width = widthOf(part);
      if (used > 0 && used + width > setting.width) {
        fitting.push([]);
        used = 0;
      }
      fitting.at(-1)!.push(part);
      used += width;
    }
  }
  return fitting.map((line) => placed(text, joined(line), levels, setting));
}

function partsOf(runs: FontFaceRun[], { levels }: Levels, starts: ReadonlySet<number>): Part[] {
  return runs.flatMap(({ start, end, face }) => {
    const edges = [start];
    for (let at = start + 1; at < end; at++) if (levels[at] !== levels[at - 1] || starts.has(at)) edges.push(at);
    return edges.map((from, index) => ({ start: from, end: edges[index + 1] ?? end, face, level: levels[from] ?? 0 }));
  });
}

function groupBy(parts: Part[], begins: (part: Part) => boolean): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && !begins(part)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

const cut = (text: string, part: Part): Part[] =>
  clusterStarts(text.slice(part.start, part.end)).map((from, index, all) => ({
    ...part,
    start: part.start + from,
    end: part.start + (all[index + 1] ?? part.end - part.start),
  }));

/** Joins adjacent parts that differ only by word boundaries, so that they are shaped together. */
function joined(parts: Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last && last.face === part.face && last.level === part.level) last.end = part.end;
    else whole.push({ ...part });
  }
  return whole;
}

function placed(text: string, parts: Part[], levels: Levels, { size }: Setting): TypesetLine {
  const place = new Map(visualOrder(text, parts, levels).map((index, at) => [index, at]));
  const leftmost = ({ start, end: last }: Part) => Math.min(place.get(start) ?? 0, place.get(last - 1) ?? 0);
  // The space at the end of a line is at its left in a paragraph from right to left.
  const isRightToLeft = (levels.paragraphs[0]?.level ?? 0) % 2 === 1;
  const xs = new Map<Part, number>();
  let x = 0;
  for (const part of parts.toSorted((a, b) => leftmost(a) - leftmost(b))) {
    xs.set(part, x);
    x += widthOfText(text.slice(part.start, part.end), part.face, part.level, size);
  }
  return {
    pieces: parts.map((part) => ({
      text: text.slice(part.start, part.end).replace(ORDERING, ''),
      face: part.face,
      isRightToLeft: part.level % 2 === 1,
      x: xs.get(part)!,
    })),
    visibleTo: x - (isRightToLeft ? 0 : trailingSpace(text, parts, size)),
    above: size * Math.max(ABOVE, ...parts.map(({ face }) => face.ascent)),
    below: size * Math.max(BELOW, ...parts.map(({ face }) => face.descent)),
  };
}

/** Returns the characters of a line from left to right, as positions in the text. */
function visualOrder(text: string, parts: Part[], levels: Levels): number[] {
  const start = parts[0]?.start ?? 0;
  const end = parts.at(-1)?.end ?? 0;
  const order = Array.from({ length: end - start }, (_, index) => start + index);
  if (end === start) return order;
  for (const [from = 0, to = 0] of bidi.getReorderSegments(text, levels, start, end - 1)) {
    const flipped = order.slice(from - start, to - start + 1).toReversed();
    order.splice(from - start, flipped.length, ...flipped);
  }
  return order;
}

function widthOfText(text: string, face: FontFace, level: number, size: number): number {
  const { advanceWidth } = shapeText(face, text.replace(ORDERING, ''), level % 2 === 1);
  return (advanceWidth * size) / face.file.unitsPerEm;
}

/** Returns the width of the space at the end, which needs no room on the line. */
function trailingSpace(text: string, parts: Part[], size: number): number {
  const last = parts.at(-1);
  if (!last) return 0;
  const { start, end, face, level } = last;
  const whole = text.slice(start, end);
  const spaces = whole.slice(whole.trimEnd().length);
  return spaces === '' ? 0 : widthOfText(spaces, face, level, size);
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Scripts without spaces between words. Lines break between words found by a dictionary, or at any character. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const SPACE = /\s/u;
const AFTER_DASH = /[\p{Dash_Punctuation}/]/u;
const OPENING = /[\p{Open_Punctuation}\p{Initial_Punctuation}]/u;
const CLOSING = /^(?![\p{Open_Punctuation}\p{Initial_Punctuation}])\p{Punctuation}/u;
const NO_BREAK = /[\u00a0\u202f\u2007\u2060\u2011]/;

/** Returns the positions where a line may begin, in UTF-16 units. */
function lineBreaks(text: string): number[] {
  return [...words.segment(text)].map(({ index }) => index).filter((index) => index > 0 && mayBreak(text, index));
}

/** Returns the positions where a word longer than a line may be cut. */
const clusterStarts = (text: string): number[] => [...graphemes.segment(text)].map(({ index }) => index);

function mayBreak(text: string, index: number): boolean {
  const before = lastLetter(text.slice(0, index));
  const after = text.slice(index);
  const next = String.fromCodePoint(after.codePointAt(0)!);
  if (SPACE.test(next) || NO_BREAK.test(before) || NO_BREAK.test(next)) return false;
  if (SPACE.test(before)) return true;
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return AFTER_DASH.test(before) || SPACELESS.test(before) || SPACELESS.test(next);
}

const lastLetter = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';
