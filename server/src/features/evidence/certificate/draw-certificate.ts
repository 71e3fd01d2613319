import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Evidence } from '@training/shared/evidence';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import { certificateText, charactersOf, type CertificateText } from './certificate-text.ts';

const FONTS = {
  regular: font('NotoSans-Regular.ttf'),
  bold: font('NotoSans-SemiBold.ttf'),
};
const INK = '#1a1a2e';
const SOFT = '#5a5a72';
const LINE = '#c9c9d6';
const MARGIN = 56;
/** Fonts have no glyphs for these, and need none. */
const CONTROLS = new Set(['\n', '\r', '\t'].map((letter) => letter.codePointAt(0)!));

function font(name: string): Buffer {
  // The package exports its list of fonts only.
  const list = import.meta.resolve('@embedpdf/fonts-latin');
  return readFileSync(fileURLToPath(new URL(`../fonts/${name}`, list)));
}

let glyphs: Set<number> | undefined;

/** Characters of the fonts that we have: what is written in others is shown as a page, see `certificate-page.ts`. */
function drawable(text: CertificateText): boolean {
  if (!glyphs) {
    const opened = fontkit.create(FONTS.regular);
    glyphs = new Set('characterSet' in opened ? opened.characterSet : []);
  }
  for (const letter of charactersOf(text)) if (!glyphs.has(letter) && !CONTROLS.has(letter)) return false;
  return true;
}

/**
 * The certificate as a tagged PDF/A-3a with the evidence embedded as `evidence.json`; null where the fonts lack one of
 * its characters.
 */
export async function drawCertificate(evidence: Evidence): Promise<Buffer | null> {
  const text = certificateText(evidence);
  if (!drawable(text)) return null;
  const at = new Date(evidence.completion.completed_at);
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Certificate: ${text.module}, ${text.person}`,
      Author: text.workspace,
      CreationDate: at,
      ModDate: at,
    },
  });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => doc.once('end', resolve));
  doc.registerFont('regular', FONTS.regular);
  doc.registerFont('bold', FONTS.bold);
  doc.file(Buffer.from(JSON.stringify(evidence, null, 2)), {
    name: 'evidence.json',
    type: 'application/json',
    description: 'What proves this completion',
    creationDate: at,
    modifiedDate: at,
  });
  draw(doc, text);
  doc.end();
  await ended;
  return Buffer.concat(pieces);
}

type Document = InstanceType<typeof PDFDocument>;

function draw(doc: Document, text: CertificateText): void {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const width = doc.page.width - 2 * MARGIN;
  const say = (tag: string, words: string, style: { font?: 'bold'; size: number; color?: string; gap?: number }) => {
    root.add(
      doc.struct(tag, {}, () => {
        doc
          .font(style.font ?? 'regular')
          .fontSize(style.size)
          .fillColor(style.color ?? INK)
          .text(words, MARGIN, doc.y, { width });
      }),
    );
    doc.y += style.gap ?? 0;
  };

  say('P', text.workspace, { size: 11, color: SOFT, gap: 56 });
  say('H1', 'Certificate of completion', { font: 'bold', size: 13, color: SOFT, gap: 18 });
  say('P', text.person, { font: 'bold', size: 28, gap: 6 });
  say('P', text.statement, { size: 12, gap: 20 });
  say('H2', text.module, { font: 'bold', size: 18, gap: 20 });
  rule(doc, width);
  for (const [label, value] of text.facts) fact(doc, root, label, value, width);
  for (const approval of text.approvals) fact(doc, root, 'Approval', approval, width);
  if (text.answers.length > 0) {
    doc.addPage();
    say('H2', 'Answers', { font: 'bold', size: 16, gap: 12 });
    text.answers.forEach(({ question, answer, result }, n) => {
      if (doc.y > doc.page.height - MARGIN - 90) doc.addPage();
      say('P', `${n + 1}. ${question}`, { font: 'bold', size: 10, gap: 2 });
      say('P', answer, { size: 10, gap: 2 });
      say('P', result, { size: 9, color: SOFT, gap: 10 });
    });
  }
  root.end();
}

function fact(doc: Document, root: PDFKit.PDFStructureElement, label: string, value: string, width: number): void {
  const { y } = doc;
  const indent = 110;
  root.add(
    doc.struct('P', {}, [
      () => {
        doc
          .font('regular')
          .fontSize(9)
          .fillColor(SOFT)
          .text(label, MARGIN, y, { width: indent - 8 });
      },
      () => {
        doc
          .font('regular')
          .fontSize(10)
          .fillColor(INK)
          .text(value, MARGIN + indent, y, { width: width - indent });
      },
    ]),
  );
  doc.y += 6;
}

function rule(doc: Document, width: number): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + width, doc.y)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke();
  doc.endMarkedContent();
  doc.y += 14;
}
