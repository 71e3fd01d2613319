import { expect, test } from 'vitest';
import { docxOf, paragraph } from '../../../test/documents/make-documents.ts';
import { docxWithPictures, pictureOf } from '../../../test/documents/make-scans.ts';
import { extractDocumentText, readPicturesOfDocx, extractTextAndTextlessParts } from './read-document.ts';

const OFFICE = 'http://schemas.openxmlformats.org';
const SPACES = `xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing" xmlns:a="${OFFICE}/drawingml/2006/main"
  xmlns:pic="${OFFICE}/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml"
  xmlns:r="${OFFICE}/officeDocument/2006/relationships"`;

const run = (content: string) => `<w:p ${SPACES}><w:r>${content}</w:r></w:p>`;
const drawing = (blip: string) =>
  run(`<w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${blip}/></pic:blipFill></pic:pic>
    </a:graphicData></a:graphic></wp:inline></w:drawing>`);

const IMAGE = `${OFFICE}/officeDocument/2006/relationships/image`;
const relations = (list: string) => ({
  name: 'word/_rels/document.xml.rels',
  content: `<Relationships xmlns="${OFFICE}/package/2006/relationships">${list}</Relationships>`,
});

const words = (picture: string) => paragraph('Before the picture.') + picture + paragraph('Behind the picture.');
const TEXT = 'Before the picture.\n\nBehind the picture.';

// rules/ai 27
test.each([
  ['has no relationship', words(drawing('r:embed="none"')), [relations('')]],
  ['has no relationship, in a document without any', words(drawing('r:embed="none"')), []],
  ['has no relationship, in an old form', words(run('<w:pict><v:imagedata r:id="none"/></w:pict>')), [relations('')]],
  [
    'is linked',
    words(drawing('r:link="far"')),
    [relations(`<Relationship Id="far" Type="${IMAGE}" Target="https://example.com/a.png" TargetMode="External"/>`)],
  ],
  [
    'is a file of this machine',
    words(drawing('r:link="far"')),
    [relations(`<Relationship Id="far" Type="${IMAGE}" Target="file:///etc/passwd" TargetMode="External"/>`)],
  ],
  [
    'lies nowhere in the archive',
    words(drawing('r:embed="lost"')),
    [relations(`<Relationship Id="lost" Type="${IMAGE}" Target="media/lost.png"/>`)],
  ],
])('a picture of a Word document that %s is named as not read, and the text is read', async (_, body, parts) => {
  const { text, scan } = await extractTextAndTextlessParts(docxOf(body, { parts }), 'docx');
  expect(text).toBe(TEXT);
  expect(scan?.parts).toMatchObject([{ page: 1, picture: { size: null } }]);
  expect(scan?.texts.map((each) => each.trim())).toEqual(['Before the picture.', '', 'Behind the picture.']);
});

test('a link without a relationship leaves its words', async () => {
  const link = `<w:p ${SPACES}><w:hyperlink r:id="none" w:anchor="top"><w:r><w:t>Read more.</w:t></w:r></w:hyperlink></w:p>`;
  expect(await extractDocumentText(docxOf(link), 'docx')).toMatchObject({ text: 'Read more.' });
});

test.each(['foot', 'end'])('a reference to a %snote that is missing is left out, and the others stay', async (kind) => {
  const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const refer = (id: number) => `<w:r><w:${kind}noteReference w:id="${id}"/></w:r>`;
  const body = `<w:p><w:r><w:t>Stop here.</w:t></w:r>${refer(7)}${refer(1)}</w:p>`;
  expect((await extractDocumentText(docxOf(body), 'docx')).text).toContain('Stop here.');
  const notes = `<w:${kind}notes ${word}><w:${kind}note w:id="1">${paragraph('By law.')}</w:${kind}note></w:${kind}notes>`;
  const type = `${OFFICE}/officeDocument/2006/relationships/${kind}notes`;
  const parts = [
    relations(`<Relationship Id="n" Type="${type}" Target="${kind}notes.xml"/>`),
    { name: `word/${kind}notes.xml`, content: notes },
  ];
  const { text } = await extractDocumentText(docxOf(body, { parts }), 'docx');
  expect(text).toContain('Stop here.');
  expect(text).toContain('By law.');
});

test('a picture that is too small to be read is left out, not named', async () => {
  const { text, scan } = await extractTextAndTextlessParts(
    docxWithPictures(['One.', pictureOf(20, 20), 'Two.']),
    'docx',
  );
  expect(text).toBe('One.\n\nTwo.');
  expect(scan).toBeUndefined();
});

test('three thousand pictures without a relationship are read in bounds', { timeout: 60_000 }, async () => {
  const body = `${paragraph('Stop.')}<w:p ${SPACES}>${'<w:r><w:pict><v:imagedata r:id="x"/></w:pict></w:r>'.repeat(3_000)}</w:p>`;
  const { text, scan } = await extractTextAndTextlessParts(docxOf(body), 'docx');
  expect(text).toBe('Stop.');
  expect(scan?.parts.length).toBe(1_000);
});

test('one process takes several pictures out of a Word document, as many as its bounds allow', async () => {
  const pictures = [pictureOf(200, 280), pictureOf(210, 280), pictureOf(220, 280), pictureOf(230, 280)];
  const docx = docxWithPictures(pictures);
  const names = pictures.map((_, n) => `word/media/image${n + 1}.png`);
  const all = await readPicturesOfDocx(docx, [...names, 'word/media/none.png']);
  expect([...all.keys()]).toEqual([...names, 'word/media/none.png']);
  expect(names.map((name) => Reflect.get(all.get(name)!, 'width'))).toEqual([200, 210, 220, 230]);
  expect(all.get('word/media/none.png')).toMatchObject({ name: 'UnreadableDocumentError', reason: 'damaged' });
  const first = pictures[3]!.length + 1;
  const some = await readPicturesOfDocx(docx, names.toReversed(), { limits: { picturesBytes: first } });
  expect([...some.keys()]).toEqual([names[3]]);
});
