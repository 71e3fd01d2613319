// The package's own types say that it exports `default`, which what Node loads of it does not.
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array };
  function bidiFactory(): {
    getEmbeddingLevels(text: string, base: 'ltr' | 'rtl' | 'auto'): Levels;
    /** Lists what to flip, first and last character; one after the other. Ends are inclusive. */
    getReorderSegments(text: string, levels: Levels, start: number, end: number): number[][];
  };
  export = bidiFactory;
}
