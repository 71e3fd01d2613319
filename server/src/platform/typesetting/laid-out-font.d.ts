// What pdfkit takes besides what its types say: an open font that lays out text itself, and what a file is for.
declare namespace PDFKit {
  interface LaidOutFont {
    layout(
      text: string,
      features?: readonly string[],
    ): {
      glyphs: { id: number; advanceWidth: number; codePoints: number[] }[];
      positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
      advanceWidth: number;
    };
  }

  namespace Mixins {
    interface PDFFont {
      registerFont(name: string, src: LaidOutFont): this;
    }

    interface PDFAttachmentOptions {
      relationship?: 'Alternative' | 'Data' | 'Source' | 'Supplement' | 'Unspecified';
    }
  }
}
