// pdfkit features that its types lack: an open font with its own layout, and the relationship of an attachment.
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
