import sharp from 'sharp';
import { expect, test } from 'vitest';
import { docxOf, paragraph, zipOf } from '../../../test/documents/make-documents.ts';
import { odpOf, picture, pptxOf, shape, tableFrame, xlsxOf } from '../../../test/documents/make-office.ts';
import { refusal } from '../../../test/documents/refusal.ts';
import { detectFileKind } from './file-kind.ts';
import { reencodeDeckPictures, extractDocumentText, readSlideDeck, readSpreadsheetTable } from './read-document.ts';

// rules/ai 28
test('a deck gives its shown slides in reading order, with titles, lists, tables and marked notes', async () => {
  const fallback = `<mc:AlternateContent xmlns:mc="x"><mc:Choice>${shape(['Once'])}</mc:Choice><mc:Fallback>${shape(['Twice'])}</mc:Fallback></mc:AlternateContent>`;
  const deck = pptxOf([
    {
      shapes:
        shape(['Lifting'], 'ctrTitle') + shape(['Move <b>safely</b>'.replace(/<.?b>/g, ''), 'For all'], 'subTitle'),
    },
    {
      shapes:
        shape(['1'], 'sldNum') +
        shape(['Bend your knees', { text: 'Both &amp; slowly', level: 1 }], '') +
        shape(['Before you lift'], 'title') +
        tableFrame([
          ['Load', 'People'],
          ['30 kg', '2'],
        ]) +
        fallback,
      notes: 'Show it with a box.',
    },
    { shapes: shape(['Old'], 'title'), hidden: true },
    { shapes: shape(['No title here']) },
  ]);
  expect(await detectFileKind(deck)).toMatchObject({ kind: 'pptx' });
  expect(await extractDocumentText(deck, 'pptx')).toEqual({
    text: [
      '# Lifting',
      'Move safely',
      'For all',
      '## Before you lift',
      '- Bend your knees\n  - Both & slowly',
      '| Load | People |\n| --- | --- |\n| 30 kg | 2 |',
      'Once',
      'Speaker notes:',
      'Show it with a box.',
      'No title here',
    ].join('\n\n'),
    title: 'Lifting',
    pages: null,
  });
});

// rules/ai 28
test('an OpenDocument presentation gives the same', async () => {
  const frame = (kind: string, content: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const item = (content: string) => `<text:list><text:list-item>${content}</text:list-item></text:list>`;
  const table = (rows: string[][]) =>
    `<draw:frame><table:table>${rows.map((row) => `<table:table-row>${row.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table></draw:frame>`;
  const deck = odpOf(
    `<draw:page>${frame('title', '<text:p>Spills</text:p>')}${frame('outline', item(`<text:p>Mark<text:s/>it</text:p>${item('<text:p>At once</text:p>')}`))}
     ${table([
       ['Spill', 'Tool'],
       ['Oil', 'Sand'],
     ])}<draw:custom-shape><text:p>Call <text:span>112</text:span></text:p></draw:custom-shape>
     ${frame('footer', '<text:p>Page</text:p>')}<office:annotation><text:p>To do</text:p></office:annotation>
     <presentation:notes>${frame('notes', '<text:p>Ask who has seen one.</text:p>')}</presentation:notes></draw:page>
     <draw:page draw:style-name="dp1">${frame('title', '<text:p>Old</text:p>')}</draw:page>`,
    {
      styles:
        '<style:style style:name="dp1"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    },
  );
  expect(await detectFileKind(deck)).toMatchObject({ kind: 'odp' });
  expect(await extractDocumentText(deck, 'odp')).toEqual({
    text: '# Spills\n\n- Mark it\n  - At once\n\n| Spill | Tool |\n| --- | --- |\n| Oil | Sand |\n\nCall 112\n\nSpeaker notes:\n\nAsk who has seen one.',
    title: 'Spills',
    pages: null,
  });
});

// rules/ai 28
test('a workbook gives its shown sheets as tables, with numbers and dates as shown and no formula run', async () => {
  const cell = (reference: string, value: string, attributes = '') =>
    `<c r="${reference}" ${attributes}><v>${value}</v></c>`;
  const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const workbook = xlsxOf(
    [
      {
        name: 'Loads &amp; people',
        before: '<cols><col min="3" max="3" hidden="1"/></cols>',
        data: `<row r="2">${cell('B2', '0', 't="s"')}${text('C2', 'Hidden')}${text('D2', 'Weight')}${text('E2', 'Since')}</row>
          <row r="3">${text('B3', 'Box')}${cell('D3', '1234.5', 's="1"')}${cell('E3', '45992', 's="3"')}</row>
          <row r="4" hidden="1">${text('B4', 'Gone')}</row>
          <row r="5">${text('B5', 'Crate')}<c r="D5"><f>D3*2</f><v>0.30000000000000004</v></c>${cell('E5', '0.75', 's="2"')}</row>
          <row r="8">${text('B8', 'Next')}</row><row r="9">${cell('B9', '1', 't="b"')}</row>`,
      },
      { name: 'Secret', state: 'hidden', data: `<row>${text('A1', 'Hidden')}</row>` },
      { name: 'Empty', data: '' },
    ],
    { strings: ['<r><t>Lo</t></r><r><t>ad</t></r><rPh><t>spoken</t></rPh>'], formats: ['#,##0.00 "kg"', 'h:mm'] },
  );
  expect(await detectFileKind(workbook)).toMatchObject({ kind: 'xlsx' });
  expect(await extractDocumentText(workbook, 'xlsx')).toEqual({
    text: [
      '## Loads & people',
      '| Load | Weight | Since |\n| --- | --- | --- |\n| Box | 1,234.50 kg | 2025-12-01 |\n| Crate | 0.3 | 18:00 |',
      '| Next |\n| --- |\n| TRUE |',
    ].join('\n\n'),
    title: null,
    pages: null,
  });
  const early = xlsxOf([{ name: 'S', data: cell('A1', '44530', 's="1"').replace(/^/, '<row>') + '</row>' }], {
    formats: ['yyyy-mm-dd'],
    is1904: true,
  });
  expect((await extractDocumentText(early, 'xlsx')).text).toContain('2025-12-01');
});

test('a deck stays one with a workbook inside, and a Word document with a deck', async () => {
  const workbook = xlsxOf([{ name: 'S', data: '' }]);
  const types = { name: '[Content_Types].xml', content: '<Types/>' };
  const within = (first: string, inner: Buffer) =>
    zipOf([types, { name: first, content: '<x/>' }, { name: `${first.split('/')[0]}/embeddings/a`, content: inner }]);
  expect(await detectFileKind(within('ppt/presentation.xml', workbook))).toMatchObject({ kind: 'pptx' });
  expect(await detectFileKind(within('word/document.xml', pptxOf([])))).toMatchObject({ kind: 'docx' });
});

test(
  'what is no deck or workbook, has none of its parts or nothing in it, is refused with a reason',
  { tags: ['deep'] },
  async () => {
    const word = docxOf(paragraph('Hello'));
    for (const kind of ['pptx', 'odp', 'xlsx'] as const) {
      expect(await refusal(word, kind)).toMatchObject({ reason: 'damaged' });
    }
    expect(await refusal(pptxOf([{ shapes: shape([' '], 'title') }]), 'pptx')).toMatchObject({ reason: 'empty' });
    expect(await refusal(pptxOf([]), 'pptx')).toMatchObject({ reason: 'empty' });
  },
);

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } });
const photo = await canvas(400, 300).jpeg().toBuffer();
const icon = await canvas(20, 20).png().toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle r="90"/></svg>');
const emf = Buffer.concat([Buffer.of(1, 0, 0, 0), Buffer.alloc(200), Buffer.from(' EMF')]);

// rules/courses-and-modules 20
test('slides have their pictures with alternative texts, and say what isn’t taken', async () => {
  const chart = '<p:graphicFrame><a:graphic><a:graphicData uri="http://x/2006/chart"/></a:graphic></p:graphicFrame>';
  const bullets = '<a:buBlip><a:blip r:embed="photo.jpg"/></a:buBlip>';
  const deck = pptxOf([
    {
      shapes:
        shape(['Pump'], 'title') +
        picture('photo.jpg', 'A pump &amp; its valve') +
        picture('photo.jpg', 'Again') +
        picture('drawing.svg', 'drawing.svg') +
        picture('line.svg', '', '<adec:decorative xmlns:adec="x" val="1"/>') +
        picture('icon.png') +
        picture('old.emf') +
        picture('gone.png') +
        chart +
        `<p:pic><p:nvPr><a:videoFile r:link="v"/></p:nvPr></p:pic>` +
        `<p:sp><a:pPr>${bullets}</a:pPr></p:sp>`,
      media: { 'photo.jpg': photo, 'drawing.svg': svg, 'line.svg': svg, 'icon.png': icon, 'old.emf': emf },
    },
    { shapes: shape(['Old'], 'title'), hidden: true, notes: 'Never shown' },
  ]);
  const slides = await readSlideDeck(deck, 'pptx');
  expect(slides).toMatchObject([
    {
      number: 1,
      hidden: false,
      title: 'Pump',
      pictures: [
        { name: 'ppt/media/photo.jpg', alt: 'A pump & its valve', decorative: false },
        { name: 'ppt/media/drawing.svg', alt: '' },
        { name: 'ppt/media/line.svg', decorative: true },
      ],
    },
    { number: 2, hidden: true, notes: ['Never shown'] },
  ]);
  expect(slides[0]?.left_out.map(({ what, format }) => format ?? what).toSorted()).toEqual([
    'EMF',
    'chart',
    'film',
    'missing_picture',
    'small_picture',
  ]);
  const taken = await reencodeDeckPictures(deck, ['ppt/media/photo.jpg', 'ppt/media/old.emf', 'ppt/media/drawing.svg']);
  expect([...taken.values()]).toMatchObject([
    { mediaType: 'image/webp', width: 400 },
    { reason: 'damaged' },
    { mediaType: 'image/webp' },
  ]);
});

// rules/courses-and-modules 20
test('in an OpenDocument presentation a frame gives its kind to no shape or slide after it', async () => {
  const frame = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const shapeOf = (name: string, text: string) => `<draw:${name}><text:p>${text}</text:p></draw:${name}>`;
  const deck = odpOf(
    `<draw:page>${frame('title', 'Pump')}${shapeOf('rect', 'Vent first')}${frame('footer', 'Page')}${shapeOf('line', 'WARNING')}</draw:page>
      <draw:page>${shapeOf('ellipse', 'Hot')}<draw:custom-shape presentation:class="title"><text:p>Valve</text:p></draw:custom-shape>${shapeOf('connector', 'Cold')}</draw:page>`,
  );
  expect(await readSlideDeck(deck, 'odp')).toMatchObject([
    { title: 'Pump', blocks: ['Vent first', 'WARNING'] },
    { title: 'Valve', blocks: ['Hot', 'Cold'] },
  ]);
});

// rules/courses-and-modules 20
test('an OpenDocument presentation has its pictures, too, but not previews of objects', async () => {
  const image = (name: string) => `<draw:image xlink:href="Pictures/${name}"/>`;
  const deck = odpOf(
    `<draw:page><draw:frame>${image('a.emf')}${image('a.jpg')}<svg:desc>A valve</svg:desc></draw:frame>
      <draw:frame><draw:object xlink:href="./Object 1"/>${image('b.jpg')}</draw:frame>
      <presentation:notes><draw:frame>${image('b.jpg')}</draw:frame></presentation:notes></draw:page>`,
    { media: { 'a.jpg': photo, 'a.emf': emf, 'b.jpg': photo } },
  );
  expect(await readSlideDeck(deck, 'odp')).toMatchObject([
    { pictures: [{ name: 'Pictures/a.jpg', alt: 'A valve' }], left_out: [{ what: 'object' }] },
  ]);
});

// rules/courses-and-modules 17
test('the first sheet with rows is a table of its cells, and a bar in a cell stays in its column', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const workbook = xlsxOf([
    { name: 'Empty', data: '' },
    { name: 'Cards', data: `<row>${text('kind')}${text('text')}</row><row r="3">${text('a|b')}${text('x\ny')}</row>` },
    { name: 'More', data: `<row>${text('kind')}</row>` },
    { name: 'Secret', state: 'hidden', data: `<row>${text('kind')}</row>` },
  ]);
  expect(await readSpreadsheetTable(workbook)).toEqual({
    name: 'Cards',
    rows: [
      { number: 1, cells: ['kind', 'text'] },
      { number: 3, cells: ['a|b', 'x\ny'] },
    ],
    others: ['More'],
  });
  expect((await extractDocumentText(workbook, 'xlsx')).text).toContain(String.raw`| a\|b | x y |`);
});

// rules/courses-and-modules 17
test('the numbers of a table are those that are stored, not rounded ones that are shown', async () => {
  const formats = ['0', '0.00', '000', '0.0%', '#,##0.00 "kg"', 'yyyy-mm-dd', '[h]:mm', '0" %"'];
  const row = (...cells: [value: string, format: number][]) =>
    `<row>${cells.map(([value, format]) => `<c s="${format + 1}"><v>${value}</v></c>`).join('')}</row>`;
  const data =
    row(['2.5', 0], ['0.125', 1], ['7', 2], ['0.12345', 3], ['1234.567', 4], ['45992', 5]) +
    row(['1.5', 6], ['0.07', 3], ['2', 1], ['0.30000000000000004', 0], ['2.5', 7], ['1234.5', -1]);
  const { rows } = await readSpreadsheetTable(xlsxOf([{ name: 'S', data }], { formats }));
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['2.5', '0.125', '007', '12.345%', '1234.567', '2025-12-01'],
    ['36:00', '7%', '2.00', '0.3', '2.5', '1234.5'],
  ]);
});
