import type { Fonts } from '../../../platform/typesetting/choose-faces.ts';
import { DIRECTIONS, type Weight } from '../../../platform/typesetting/font-face.ts';
import { type TypesetLine, typeset } from '../../../platform/typesetting/typeset.ts';

const INK = '#1a1a2e';
export const SOFT = '#5a5a72';
const LINE = '#c9c9d6';
export const MARGIN = 56;

/** Text of one look, set beside others of its block. */
type Column = { text: string; size: number; weight?: Weight; color?: string; indent?: number; width?: number };

/** What one tag holds, in lines that are ready to be drawn. */
export type Block = {
  tag: string;
  columns: { text: string; lines: TypesetLine[]; size: number; color: string; indent: number }[];
  /** Below it. */
  gap: number;
  /** How much has to be left of the page for it to begin there. */
  room: number;
  ruled: boolean;
};

export type Setter = (column: Column) => Promise<TypesetLine[]>;

export const setterFor =
  (fonts: Fonts, pageWidth: number): Setter =>
  ({ text, size, weight = 'regular', indent = 0, width = pageWidth - indent }) =>
    typeset(text, { weight, size, width, fonts });

export async function blockOf(
  set: Setter,
  tag: string,
  columns: Column[],
  { gap, room = 0, ruled = false }: { gap: number; room?: number; ruled?: boolean },
): Promise<Block> {
  const ready = columns.map(async (column) => {
    const { text, size, color = INK, indent = 0 } = column;
    return { text: withoutIsolates(text), lines: await set(column), size, color, indent };
  });
  return { tag, columns: await Promise.all(ready), gap, room, ruled };
}

/** Draws a block below what is drawn, over as many pages as it takes. */
export function drawBlock(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, block: Block): void {
  const bottom = doc.page.height - MARGIN;
  if (doc.y + block.room > bottom) doc.addPage();
  const top = doc.y;
  let end = top;
  // The first lines stand at one height, whatever their sizes.
  const above = Math.max(...block.columns.map(({ lines }) => lines[0]?.above ?? 0));
  const columns = block.columns.map((column) => () => {
    doc.y = top + above - (column.lines[0]?.above ?? 0);
    for (const line of column.lines) {
      if (doc.y + line.above + line.below > bottom) doc.continueOnNewPage();
      drawLine(doc, line, MARGIN + column.indent, column);
    }
    end = Math.max(end, doc.y);
  });
  // What the glyphs stand for may be in another order than they are drawn in.
  const actual = block.columns.map(({ text }) => text).join(': ');
  root.add(doc.struct(block.tag, { actual }, columns));
  doc.y = end + block.gap;
  if (block.ruled) drawRule(doc);
}

function drawLine(
  doc: PDFKit.PDFDocument,
  line: TypesetLine,
  left: number,
  style: { size: number; color: string },
): void {
  const baseline = doc.y + line.above;
  for (const { text, face, isRightToLeft, x } of line.pieces) {
    if (text === '') continue;
    doc
      .registerFont(face.name, face.file)
      .font(face.name)
      .fontSize(style.size)
      .fillColor(style.color)
      .text(text, left + x, baseline, {
        lineBreak: false,
        baseline: 0,
        features: [isRightToLeft ? DIRECTIONS.rtl : DIRECTIONS.ltr],
      });
  }
  doc.x = left;
  doc.y = baseline + line.below;
}

function drawRule(doc: PDFKit.PDFDocument): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke();
  doc.endMarkedContent();
  doc.y += 14;
}

const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
