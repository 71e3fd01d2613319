// The package's own types claim a `default` export, which doesn't exist when Node loads it.
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
  function bidiFactory(): {
    getEmbeddingLevels(text: string, base: 'ltr' | 'rtl' | 'auto'): Levels;
    /** Returns the segments to reverse, one after the other, as first and last index. Ends are inclusive. */
    getReorderSegments(text: string, levels: Levels, start: number, end: number): number[][];
  };
  export = bidiFactory;
}

// The package has no types of its own.
declare module 'subset-font' {
  /** Rewrites a font. A variation axis with a given value is fixed to it. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; noHinting: true; targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
