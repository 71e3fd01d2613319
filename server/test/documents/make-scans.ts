import { encodePng } from '../../src/platform/documents/readers/png.ts';
import { docxOf, paragraph, pdfOfStreams, pdfStream } from './make-documents.ts';

/** Grey pixels of a page: white, with black bars where lines of text would stand. */
function barsOf(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height, 255);
  for (let y = 10; y < height - 10; y += 20) {
    for (let row = y; row < y + 8; row++) data.fill(0, row * width + 10, row * width + width - 10);
  }
  return data;
}

/** A picture of a page. */
export const pictureOf = (width = 200, height = 280): Buffer =>
  encodePng({ width, height, channels: 1, data: barsOf(width, height) });

const text = (words: string) => pdfStream(Buffer.from(`BT /F 12 Tf 72 760 Td (${words}) Tj ET`));

/** A page that is one grey picture, without a text layer. `matrix` says where it stands on the page. */
const scan = (matrix = '612 0 0 792 0 0', [width, height] = [100, 140]) =>
  pdfStream(
    Buffer.concat([
      Buffer.from(`q ${matrix} cm BI /W ${width} /H ${height} /CS /G /BPC 8 ID `),
      barsOf(width, height),
      Buffer.from('\nEI Q'),
    ]),
  );

/** A PDF whose pages are texts, scans (null), or empty (''). */
export const scannedPdf = (pages: (string | null)[]): Buffer =>
  pdfOfStreams(pages.map((page) => (page === null ? scan() : page === '' ? pdfStream(Buffer.from(' ')) : text(page))));

const OFFICE = 'http://schemas.openxmlformats.org';
const drawing = (n: number) =>
  `<w:p><w:r><w:drawing xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing" xmlns:a="${OFFICE}/drawingml/2006/main"
  xmlns:pic="${OFFICE}/drawingml/2006/picture" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><wp:inline>
  <wp:docPr id="${n}" name="Picture ${n}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p${n}"/></pic:blipFill>
  </pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** Puts a paragraph into a table of one row. */
export const inTable = (cell: string): string => `<w:tbl><w:tr><w:tc>${cell}</w:tc><w:tc>${cell}</w:tc></w:tr></w:tbl>`;

/** Makes a paragraph a heading. */
export const asHeading = (of: string): string =>
  of.replace('<w:p>', '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>');

/**
 * A Word document of paragraphs and pictures; equal pictures are one part, as Word stores them. `laidOut` places the
 * paragraph of a picture.
 */
export function docxWithPictures(blocks: (string | Buffer)[], laidOut = (paragraph: string) => paragraph): Buffer {
  const pictures = [...new Set(blocks.filter((block) => typeof block !== 'string'))];
  const shown = blocks.map((block) =>
    typeof block === 'string' ? paragraph(block) : laidOut(drawing(pictures.indexOf(block) + 1)),
  );
  const relations = pictures.map(
    (_, n) =>
      `<Relationship Id="p${n + 1}" Target="media/image${n + 1}.png" Type="${OFFICE}/officeDocument/2006/relationships/image"/>`,
  );
  const list = `<Relationships xmlns="${OFFICE}/package/2006/relationships">${relations.join('')}</Relationships>`;
  return docxOf(shown.join(''), {
    parts: [
      { name: 'word/_rels/document.xml.rels', content: list },
      ...pictures.map((content, n) => ({ name: `word/media/image${n + 1}.png`, content })),
    ],
  });
}
