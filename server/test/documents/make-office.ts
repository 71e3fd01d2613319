import { zipOf } from './make-documents.ts';

const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONSHIPS = `${OFFICE}/officeDocument/2006/relationships`;
const TYPES = { name: '[Content_Types].xml', content: '<Types/>' };

type Extra = Parameters<typeof zipOf>[1];

const relations = (name: string, list: { id: string; type: string; target: string }[]) => ({
  name,
  content: `<Relationships xmlns="${OFFICE}/package/2006/relationships">${list
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`,
});

/** A shape of a slide with its paragraphs; `ph` is the kind of its placeholder. */
export function shape(paragraphs: (string | { text: string; level: number })[], ph?: string): string {
  const placeholder = ph === undefined ? '' : ph === '' ? '<p:ph idx="1"/>' : `<p:ph type="${ph}"/>`;
  const lines = paragraphs.map((each) => {
    const { text, level } = typeof each === 'string' ? { text: each, level: 0 } : each;
    return `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;
  });
  return `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${lines.join('')}</p:txBody></p:sp>`;
}

export const tableFrame = (rows: string[][]): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows
    .map(
      (row) =>
        `<a:tr>${row.map((text) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

/** A picture of a slide, by the name of its file. */
export const picture = (file: string, descr = '', inside = ''): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="${descr}">${inside}</p:cNvPr></p:nvPicPr><p:blipFill><a:blip r:embed="${file}"/></p:blipFill></p:pic>`;

/** `media` has the files of its pictures, by name. */
type MadeSlide = { shapes: string; notes?: string; hidden?: boolean; media?: Record<string, Buffer> };

/** A PowerPoint deck. */
export function pptxOf(
  slides: MadeSlide[],
  { declaration = '', deflated }: { declaration?: string; deflated?: Extra } = {},
) {
  const spaces = `xmlns:p="${OFFICE}/presentationml/2006/main" xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:r="${RELATIONSHIPS}"`;
  const tree = (root: string, shapes: string, attributes = '') =>
    `<?xml version="1.0"?>${declaration}<p:${root} ${spaces}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
  const list = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="s${n}"/>`).join('');
  return zipOf(
    [
      TYPES,
      {
        name: 'ppt/presentation.xml',
        content: `<p:presentation ${spaces}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
      },
      relations(
        'ppt/_rels/presentation.xml.rels',
        slides.map((_, n) => ({ id: `s${n}`, type: 'slide', target: `slides/slide${n}.xml` })),
      ),
      ...slides.flatMap(({ media = {} }) =>
        Object.entries(media).map(([name, content]) => ({ name: `ppt/media/${name}`, content })),
      ),
      ...slides.flatMap(({ shapes, notes, hidden, media = {} }, n) => [
        { name: `ppt/slides/slide${n}.xml`, content: tree('sld', shapes, hidden ? ' show="0"' : '') },
        relations(`ppt/slides/_rels/slide${n}.xml.rels`, [
          ...(notes === undefined ? [] : [{ id: 'n', type: 'notesSlide', target: `../notesSlides/n${n}.xml` }]),
          ...Object.keys(media).map((name) => ({ id: name, type: 'image', target: `../media/${name}` })),
        ]),
        ...(notes === undefined
          ? []
          : [
              {
                name: `ppt/notesSlides/n${n}.xml`,
                content: tree('notes', shape([String(n + 1)], 'sldNum') + shape([notes], 'body')),
              },
            ]),
      ]),
    ],
    deflated,
  );
}

/** An OpenDocument presentation whose slides are this XML. */
export function odpOf(
  pages: string,
  { styles = '', manifest = '', declaration = '', media = {} as Record<string, Buffer> } = {},
) {
  const space = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
  const spaces = ['office', 'style', 'text', 'table', 'presentation', 'svg', 'xlink'].map(space).join(' ');
  const content = `<?xml version="1.0"?>${declaration}<office:document-content ${spaces} ${space('drawing').replace(':drawing=', ':draw=')}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`;
  const zip = zipOf([
    { name: 'META-INF/manifest.xml', content: `<manifest>${manifest}</manifest>` },
    { name: 'content.xml', content },
    ...Object.entries(media).map(([name, picture]) => ({ name: `Pictures/${name}`, content: picture })),
  ]);
  // The first entry isn't compressed, so that the kind stands at its place.
  return withStored(zip, 'mimetype', 'application/vnd.oasis.opendocument.presentation');
}

/** Puts an entry that isn't compressed before the others. */
function withStored(zip: Buffer, name: string, content: string): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const first = Buffer.concat([local, Buffer.from(name), Buffer.from(content)]);
  const moved = Buffer.from(zip);
  const end = moved.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const directory = moved.readUInt32LE(end + 16);
  for (let at = directory; moved.readUInt32LE(at) === 0x02014b50;) {
    moved.writeUInt32LE(moved.readUInt32LE(at + 42) + first.length, at + 42);
    at += 46 + moved.readUInt16LE(at + 28) + moved.readUInt16LE(at + 30) + moved.readUInt16LE(at + 32);
  }
  moved.writeUInt32LE(directory + first.length, end + 16);
  return Buffer.concat([first, moved]);
}

type MadeSheet = { name: string; data: string; state?: string; before?: string };

/** An Excel workbook: rows are XML. `strings` are what cells of type `s` name, `formats` the styles from 1 on. */
export function xlsxOf(
  sheets: MadeSheet[],
  {
    strings = [] as string[],
    formats = [] as string[],
    is1904 = false,
    declaration = '',
    deflated,
  }: { strings?: string[]; formats?: string[]; is1904?: boolean; declaration?: string; deflated?: Extra } = {},
) {
  const main = `xmlns="${OFFICE}/spreadsheetml/2006/main"`;
  const list = sheets.map(
    ({ name, state = 'visible' }, n) => `<sheet name="${name}" sheetId="${n + 1}" state="${state}" r:id="s${n}"/>`,
  );
  const own = formats.map(
    (code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`), '<xf numFmtId="14"/>'];
  return zipOf(
    [
      TYPES,
      {
        name: 'xl/workbook.xml',
        content: `<workbook ${main} xmlns:r="${RELATIONSHIPS}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
      },
      relations('xl/_rels/workbook.xml.rels', [
        ...sheets.map((_, n) => ({ id: `s${n}`, type: 'worksheet', target: `worksheets/sheet${n}.xml` })),
        { id: 'strings', type: 'sharedStrings', target: '/xl/sharedStrings.xml' },
        { id: 'styles', type: 'styles', target: 'styles.xml' },
      ]),
      {
        name: 'xl/sharedStrings.xml',
        content: `<?xml version="1.0"?>${declaration}<sst ${main}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
      },
      {
        name: 'xl/styles.xml',
        content: `<styleSheet ${main}><numFmts>${own.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
      },
      ...sheets.map(({ data, before = '' }, n) => ({
        name: `xl/worksheets/sheet${n}.xml`,
        content: `<worksheet ${main}>${before}<sheetData>${data}</sheetData></worksheet>`,
      })),
    ],
    deflated,
  );
}
