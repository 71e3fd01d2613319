import { COURSE_ARCHIVE_FORMAT, type ArchivedModule, CourseArchive } from '@training/shared/courses/course-archive';
import {
  DEFAULT_ATTEMPT_SETTINGS,
  type Flashcard,
  type ItemSource,
  Question,
  type NumberTolerance,
} from '@training/shared/courses/courses';
import type { ImportedSheet } from '@training/shared/courses/imports';
import { CONTENT_LIMITS, NO_CORRECT_OPTION_INDEX } from '@training/shared/courses/section-length';
import { CardDrafts, problemsOfCard, problemsOfQuestion, QuestionDrafts } from '@training/shared/courses/sections';
import {
  ITEM_TABLE_ANSWER_COLUMNS,
  ITEM_TABLE_COLUMNS,
  ITEM_TABLE_MATCH_COLUMNS,
  ITEM_TABLE_CSV_HEADER,
} from '@training/shared/courses/item-table';
import { toCsvRow, removeCsvFormulaApostrophe } from '@training/shared/csv';
import { Language } from '@training/shared/i18n/languages';
import { Id } from '@training/shared/primitives';
import { v7 } from 'uuid';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { type CsvColumnRules, normalizeCsvHeader, parseCsv, parseTableRows } from '../../imports/parse-csv.ts';
import type { ParsedImportFile, ImportRowOutcome } from './import-preview.ts';

const t = translatorOf('imports');

type Item = Flashcard | Question;
type Cells = Partial<Record<string, string>>;

/** Returns the rows of a table with one example of each kind, to fill in; the head is first. */
function templateRows(): string[][] {
  const examples: Cells[] = [
    { kind: 'card', text: t('template.front'), back: t('template.back') },
    ...(['single_choice', 'multiple_choice'] as const).map((kind) => ({
      kind,
      text: t('template.question'),
      correct: kind === 'single_choice' ? '1' : '1, 2',
      ...Object.fromEntries([1, 2, 3].map((n) => [`answer_${n}`, t('template.answer', { number: n })])),
    })),
    { kind: 'short_text', text: t('template.question'), answer_1: t('template.accepted') },
    { kind: 'number', text: t('template.question'), correct: '25', tolerance: '5%', answer_1: 'kg' },
    {
      kind: 'ordering',
      text: t('template.question'),
      ...Object.fromEntries([1, 2, 3].map((n) => [`answer_${n}`, t('template.answer', { number: n })])),
    },
    {
      kind: 'matching',
      text: t('template.question'),
      ...Object.fromEntries(
        [1, 2, 3].flatMap((n) => [
          [`answer_${n}`, t('template.answer', { number: n })],
          [`match_${n}`, t('template.match', { number: n })],
        ]),
      ),
    },
    {
      kind: 'hotspot',
      text: t('template.question'),
      correct: '1',
      areas: 'rectangle 100 200 250 300; ellipse 600 200 250 300',
      ...Object.fromEntries([1, 2].map((n) => [`answer_${n}`, t('template.answer', { number: n })])),
    },
    { kind: 'spoken', text: t('template.question'), answer_1: t('template.point') },
  ];
  const rows = examples.map((cells): Cells => ({ module: t('template.module'), ...cells }));
  return [ITEM_TABLE_COLUMNS, ...rows.map((cells) => ITEM_TABLE_COLUMNS.map((column) => cells[column] ?? ''))];
}

export const createItemTableTemplateCsv = (): string =>
  ITEM_TABLE_CSV_HEADER + templateRows().slice(1).map(toCsvRow).join('');

/** Returns the template as a workbook. */
export async function createItemTableTemplateWorkbook(): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded on demand: it writes archives.
  const { workbookBytesOf } = await import('./table-workbook.ts');
  return workbookBytesOf(t('rowsInFile'), templateRows());
}

const READ: CsvColumnRules<string> = {
  columnOf: (header) => ITEM_TABLE_COLUMNS.find((column) => column === normalizeCsvHeader(header)),
  required: ['kind', 'text'],
  missing: () => t('tableColumnsMissing'),
  isReadOnly: () => false,
  named: 'text',
  empty: () => t('tableEmpty'),
  tooMany: () => t('tableTooLong'),
};

/**
 * Reads a CSV file of cards and questions as a course of drafts. Rows that can't be saved are dropped; a string says
 * why nothing can be imported.
 * @param name Title of the course, and of the module of rows that name none.
 */
export function parseItemCsvAsCourse(
  bytes: Uint8Array,
  name: string,
  language: ArchivedModule['language'],
): ParsedImportFile | string {
  const read = parseCsv(bytes, READ);
  if ('problem' in read) return read.problem;
  return fileOfLines(read.file.header, read.file.lines, read.ignored, { name, language });
}

/** Reads the rows of a sheet as `parseItemCsvAsCourse` does. */
export function parseItemRowsAsCourse(
  [head, ...rows]: ImportedSheet['rows'],
  name: string,
  language: ArchivedModule['language'],
): ParsedImportFile | string {
  const header = head?.cells ?? [];
  const read = parseTableRows(
    header,
    rows.map(({ number: row, cells }) => ({ row, cells })),
    READ,
  );
  return 'problem' in read ? read.problem : fileOfLines(header, read.lines, read.ignored, { name, language });
}

function fileOfLines(
  header: readonly string[],
  lines: ReadonlyMap<number, readonly string[]>,
  ignored: string[],
  { name, language }: { name: string; language: ArchivedModule['language'] },
): ParsedImportFile | string {
  const columns = header.map(normalizeCsvHeader);
  const modules = new Map<string, ArchivedModule>();
  const ids = new Set<string>();
  const rows = [...lines].map(([row, line]): ImportRowOutcome => {
    // As they are written: spaces at the ends of a text belong to its content.
    const cells: Cells = Object.fromEntries(
      columns.map((column, n) => [column, removeCsvFormulaApostrophe(line[n] ?? '')]),
    );
    const { item, ...told } = itemOf(cells, ids);
    const text = (cells.text ?? '').trim().slice(0, 200);
    if (!item) return { row, text, outcome: 'dropped', ...told };
    const title = cells.module?.trim() || name;
    const module =
      modules.get(title) ?? createEmptyArchivedModule(title, Language.safeParse(cells.language).data ?? language);
    const items: Item[] = 'front' in item ? module.flashcards : module.quiz;
    const most = 'front' in item ? CONTENT_LIMITS.cards : CONTENT_LIMITS.questions;
    if (items.length >= most) return { row, text, outcome: 'dropped', reasons: [t('rowHasNoRoom', { most })] };
    items.push(item);
    ids.add(item.id);
    modules.set(title, module);
    return { row, text, outcome: told.reasons.length > 0 ? 'changed' : 'kept', item: item.id, ...told };
  });
  const made = { format: COURSE_ARCHIVE_FORMAT, course: { title: name, emoji: '📋' }, modules: [...modules.values()] };
  const { data: archive, error } = CourseArchive.safeParse(made);
  if (archive) return { archive, rows, ignored, from: 'table' };
  const [issue] = error.issues;
  const place = modules.size > 0 && issue ? [...modules.keys()][Number(issue.path[1])] : undefined;
  return [place, issue?.message].filter(Boolean).join(': ');
}

/** Returns a module with nothing in it. */
export const createEmptyArchivedModule = (title: string, language: ArchivedModule['language']): ArchivedModule => ({
  title,
  language,
  validity_days: null,
  pass_score: 0.8,
  ...DEFAULT_ATTEMPT_SETTINGS,
  questions_per_attempt: null,
  topic_scores: [],
  flashcards: [],
  quiz: [],
  content_hashes: { flashcards: '', quiz: '' },
});

/** Returns the card or question of a row with what was changed; only the reasons if there is none. */
function itemOf(cells: Cells, taken: ReadonlySet<string>): { item?: Item; reasons: string[] } {
  const reasons: string[] = [];
  const given = cells.id?.trim() ?? '';
  const isKept = Id.safeParse(given).success && !taken.has(given);
  if (!isKept && given !== '') reasons.push(t(taken.has(given) ? 'rowRepeatsId' : 'rowHasNoId'));
  const shared = { id: isKept ? given : v7(), ...sourceIn(cells) };
  const kind = normalizeCsvHeader(cells.kind ?? '');
  const made =
    kind === 'card'
      ? CardDrafts.safeParse([{ ...shared, front: cells.text ?? '', back: cells.back ?? '' }])
      : QuestionDrafts.safeParse([{ ...shared, ...questionIn(kind, cells, reasons) }]);
  const [item] = made.data ?? [];
  if (!item) {
    const isKnown = kind === 'card' || Question.options.some(({ shape }) => shape.kind.value === kind);
    const [issue] = made.error?.issues ?? [];
    return { reasons: [isKnown ? `${columnAt(issue?.path)}: ${issue?.message}` : t('rowHasNoKind')] };
  }
  const problems = 'front' in item ? problemsOfCard(item) : problemsOfQuestion(item);
  return { item, reasons: [...reasons, ...problems.map(({ message }) => t('rowIncomplete', { message }))] };
}

/** Returns the column of a field that is invalid. */
function columnAt([, field, index]: readonly PropertyKey[] = []): string {
  if (field === 'front' || field === 'prompt') return 'text';
  return typeof index === 'number' && field !== 'correct' && field !== 'areas'
    ? (ITEM_TABLE_ANSWER_COLUMNS[index] ?? 'answer')
    : String(field);
}

function sourceIn({ source_quote = '', source_name = '', source_url = '' }: Cells): { source?: ItemSource } {
  if (source_quote + source_name + source_url === '') return {};
  return { source: { quote: source_quote, name: source_name, url: source_url || null, suggestion_id: null } };
}

/** Returns the texts of some columns, without empty ones at the end. */
function linesIn(cells: Cells, columns: readonly string[]): string[] {
  const all = columns.map((column) => cells[column] ?? '');
  return all.slice(0, all.findLastIndex((line) => line !== '') + 1);
}

const wordsOf = (cell = '') =>
  cell
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

function questionIn(kind: string, cells: Cells, reasons: string[]) {
  const on = wordsOf(cells.settings).map((name) => [normalizeCsvHeader(name), true]);
  const topic = cells.topic ? { topic: cells.topic } : {};
  const question = { kind, prompt: cells.text ?? '', explanation: cells.explanation ?? '', ...topic };
  const shared = { ...question, ...Object.fromEntries(on) };
  const answers = linesIn(cells, ITEM_TABLE_ANSWER_COLUMNS);
  if (kind === 'short_text') return { ...shared, accepted: answers };
  if (kind === 'spoken') return { ...shared, rubric: answers };
  if (kind === 'ordering') return { ...shared, options: answers };
  if (kind === 'matching') return { ...shared, options: answers, matches: linesIn(cells, ITEM_TABLE_MATCH_COLUMNS) };
  if (kind === 'number') return { ...shared, units: answers, ...valueIn(cells, reasons) };
  const written = wordsOf(cells.correct);
  const valid = written.map(Number).filter((number) => Number.isInteger(number) && number >= 1 && number <= 10);
  const correct = [...new Set(valid)].map((number) => number - 1);
  const isOne = kind === 'single_choice';
  if (correct.length !== written.length || (isOne && correct.length > 1)) reasons.push(t('rowMarksNothing'));
  const areas = kind === 'hotspot' ? { areas: wordsOf(cells.areas).map(areaIn) } : {};
  // The tenth option would be marked otherwise.
  const unmarked = answers.length > NO_CORRECT_OPTION_INDEX ? undefined : NO_CORRECT_OPTION_INDEX;
  return { ...shared, ...areas, options: answers, correct: isOne ? (correct[0] ?? unmarked) : correct };
}

function areaIn(cell: string) {
  const [shape, x, y, width, height] = cell.split(/\s+/);
  return { shape, x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

function valueIn(cells: Cells, reasons: string[]): { value: number | null; tolerance?: NumberTolerance } {
  const given = cells.correct?.trim() ?? '';
  const value = given === '' || !Number.isFinite(Number(given)) ? null : Number(given);
  if (value === null && given !== '') reasons.push(t('rowHasNoNumber', { column: 'correct' }));
  const written = cells.tolerance?.trim() ?? '';
  if (written === '') return { value };
  const of = Number(written.replace(/%$/, ''));
  if (Number.isFinite(of)) return { value, tolerance: { by: written.endsWith('%') ? 'percent' : 'amount', of } };
  reasons.push(t('rowHasNoNumber', { column: 'tolerance' }));
  return { value };
}
