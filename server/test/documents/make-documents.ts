import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';

type Part = { name: string; content: string | Buffer };

/** A zip whose parts are deflated, or are so already (`deflated`, with the size that their header shall claim). */
export function zipOf(parts: Part[], deflated: { name: string; data: Buffer; claims: number }[] = []): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const { name, content } of parts) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(Buffer.from(content), true);
  }
  for (const { name, data, claims } of deflated) {
    const part: ZipInputFile = { filename: name, size: claims, crc: 0, compression: 8 };
    zip.add(part);
    part.ondata?.(null, new Uint8Array(data), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** A Word document whose body is this XML, with what else shall lie in its archive. */
export function docxOf(
  body: string,
  extra: { declaration?: string; deflated?: Parameters<typeof zipOf>[1]; parts?: Part[] } = {},
) {
  const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return zipOf(
    [
      { name: '[Content_Types].xml', content: CONTENT_TYPES },
      { name: '_rels/.rels', content: RELATIONS },
      {
        name: 'word/document.xml',
        content: `<?xml version="1.0"?>${extra.declaration ?? ''}<w:document ${namespace}><w:body>${body}</w:body></w:document>`,
      },
      ...(extra.parts ?? []),
    ],
    extra.deflated,
  );
}

export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;
const RELATIONS = `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Target="word/document.xml"
  Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>`;

/** A PDF; each page is its lines, at 12 points with 14 between them. An empty line is a gap. */
export function pdfOf(pages: string[][], extra: { title?: string; encrypt?: string; padding?: number } = {}): Buffer {
  const streams = pages.map((lines) => {
    const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`).join('\n');
    return pdfStream(Buffer.from(`BT /F 12 Tf 72 760 Td\n${shown}\nET`));
  });
  return pdfOfStreams(streams, extra);
}

export function pdfStream(data: Buffer, dictionary = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${dictionary} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF of one page for each content stream. */
export function pdfOfStreams(
  streams: Buffer[],
  extra: { title?: string; encrypt?: string; padding?: number } = {},
): Buffer {
  const kids = streams.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${extra.title ?? ''}) >>`,
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> /Contents ${6 + 2 * index} 0 R >>`,
      stream,
    ]),
    pdfStream(Buffer.alloc(extra.padding ?? 0)),
  ];
  const places: number[] = [];
  const chunks = [Buffer.from('%PDF-1.7\n')];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    places.push(length);
    chunks.push(chunk);
    length += chunk.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${extra.encrypt ?? ''} >>`;
  chunks.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

/** So many MiB of one byte, deflated by the stream given, without ever being in memory at once. */
export async function deflatedRun(deflate: Transform, mebibytes: number, byte: number): Promise<Buffer> {
  const chunk = Buffer.alloc(1_048_576, byte);
  return buffer(Readable.from(Array.from({ length: mebibytes }, () => chunk)).pipe(deflate));
}
