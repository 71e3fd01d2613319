import { encodePng } from '../../src/platform/documents/readers/png.ts';
import { pdfOfStreams, pdfStream } from './make-documents.ts';

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
