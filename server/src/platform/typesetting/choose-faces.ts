import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { loadBaseFontFace, loadWoff2FontFace, type FontFace, type FontWeight } from './font-face.ts';

/** Font family as packaged: split into files that each cover ranges of characters. */
type FontFamily = { package: string; file: string; varies: boolean };

const varying = (file: string): FontFamily => ({ package: `@fontsource-variable/${file}`, file, varies: true });
const regularOnly = (file: string): FontFamily => ({ package: `@fontsource/${file}`, file, varies: false });
const sans = (...scripts: string[]) => scripts.map((script) => varying(`noto-sans-${script}`));

/** Scripts with one family each. Characters they share, such as digits, use the family of the preceding text. */
const SCRIPTS = [
  ...sans('arabic', 'hebrew', 'syriac', 'thaana', 'armenian', 'georgian', 'ethiopic'),
  ...sans('bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam', 'sinhala'),
  ...sans('thai', 'lao', 'khmer', 'myanmar'),
  varying('noto-serif-tibetan'),
];

const SYMBOLS = [
  ...sans('symbols'),
  regularOnly('noto-sans-symbols-2'),
  regularOnly('noto-sans-math'),
  varying('noto-emoji'),
  regularOnly('noto-sans-mongolian'),
];

/**
 * Returns the families in the order in which they are searched for a character. Han characters look different in each
 * language. The other letters of the text show which language it is; without any, Chinese is assumed.
 */
function familiesFor(text: string): FontFamily[] {
  return [...SCRIPTS, ...sans(...hanOrder(text)), ...SYMBOLS];
}

function hanOrder(text: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'tc', 'kr'];
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'sc', 'tc', 'jp'];
  if (/\p{Script=Bopomofo}/u.test(text)) return ['tc', 'sc', 'jp', 'kr'];
  return ['sc', 'tc', 'jp', 'kr'];
}

/** Character ranges by the name of the file's part. */
const Ranges = z.record(z.string(), z.string());

type FontFile = { path: string; ranges: [from: number, to: number][] };

const files = new Map<string, FontFile[]>();

/** Returns the files of a family that may contain the character. The packages list ranges, which have gaps. */
function filesWith(family: FontFamily, codePoint: number): string[] {
  let listed = files.get(family.package);
  if (!listed) files.set(family.package, (listed = filesOf(family)));
  return listed
    .filter(({ ranges }) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to))
    .map(({ path }) => path);
}

function filesOf(family: FontFamily): FontFile[] {
  const text = readFileSync(placeOf(`${family.package}/unicode.json`), 'utf8');
  const weight = family.varies ? 'wght' : '400';
  return Object.entries(Ranges.parse(JSON.parse(text))).map(([part, ranges]) => {
    const name = `${family.file}-${part.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`;
    return { path: placeOf(`${family.package}/files/${name}`), ranges: ranges.split(',').map(rangeOf) };
  });
}

/** @param text `U+1e00-1e9f` or `U+20ac` */
function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const placeOf = (name: string) => fileURLToPath(import.meta.resolve(name));

/** Part of the text set in one face. Offsets are UTF-16 units. */
export type FontFaceRun = { start: number; end: number; face: FontFace };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that aren't drawn, so no face needs them. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;
/** Invisible characters that HarfBuzz draws nevertheless, as the sign for a missing glyph if the face lacks them. */
const DRAWN = /^[\p{Cc}\u115f\u1160\u3164\uffa0]$/u;
/** Characters used by all scripts. They stay in the face of the preceding text. */
const SHARED = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;

/**
 * Maximum faces of a document: each takes a megabyte and some milliseconds. The 3,755 common Chinese characters have 83
 * in each of two weights.
 */
const MOST_FACES = 200;

/** Fonts of a document, chosen by its text, which shows the language of Han characters. Caches the faces found. */
export type DocumentFonts = {
  /** Equal for the same families in the same order. */
  name: string;
  families: FontFamily[];
  found: Map<string, Promise<FontFace | undefined>>;
  /** Faces that were opened, with their weights. */
  opened: Set<string>;
};

/** Returns true if further characters may be written by their codes because the document has too many faces. */
export const hasReachedFaceLimit = ({ opened }: DocumentFonts): boolean => opened.size >= MOST_FACES;

/** @param text Whole text of the document. */
export function chooseDocumentFonts(text: string): DocumentFonts {
  const families = familiesFor(text);
  return { name: families.map(({ file }) => file).join(' '), families, found: new Map(), opened: new Set() };
}

/** Chooses a face for each character. Writes characters that no font has, or beyond the most faces, by their code. */
export async function chooseFontFaces(
  text: string,
  weight: FontWeight,
  fonts: DocumentFonts,
): Promise<{ text: string; runs: FontFaceRun[] }> {
  const base = await loadBaseFontFace(weight);
  const runs: FontFaceRun[] = [];
  let written = '';
  let before = base;
  const write = (given: string, face: FontFace) => {
    const piece = Array.from(given, (letter) =>
      DRAWN.test(letter) && !hasAll(face, [letter.codePointAt(0)!]) ? '' : letter,
    ).join('');
    if (piece === '') return;
    const start = written.length;
    written += piece;
    const last = runs.at(-1);
    if (last?.face === face) last.end = written.length;
    else runs.push({ start, end: written.length, face });
    // Emoji and symbol fonts have digits and spaces, too, but with a different look.
    if (!SHARED.test(piece)) before = face;
  };
  const faceFor = async (cluster: string) => {
    const needed = Array.from(cluster)
      .filter((letter) => !INVISIBLE.test(letter))
      .map((letter) => letter.codePointAt(0)!);
    if (needed.length === 0 || (SHARED.test(cluster) && hasAll(before, needed))) return before;
    return hasAll(base, needed) ? base : findFace(fonts, weight, needed);
  };
  for (const { segment } of graphemes.segment(text)) {
    const whole = await faceFor(segment);
    if (whole) {
      write(segment, whole);
      continue;
    }
    for (const letter of segment) {
      const face = await faceFor(letter);
      write(face ? letter : `[${codeOf(letter)}]`, face ?? base);
    }
  }
  return { text: written, runs };
}

const hasAll = (face: FontFace, needed: number[]) => needed.every((each) => face.characters.has(each));

function findFace(fonts: DocumentFonts, weight: FontWeight, needed: number[]): Promise<FontFace | undefined> {
  const key = `${weight} ${needed.join(' ')}`;
  let face = fonts.found.get(key);
  if (!face) fonts.found.set(key, (face = searchFace(fonts, weight, needed)));
  return face;
}

async function searchFace(fonts: DocumentFonts, weight: FontWeight, needed: number[]): Promise<FontFace | undefined> {
  for (const family of fonts.families) {
    for (const path of filesWith(family, needed[0]!)) {
      const name = `${weight} ${path}`;
      if (!fonts.opened.has(name) && hasReachedFaceLimit(fonts)) continue;
      fonts.opened.add(name);
      const face = await loadWoff2FontFace(path, weight, family.varies);
      if (hasAll(face, needed)) return face;
    }
  }
  return undefined;
}

const codeOf = (letter: string) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
