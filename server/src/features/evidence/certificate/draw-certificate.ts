import type { Evidence } from '@training/shared/evidence/evidence';
import PDFDocument from 'pdfkit';
import { fontsFor } from '../../../platform/typesetting/choose-faces.ts';
import { certificateText, type CertificateText } from './certificate-text.ts';
import { type Block, blockOf, drawBlock, MARGIN, type Setter, setterFor, SOFT } from './draw-block.ts';
import { escapeHtml } from '../../../platform/page-frame.ts';

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

/** The certificate as a tagged PDF/A-3a, in whatever scripts it is written, with the evidence as `evidence.json`. */
export async function drawCertificate(evidence: Evidence): Promise<Buffer> {
  const text = certificateText(evidence);
  const at = new Date(evidence.completion.completed_at);
  const doc = new CertificateDocument({
    size: 'A4',
    // Without pdfkit's own font, which no text uses.
    font: '',
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
  doc.file(Buffer.from(JSON.stringify(evidence, null, 2)), {
    name: 'evidence.json',
    type: 'application/json',
    description: 'What proves this completion',
    relationship: 'Data',
    creationDate: at,
    modifiedDate: at,
  });
  await draw(doc, text);
  doc.end();
  await ended;
  return Buffer.concat(pieces);
}

async function draw(doc: PDFKit.PDFDocument, text: CertificateText): Promise<void> {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const set = setterFor(fontsFor(JSON.stringify(text)), doc.page.width - 2 * MARGIN);
  for (const block of await frontBlocks(text, set)) drawBlock(doc, root, block);
  if (text.answers.length > 0) {
    const blocks = await answerBlocks(text.answers, set);
    doc.addPage();
    for (const block of blocks) drawBlock(doc, root, block);
  }
  root.end();
}

async function frontBlocks(text: CertificateText, set: Setter): Promise<Block[]> {
  const rows = [...text.facts, ...text.approvals.map((approval) => ['Approval', approval] as const)];
  return [
    await blockOf(set, 'P', [{ text: text.workspace, size: 11, color: SOFT }], { gap: 56 }),
    await blockOf(set, 'H1', [{ text: 'Certificate of completion', size: 13, weight: 'bold', color: SOFT }], {
      gap: 18,
    }),
    await blockOf(set, 'P', [{ text: text.person, size: 28, weight: 'bold' }], { gap: 6 }),
    await blockOf(set, 'P', [{ text: text.statement, size: 12 }], { gap: 20 }),
    await blockOf(set, 'H2', [{ text: text.module, size: 18, weight: 'bold' }], { gap: 20, ruled: true }),
    ...(await Promise.all(
      rows.map(([label, value]) =>
        blockOf(
          set,
          'P',
          [
            { text: label, size: 9, color: SOFT, width: 102 },
            { text: value, size: 10, indent: 110 },
          ],
          { gap: 6 },
        ),
      ),
    )),
  ];
}

async function answerBlocks(answers: CertificateText['answers'], set: Setter): Promise<Block[]> {
  const blocks = [await blockOf(set, 'H2', [{ text: 'Answers', size: 16, weight: 'bold' }], { gap: 12 })];
  for (const { question, answer, result } of answers) {
    blocks.push(
      await blockOf(set, 'P', [{ text: question, size: 10, weight: 'bold' }], { gap: 2, room: 90 }),
      await blockOf(set, 'P', [{ text: answer, size: 10 }], { gap: 2 }),
      await blockOf(set, 'P', [{ text: result, size: 9, color: SOFT }], { gap: 10 }),
    );
  }
  return blocks;
}
