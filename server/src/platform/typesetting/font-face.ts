import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';
import { shapeText, type ShapeableFont, type ShapedText } from './shape.ts';

/** Font weights used. */
const WEIGHTS = { regular: 400, bold: 600 };
export type FontWeight = keyof typeof WEIGHTS;

/** A font that can be searched for characters, used for shaping, and embedded. */
export type FontFace = ShapeableFont & {
  /** Unique name. */
  name: string;
  /** Font to embed. Its layout is replaced by HarfBuzz's, because its own fails for some scripts. */
  file: fontkit.Font & PDFKit.LaidOutFont;
  characters: ReadonlySet<number>;
  /** Heights as fractions of the font size. */
  ascent: number;
  descent: number;
};

/**
 * Passes the direction through pdfkit, which supports only OpenType features: as the features of right-to-left and
 * left-to-right text.
 */
export const DIRECTION_FEATURES = { rtl: 'rtlm', ltr: 'ltrm' } as const;

const BASE = { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-SemiBold.ttf' };

/** fontkit reads past the end of the file if its last glyph has no outline. */
const PADDING = Buffer.alloc(64);

/** Characters of the texts whose shapes are cached for a face: each takes about 200 bytes. */
const SHAPED = 20_000;

/** Cached faces of one thread. A whole Han family has some 120 files. */
const faces = new LRUCache<string, Promise<FontFace>>({ max: 150 });

/** Returns the face for Latin, Greek, Cyrillic and Devanagari. */
export function loadBaseFontFace(weight: FontWeight): Promise<FontFace> {
  // The package exports only its list of fonts.
  const list = import.meta.resolve('@embedpdf/fonts-latin');
  const path = fileURLToPath(new URL(`../fonts/${BASE[weight]}`, list));
  return cached(path, () => readFile(path));
}

/** Returns the face of a WOFF2 file. A variable font is fixed to `weight`. */
export function loadWoff2FontFace(path: string, weight: FontWeight, varies: boolean): Promise<FontFace> {
  const fixed = varies ? { variationAxes: { wght: WEIGHTS[weight] } } : {};
  return cached(`${varies ? weight : ''} ${path}`, async () =>
    subsetFont(await readFile(path), undefined, {
      keepAllGlyphs: true,
      noHinting: true,
      targetFormat: 'truetype',
      ...fixed,
    }),
  );
}

function cached(key: string, read: () => Promise<Buffer>): Promise<FontFace> {
  let face = faces.get(key);
  if (!face) faces.set(key, (face = read().then((bytes) => openFace(key, bytes))));
  return face;
}

function openFace(name: string, bytes: Buffer): FontFace {
  const file = fontkit.create(Buffer.concat([bytes, PADDING]));
  if (!('layout' in file)) throw new Error('The font is a collection');
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const glyphs = new Map<number, ReturnType<ShapeableFont['glyphOf']>>();
  const shapeable = {
    font: new harfbuzz.Font(face),
    glyphOf: (id: number) => {
      const known = glyphs.get(id);
      if (known) return known;
      const characters = file.stringsForGlyph(id).map((letter) => letter.codePointAt(0)!);
      const glyph = { advanceWidth: file.getGlyph(id).advanceWidth, characters };
      glyphs.set(id, glyph);
      return glyph;
    },
    shaped: new LRUCache<string, ShapedText>({ maxSize: SHAPED, sizeCalculation: (_, text) => text.length }),
  };
  const layout = (text: string, features?: readonly string[]) => {
    const shaped = shapeText(shapeable, text, features?.includes(DIRECTION_FEATURES.rtl) ?? false);
    // pdfkit scales the positions in place.
    return { ...shaped, positions: shaped.positions.map((position) => ({ ...position })) };
  };
  return {
    ...shapeable,
    name,
    file: Object.assign(file, { layout }),
    characters: new Set(face.collectUnicodes()),
    ascent: file.ascent / file.unitsPerEm,
    descent: -file.descent / file.unitsPerEm,
  };
}
