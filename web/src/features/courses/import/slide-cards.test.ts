import type { ImportedSlide } from '@training/shared/courses/imports';
import { expect, test } from 'vitest';
import { markdownWordsOf } from '../../../ui/markdown.tsx';
import { parseItemRowsAsCourse, createItemTableTemplateWorkbook } from './item-table.ts';
import { convertDeckToImportFile } from './slide-cards.ts';

const slide = (changes: Partial<ImportedSlide>): ImportedSlide => ({
  number: 1,
  hidden: false,
  title: '',
  blocks: [],
  notes: [],
  pictures: [],
  left_out: [],
  ...changes,
});
const digest = 'a'.repeat(64);
const read = (...slides: Partial<ImportedSlide>[]) =>
  convertDeckToImportFile({
    slides: slides.map((each, n) => slide({ number: n + 1, ...each })),
    digests: new Map([['p.png', digest]]),
    title: 'Pumps',
    source: 'Pumps.pptx',
    language: 'en',
  });
const pump = { name: 'p.png', alt: 'A pump', decorative: false };

// rules/courses-and-modules 20
test('a slide becomes a card: its title the front, its text, notes and pictures the back', () => {
  const deck = read({ title: 'Pump', blocks: ['- Stop', '- Vent', 'Wait.'], notes: ['Show it.'], pictures: [pump] });
  const [card] = deck.archive.modules[0]!.flashcards;
  expect(card).toMatchObject({
    front: 'Pump',
    back: '- Stop\n- Vent\n\nWait.\n\nShow it.',
    media: [{ at: 'back', digest, kind: 'picture', alt: 'A pump' }],
    source: { name: 'Pumps.pptx, slide 1' },
  });
  expect(deck.rows).toMatchObject([{ row: 1, outcome: 'kept', item: card!.id, reasons: [] }]);
  const [silent] = deck.withoutNotes!.archive.modules[0]!.flashcards;
  expect(silent).toEqual({ ...card!, back: '- Stop\n- Vent\n\nWait.' });
});

// rules/courses-and-modules 20
test('texts of a slide are shown as they are typed there, and its lists and tables stay', () => {
  const typed = [
    '2*3*4 and 2 * 3',
    '> 30 kg',
    '# 5',
    '1. First',
    '- dash',
    '+',
    '---',
    '~~~ wave',
    '__bold__ snake_case ____',
    String.raw`C:\dir \* \\`,
    '<b>x</b> <https://x.example> a < b',
    '[a](https://x.example) ![b](c) [x]: y',
    '`code` &amp; R&D',
    '| a |',
  ];
  const cards = read(...typed.map((title) => ({ title, blocks: ['Text'], notes: [title] }))).archive.modules[0]!
    .flashcards;
  expect(cards.map(({ front }) => markdownWordsOf(front, false))).toEqual(typed);
  expect(cards.map(({ back }) => markdownWordsOf(back, false).trim().split(/\n+/).at(-1))).toEqual(typed);
  expect(read({ blocks: ['| a |', 'Text'] }).archive.modules[0]!.flashcards).toMatchObject([
    { front: '| a |', back: 'Text' },
  ]);
  const table = String.raw`| 2*3*4 | a\|b |` + '\n| --- | --- |\n| _x_ | # 5 |';
  const [card] = read({ title: 'T', blocks: ['- # 5', '  - 1*2*3', table] }).archive.modules[0]!.flashcards;
  expect(read({ title: 'T', blocks: ['2*3*4'] }).rows).toMatchObject([{ more: { text: '2*3*4' } }]);
  expect(card!.back).toBe(
    String.raw`- \# 5
  - 1\*2\*3

| 2\*3\*4 | a\|b |
| --- | --- |
| \_x\_ | # 5 |`,
  );
});

// rules/courses-and-modules 20
test('each slide says what becomes of it, and why', () => {
  const { rows, archive } = read(
    { title: 'Hidden', blocks: ['Text'], hidden: true },
    {},
    { title: 'Only a title' },
    { blocks: ['First is the front', 'Second'] },
    { title: 'Undescribed', blocks: ['Text'], pictures: [{ ...pump, alt: '' }] },
    { title: 'Lost', blocks: ['Text'], pictures: [{ ...pump, name: 'damaged.png' }] },
    { title: 'Chart', blocks: ['Text'], left_out: [{ what: 'chart' }, { what: 'picture_format', format: 'EMF' }] },
    { title: 'Picture only', pictures: [{ ...pump, alt: '', decorative: true }] },
    { title: 'x'.repeat(2_001), blocks: ['Text'] },
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'dropped',
    'dropped',
    'dropped',
    'kept',
    'changed',
    'changed',
    'changed',
    'changed',
    'dropped',
  ]);
  expect(rows.every(({ outcome, reasons }) => (outcome === 'kept') === (reasons.length === 0))).toBe(true);
  expect(archive.modules[0]?.flashcards.map(({ front }) => front)).toEqual([
    'First is the front',
    'Undescribed',
    'Lost',
    'Chart',
    'Picture only',
  ]);
  expect(read({}).archive.modules).toEqual([]);
});

// rules/courses-and-modules 17
test('a sheet gives the same as CSV, and the workbook template has the same rows', async () => {
  const found = parseItemRowsAsCourse(
    [
      { number: 1, cells: ['Kind', 'Text', 'Back', 'Notes'] },
      { number: 3, cells: ['card', 'Front', 'Back'] },
      { number: 4, cells: ['essay', 'Write'] },
    ],
    'Brought in',
    'en',
  );
  expect(found).toMatchObject({
    ignored: ['Notes'],
    rows: [
      { row: 3, outcome: 'kept' },
      { row: 4, outcome: 'dropped' },
    ],
    archive: { modules: [{ title: 'Brought in', flashcards: [{ front: 'Front', back: 'Back' }] }] },
  });
  expect(parseItemRowsAsCourse([], 'Brought in', 'en')).toEqual(expect.any(String));
  const zip = Buffer.from(await createItemTableTemplateWorkbook());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
});
