// The package has no types of its own.
declare module 'subset-font' {
  /** Rewrites a font. A variation axis with a given value is fixed to it. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; noHinting: true; targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
