import { PastCompletionInput } from '@training/shared/attested/attested';
import { type CsvFile, type CsvEncoding, MAX_ROWS_PER_CSV_FILE } from '../imports/csv-file.ts';
import { normalizeCsvHeader, parseCsv } from '../imports/parse-csv.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('attested');
const inExports = translatorOf('exports');

/** A valid row, or the reason why it is invalid. */
export type PastTrainingRow =
  | { row: number; completion: PastCompletionInput; document: string | undefined }
  | { row: number; email: string; refused: string };

type ReadPastTraining = { rows: PastTrainingRow[]; ignored: string[]; file: CsvFile } | { problem: string };

const COLUMNS = ['email', 'external_id', 'module', 'completed_on', 'source', 'reference', 'score', 'document'] as const;
type Column = (typeof COLUMNS)[number];

/** Column names accepted from spreadsheets and other learning systems. */
const NAMES = new Map(
  Object.entries<Column>({
    email: 'email',
    e_mail: 'email',
    mail: 'email',
    external_id: 'external_id',
    employee_number: 'external_id',
    module: 'module',
    module_id: 'module',
    completed_on: 'completed_on',
    date: 'completed_on',
    source: 'source',
    reference: 'reference',
    score: 'score',
    document: 'document',
    file: 'document',
  }),
);

const columnOf = (name: string): Column | undefined =>
  NAMES.get(normalizeCsvHeader(name)) ??
  COLUMNS.find((column) => normalizeCsvHeader(inExports(`column.${column}`)) === normalizeCsvHeader(name));

/** Columns of refused rows, which are read again without them. */
const READ_ONLY = new Set(['row', 'reason']);

/** Parses a file of past training, row by row. */
export function parsePastTrainingFile(bytes: Uint8Array, chosen?: CsvEncoding): ReadPastTraining {
  const read = parseCsv(
    bytes,
    {
      columnOf,
      required: ['module', 'completed_on', 'source'],
      missing: () => t('firstRowMustName'),
      isReadOnly: (name) => READ_ONLY.has(normalizeCsvHeader(name)),
      named: 'source',
      empty: () => t('noRows'),
      tooMany: () => t('tooManyRows', { most: MAX_ROWS_PER_CSV_FILE }),
    },
    chosen,
  );
  if ('problem' in read) return read;
  return { ...read, rows: read.rows.map(({ row, cells }) => readRow(row, cells)) };
}

function readRow(row: number, cells: Partial<Record<Column, string>>): PastTrainingRow {
  const { email, external_id, module = '', completed_on = '', source = '', reference, score, document } = cells;
  const refused = (why: string) => ({ row, email: email ?? external_id ?? '', refused: why });
  const day = dayOf(completed_on);
  if (day === undefined) return refused(t('notADay', { day: completed_on }));
  const share = score === undefined ? undefined : shareOf(score);
  if (score !== undefined && share === undefined) return refused(t('notAScore', { score }));
  const completion = PastCompletionInput.safeParse({
    ...(email !== undefined && { email }),
    ...(external_id !== undefined && { external_id }),
    module,
    completed_on: day,
    source,
    ...(reference !== undefined && { reference }),
    ...(share !== undefined && { score: share }),
  });
  if (completion.success) return { row, completion: completion.data, document: document && fileNameOf(document) };
  const [issue] = completion.error.issues;
  const column = COLUMNS.find((each) => each === issue?.path[0]);
  return refused(`${column === undefined ? '' : `${inExports(`column.${column}`)}: `}${issue?.message}`);
}

/** Returns the name of a file without its folders, as browsers tell it. */
const fileNameOf = (path: string) => path.split(/[/\\]/).at(-1)!.normalize();

/** Parses a day as YYYY-MM-DD or D.M.YYYY; other forms have the day or the month first. */
function dayOf(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Parses 0.85, 0,85 or 85 %. */
function shareOf(text: string): number | undefined {
  const [, number, percent] = /^(\d{1,3}(?:[.,]\d{1,4})?) ?(%?)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const value = Number(number.replace(',', '.'));
  return percent === '%' ? Math.round(value * 100) / 10_000 : value;
}
