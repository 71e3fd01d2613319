import * as harfbuzz from 'harfbuzzjs';

/** What shaping needs of a face. */
export type Shapeable = {
  font: harfbuzz.Font;
  /** What a glyph is by itself: its width, and the characters that it may stand for alone. */
  glyphOf: (id: number) => { advanceWidth: number; characters: number[] };
};

/** Glyphs in the order in which they are drawn, and how far each moves; in units of the font. */
export type Shaped = {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
};

/** Stands for no character: what several glyphs draw together is said by the first of them. */
const NOTHING = 0x200b;

/** One for all: what it holds is given back by the garbage collector alone, later than a long document needs. */
const buffer = new harfbuzz.Buffer();

/** Shapes text of one face and one direction. */
export function shape({ font, glyphOf }: Shapeable, text: string, isRightToLeft: boolean): Shaped {
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

/** Says which characters each glyph stands for, so that text can be copied and read aloud: each of them once. */
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
    // A part of a letter that is a letter too says that: the file has one meaning for each glyph.
    return found === -1 ? characters.filter(isLetterOfItsOwn).slice(0, 1) : letters.splice(found, 1);
  });
  return glyphs.map(({ cluster }, index) => {
    const letters = own[index]!.length > 0 ? own[index]! : (left.get(cluster) ?? []).splice(0);
    return letters.length > 0 ? letters : [NOTHING];
  });
}

/** A ligature, or the form of a letter in the middle of a word, has a code of its own in old encodings only. */
function isLetterOfItsOwn(codePoint: number): boolean {
  const letter = String.fromCodePoint(codePoint);
  return letter.normalize('NFKC') === letter;
}
