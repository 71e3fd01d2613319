import * as harfbuzz from 'harfbuzzjs';
import type { LRUCache } from 'lru-cache';

/** The part of a face that shaping needs. */
export type ShapeableFont = {
  font: harfbuzz.Font;
  /** Returns a glyph's width and the single characters it can represent. */
  glyphOf: (id: number) => { advanceWidth: number; characters: number[] };
  /** Texts that were shaped, because the same words stand in many documents, and are measured before they are drawn. */
  shaped: LRUCache<string, ShapedText>;
};

/** Glyphs in drawing order and their offsets, in font units. */
export type ShapedText = {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
};

/** Stands for no character: if several glyphs form one character, the first one carries it. */
const NOTHING = 0x200b;

/** Shared buffer: memory of a buffer is freed only by the garbage collector, which is too late for a long document. */
const buffer = new harfbuzz.Buffer();

/** Shapes text of one face and one direction. The result is shared: don't change it. */
export function shapeText(face: ShapeableFont, text: string, isRightToLeft: boolean): ShapedText {
  const key = (isRightToLeft ? 'rtl ' : 'ltr ') + text;
  const known = face.shaped.get(key);
  if (known) return known;
  const shaped = shapeAnew(face, text, isRightToLeft);
  face.shaped.set(key, shaped);
  return shaped;
}

function shapeAnew({ font, glyphOf }: ShapeableFont, text: string, isRightToLeft: boolean): ShapedText {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  harfbuzz.shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const said = charactersOf(
    text,
    infos.map(({ codepoint: id, cluster }) => ({ cluster, own: glyphOf(id).characters })),
  );
  const glyphs = infos.map(({ codepoint: id }, index) => {
    return { id, advanceWidth: glyphOf(id).advanceWidth, codePoints: said[index] ?? [NOTHING] };
  });
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}

/** Assigns each character to one glyph, so that text can be copied and read aloud. */
function charactersOf(text: string, glyphs: { cluster: number; own: number[] }[]): number[][] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const left = new Map(
    starts.map((start, index) => {
      const letters = text.slice(start, starts[index + 1] ?? text.length);
      return [start, Array.from(letters, (letter) => letter.codePointAt(0)!)];
    }),
  );
  const own = glyphs.map(({ cluster, own: characters }) => {
    const letters = left.get(cluster) ?? [];
    const found = letters.findIndex((letter) => characters.includes(letter));
    // A part of a letter that is also a letter by itself keeps that meaning, because the file has one meaning per
    // glyph.
    return found === -1 ? characters.filter(isLetterOfItsOwn).slice(0, 1) : letters.splice(found, 1);
  });
  return glyphs.map(({ cluster }, index) => {
    const letters = own[index]!.length > 0 ? own[index]! : (left.get(cluster) ?? []).splice(0);
    return letters.length > 0 ? letters : [NOTHING];
  });
}

/** Returns false for ligatures and positional forms, which have code points in old encodings only. */
function isLetterOfItsOwn(codePoint: number): boolean {
  const letter = String.fromCodePoint(codePoint);
  return letter.normalize('NFKC') === letter;
}
