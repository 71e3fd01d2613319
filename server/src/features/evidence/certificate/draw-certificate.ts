import { textDirectionOf } from '@training/shared/i18n/direction';
import PDFDocument from 'pdfkit';
import { escapeHtml } from '../../../platform/html-page.ts';
import { type DocumentFonts, chooseDocumentFonts } from '../../../platform/typesetting/choose-faces.ts';
import { DIRECTION_FEATURES, type FontWeight } from '../../../platform/typesetting/font-face.ts';
import { typesetText, type TypesetLine } from '../../../platform/typesetting/typeset.ts';
import { toAttestedRecordText } from './attested-record-text.ts';
import type { CertificateEvidence } from './certificate-messages.ts';
import { toPathCertificateText } from './path-certificate-text.ts';
import { type CertificateText, toCertificateText, type CertificateTranslator } from './certificate-text.ts';

const INK = '#1a1a2e';
const SOFT = '#5a5a72';
const LINE = '#c9c9d6';
const MARGIN = 56;

/** Text of one look, set beside others of its block. */
type Column = {
  text: string;
  size: number;
  weight?: FontWeight;
  color?: string;
  indent?: number;
  width?: number;
  /** Of a text of the certificate's language. Others have the direction of their first letter. */
  direction?: 'ltr' | 'rtl';
};

/** Content of one tag, in lines that are ready to be drawn. */
type Block = {
  tag: string;
  columns: { text: string; lines: TypesetLine[]; size: number; color: string; indent: number }[];
  /** Below it. */
  gap: number;
  /** Height that has to be left of the page for it to begin there. */
  room: number;
  ruled: boolean;
};

type Setter = (column: Column) => Promise<TypesetLine[]>;

const setterFor =
  (fonts: DocumentFonts, pageWidth: number): Setter =>
  ({ text, size, weight = 'regular', indent = 0, width = pageWidth - indent, direction }) =>
    typesetText(text, { weight, size, width, fonts, ...(direction && { direction }) });

async function blockOf(
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

/** A document, its root tag, and the direction of its language: from right to left, its columns are mirrored. */
type Sheet = { doc: PDFKit.PDFDocument; root: PDFKit.PDFStructureElement; direction: 'ltr' | 'rtl' };

/** Draws a block below what is drawn, over as many pages as it takes. */
function drawBlock({ doc, root, direction }: Sheet, block: Block): void {
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
      const start = MARGIN + column.indent;
      drawLine(doc, line, direction === 'ltr' ? start : doc.page.width - start - line.visibleTo, column);
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
        features: [isRightToLeft ? DIRECTION_FEATURES.rtl : DIRECTION_FEATURES.ltr],
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

/** A PDF whose title and author may have any character; pdfkit writes them into the XML of its metadata as they are. */
class CertificateDocument extends PDFDocument {
  /** By now the other place for them, which is no XML, is written. */
  override endMetadata(): void {
    const { Title = '', Author = '' } = this.info;
    Object.assign(this.info, { Title: asXml(Title), Author: asXml(Author) });
    super.endMetadata();
  }
}

/** XML has no place for control characters and two more. */
const asXml = (text: string) => escapeHtml(text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' '));

/**
 * The certificate as a tagged PDF/A-3a, in whatever scripts it is written, with the evidence as `evidence.json`; or the
 * record of past training, with what was entered as `attested.json`.
 */
export async function drawCertificatePdf(evidence: CertificateEvidence, words: CertificateTranslator): Promise<Buffer> {
  const isAttested = 'attested' in evidence;
  const text = textOf(evidence, words);
  const at = new Date(evidence.completion.completed_at);
  const doc = new CertificateDocument({
    size: 'A4',
    // Without pdfkit's own font, which no text uses.
    font: '',
    margin: MARGIN,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: text.language,
    displayTitle: true,
    info: {
      Title: withoutIsolates(text.documentTitle),
      Author: text.workspace,
      CreationDate: at,
      ModDate: at,
    },
  });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => doc.once('end', resolve));
  doc.file(Buffer.from(JSON.stringify(evidence, null, 2)), {
    name: isAttested ? 'attested.json' : 'evidence.json',
    type: 'application/json',
    description: text.attachment,
    relationship: 'Data',
    creationDate: at,
    modifiedDate: at,
  });
  await draw(doc, text);
  doc.end();
  await ended;
  return Buffer.concat(pieces);
}

function textOf(evidence: CertificateEvidence, words: CertificateTranslator): CertificateText {
  if ('attested' in evidence) return toAttestedRecordText(evidence, words);
  return 'path' in evidence ? toPathCertificateText(evidence, words) : toCertificateText(evidence, words);
}

async function draw(doc: PDFKit.PDFDocument, text: CertificateText): Promise<void> {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const direction = textDirectionOf(text.language);
  const sheet: Sheet = { doc, root, direction };
  const set = setterFor(chooseDocumentFonts(JSON.stringify(text)), doc.page.width - 2 * MARGIN);
  for (const block of await frontBlocks(text, set, direction)) drawBlock(sheet, block);
  if (text.answers.length > 0) {
    const blocks = await answerBlocks(text, set, direction);
    doc.addPage();
    for (const block of blocks) drawBlock(sheet, block);
  }
  root.end();
}

async function frontBlocks(text: CertificateText, set: Setter, direction: Sheet['direction']): Promise<Block[]> {
  return [
    await blockOf(set, 'P', [{ text: text.workspace, size: 11, color: SOFT }], { gap: 56 }),
    await blockOf(set, 'H1', [{ text: text.heading, size: 13, weight: 'bold', color: SOFT, direction }], {
      gap: 18,
    }),
    await blockOf(set, 'P', [{ text: text.person, size: 28, weight: 'bold' }], { gap: 6 }),
    await blockOf(set, 'P', [{ text: text.statement, size: 12, direction }], { gap: 20 }),
    await blockOf(set, 'H2', [{ text: text.module, size: 18, weight: 'bold' }], { gap: 20, ruled: true }),
    ...(await Promise.all(
      text.facts.map(({ label, value, isSentence }) =>
        blockOf(
          set,
          'P',
          [
            { text: label, size: 9, color: SOFT, width: 102, direction },
            { text: value, size: 10, indent: 110, ...(isSentence && { direction }) },
          ],
          { gap: 6 },
        ),
      ),
    )),
  ];
}

async function answerBlocks(text: CertificateText, set: Setter, direction: Sheet['direction']): Promise<Block[]> {
  const heading: Column = { text: text.answersHeading, size: 16, weight: 'bold', direction };
  const blocks = [await blockOf(set, 'H2', [heading], { gap: 12 })];
  for (const { question, answer, result } of text.answers) {
    blocks.push(
      await blockOf(set, 'P', [{ text: question, size: 10, weight: 'bold', direction }], { gap: 2, room: 90 }),
      await blockOf(set, 'P', [{ text: answer, size: 10 }], { gap: 2 }),
      await blockOf(set, 'P', [{ text: result, size: 9, color: SOFT, direction }], { gap: 10 }),
    );
  }
  return blocks;
}
