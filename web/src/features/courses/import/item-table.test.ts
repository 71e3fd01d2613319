import { formatModuleItemsAsCsv, ITEM_TABLE_CSV_HEADER } from '@training/shared/courses/item-table';
import { readFile } from 'node:fs/promises';
import { COURSE_ARCHIVE_FORMAT, type CourseArchive } from '@training/shared/courses/course-archive';
import { type Flashcard, Question } from '@training/shared/courses/courses';
import { toCsvRow } from '@training/shared/csv';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseItemCsvAsCourse, createItemTableTemplateCsv } from './item-table.ts';

const read = (csv: string) => parseItemCsvAsCourse(new TextEncoder().encode(csv), 'Brought in', 'en');
const table = (...rows: string[][]) => rows.map(toCsvRow).join('');
const KINDS = Question.options.map(({ shape }) => shape.kind.value);
let made = 0;
const id = () => `0199f3a0-0000-7000-8000-${String(made++).padStart(12, '0')}`;

const source = { quote: '"Stop",\r\nhe said', name: 'Manual', url: 'https://example.com/', suggestion_id: null };
const CARDS: Flashcard[] = [
  { id: id(), front: '=HYPERLINK("http://evil")', back: ' **Bold**\n\n- 1;2\n- “ü” 🚜 ', source },
  { id: id(), front: "'=already quoted", back: "''+1" },
  { id: id(), front: '', back: '-5' },
];
const shared = { prompt: '@prompt', explanation: 'Because' };
const QUIZ: Question[] = [
  { id: id(), kind: 'single_choice', ...shared, options: ['a', '', 'c'], correct: 2, topic: 'Safety' },
  { id: id(), kind: 'single_choice', ...shared, options: ['a', 'b'], correct: 9 },
  { id: id(), kind: 'multiple_choice', ...shared, options: ['a', 'b', '=c'], correct: [2, 0] },
  { id: id(), kind: 'multiple_choice', ...shared, options: ['a'], correct: [] },
  { id: id(), kind: 'short_text', ...shared, accepted: Array.from({ length: 20 }, (_, n) => `${n}`) },
  { id: id(), kind: 'spoken', ...shared, rubric: ['One', 'Two'], source },
  { id: id(), kind: 'multiple_choice', ...shared, options: ['a', 'b'], correct: [0], partial_credit: true },
  { id: id(), kind: 'short_text', ...shared, accepted: ['é'], ignore_accents: true, allow_typo: true },
  { id: id(), kind: 'number', ...shared, value: -2.5, tolerance: { by: 'percent', of: 5 }, units: ['kg', 'kilos'] },
  { id: id(), kind: 'number', ...shared, value: 1e-7, tolerance: { by: 'amount', of: 0 }, units: [] },
  { id: id(), kind: 'number', ...shared, value: null, units: [] },
  { id: id(), kind: 'ordering', ...shared, options: ['1', '2'] },
  { id: id(), kind: 'matching', ...shared, options: ['a', 'b'], matches: ['x', 'y', 'z'], partial_credit: true },
  {
    id: id(),
    kind: 'hotspot',
    ...shared,
    options: ['Stop', 'Key'],
    areas: [
      { shape: 'rectangle', x: 0, y: 10, width: 300, height: 40 },
      { shape: 'ellipse', x: 500, y: 500, width: 500, height: 500 },
    ],
    correct: [1],
  },
];
const settings = { validity_days: null, pass_score: 0.8, max_attempts: 3, show_solutions: 'at_end' } as const;
const rest = { questions_per_attempt: null, topic_scores: [], content_hashes: { flashcards: '', quiz: '' } };
const COURSE: CourseArchive = {
  format: COURSE_ARCHIVE_FORMAT,
  course: { title: 'Brought in', emoji: '📋' },
  modules: [
    { title: 'Brakes', language: 'de', ...settings, ...rest, flashcards: CARDS, quiz: QUIZ },
    { title: '+Lights', language: 'en', ...settings, ...rest, flashcards: [], quiz: [{ ...QUIZ[0]!, id: id() }] },
  ],
};

// rules/courses-and-modules 16
test('a course as CSV runs no formula, and imports back to the same content', () => {
  const csv = ITEM_TABLE_CSV_HEADER + COURSE.modules.map(formatModuleItemsAsCsv).join('');
  expect(csv).not.toMatch(/(?:^|,)"[=+@]/m);
  const again = read(csv);
  if (typeof again === 'string') throw new Error(again);
  expect(again.archive.modules).toEqual(COURSE.modules);
  expect(again.rows.every(({ outcome }) => outcome !== 'dropped')).toBe(true);
});

// rules/courses-and-modules 17
test('each row says whether it is kept, changed or dropped, and why', () => {
  const known = id();
  const found = read(
    table(
      ['Kind', 'Text', 'Back', 'Id', 'Correct', 'Answer 1', 'Answer 2', 'Notes'],
      ['card', 'Front', 'Back', known],
      ['card', 'Front', 'Back', known],
      ['Card', 'Front', 'Back', '17'],
      ['essay', 'Write'],
      ['single choice', 'Which?', '', '', '2', 'a', 'b'],
      ['single_choice', 'Which?', '', '', 'b', 'a', 'b'],
      ['card', 'x'.repeat(2_001), 'Back'],
      ['card', 'Unfinished'],
      ['number', 'How many?', '', '', 'many'],
    ),
  );
  if (typeof found === 'string') throw new Error(found);
  expect(found.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'kept'],
    [3, 'changed'],
    [4, 'changed'],
    [5, 'dropped'],
    [6, 'kept'],
    [7, 'changed'],
    [8, 'dropped'],
    [9, 'changed'],
    [10, 'changed'],
  ]);
  expect(found.rows.every(({ outcome, reasons }) => (outcome === 'kept') === (reasons.length === 0))).toBe(true);
  expect(found.ignored).toEqual(['Notes']);
  const [module] = found.archive.modules;
  expect(module).toMatchObject({
    title: 'Brought in',
    language: 'en',
    quiz: [{ correct: 1 }, { correct: 9 }, { value: null }],
  });
  expect(new Set(module?.flashcards.map((card) => card.id)).size).toBe(4);
});

// rules/courses-and-modules 17
test('rows beyond the limits of a section are dropped, and a file without the columns is refused', () => {
  const found = read(table(['kind', 'text', 'back'], ...Array.from({ length: 501 }, () => ['card', 'F', 'B'])));
  if (typeof found === 'string') throw new Error(found);
  expect(found.archive.modules[0]?.flashcards).toHaveLength(500);
  expect(found.rows.at(-1)).toMatchObject({ outcome: 'dropped' });
  expect(read(table(['front', 'back'], ['a', 'b']))).toMatch(/kind/);
  expect(read(table(['kind', 'text']))).toEqual(expect.any(String));
});

// rules/courses-and-modules 17
test('the template has every kind of item, complete', () => {
  const found = read(createItemTableTemplateCsv());
  if (typeof found === 'string') throw new Error(found);
  const incomplete = found.rows.filter(({ outcome }) => outcome !== 'kept');
  expect(found.rows).toHaveLength(9);
  // A table has no pictures.
  expect(incomplete.map(({ reasons }) => reasons)).toEqual([
    ['Incomplete: Add a picture beside the question, and describe what it shows'],
  ]);
  const kinds = new Set(found.archive.modules.flatMap(({ quiz }) => quiz.map(({ kind }) => kind)));
  expect(kinds).toEqual(new Set(KINDS));
});

test.each(['ar', 'de', 'en', 'es', 'pl'])('a row of no kind names every kind in %s', async (language) => {
  const words = await readFile(new URL(`../../../../../shared/messages/${language}/imports.json`, import.meta.url));
  const { rowHasNoKind } = z.object({ rowHasNoKind: z.string() }).parse(JSON.parse(words.toString()));
  for (const kind of ['card', ...KINDS]) expect(rowHasNoKind).toContain(kind);
});

// rules/courses-and-modules 16
test('a single choice with ten options of which none is marked is dropped', () => {
  const options = Array.from({ length: 10 }, (_, n) => `answer_${n + 1}`);
  const head = ['kind', 'text', 'correct', ...options];
  const file = read(
    table(head, ['single_choice', 'Which?', '', ...options], ['single_choice', 'That?', '10', ...options]),
  );
  expect(file).toMatchObject({
    rows: [{ outcome: 'dropped', reasons: ['correct: Required'] }, { outcome: 'kept' }],
    archive: { modules: [{ quiz: [{ prompt: 'That?', correct: 9 }] }] },
  });
});
