import { removeCsvFormulaApostrophe } from '@training/shared/csv';
import Papa from 'papaparse';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { type CsvFile, type CsvEncoding, MAX_BYTES_PER_CSV_FILE, MAX_ROWS_PER_CSV_FILE } from './csv-file.ts';

const t = translatorOf('users');

/** Returns the encoding by byte order mark, UTF-8 if the bytes are valid, or the most common one of Windows. */
function recognisedEncoding(bytes: Uint8Array): CsvEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Returns the text without byte order mark; undefined if it has NUL characters, which no CSV file has. */
function decodedText(bytes: Uint8Array, encoding: CsvEncoding): string | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? undefined : text;
}

/** A row of a file with its number, where the header is row 1. */
export interface CsvRow<Column extends string> {
  row: number;
  cells: Partial<Record<Column, string>>;
}

/** The columns of a table with a header, and the messages of its problems. */
export interface CsvColumnRules<Column extends string> {
  /** Returns the column of a header; undefined if it isn't read. */
  columnOf: (header: string) => Column | undefined;
  /** Columns that a file must have, with what to say if one is missing. */
  required: readonly Column[];
  missing: () => string;
  /** Returns true for headers that aren't read, and not mentioned either. */
  isReadOnly: (header: string) => boolean;
  /** The column with people's names or the like. */
  named: Column;
  empty: () => string;
  tooMany: () => string;
}

type ReadCsv<Column extends string> =
  | { rows: CsvRow<Column>[]; ignored: string[]; file: CsvFile }
  | { problem: string };

/**
 * Reads a file with a header. Rows without any text are left out.
 * @param bytes Cells separated by commas, semicolons or tabs.
 * @param chosen The encoding, if not the recognised one.
 */
export function parseCsv<Column extends string>(
  bytes: Uint8Array,
  columnsRead: CsvColumnRules<Column>,
  chosen?: CsvEncoding,
): ReadCsv<Column> {
  if (bytes.length > MAX_BYTES_PER_CSV_FILE) return { problem: t('fileTooLarge') };
  const recognised = recognisedEncoding(bytes);
  const encoding = chosen ?? recognised;
  const text = decodedText(bytes, encoding);
  if (text === undefined) return { problem: t('fileIsntCsvFile') };
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  const [broken] = errors.filter(({ type }) => type === 'Quotes');
  if (broken) return { problem: t('quotationNotClosed', { row: (broken.row ?? 0) + 1 }) };
  const [header = [], ...lines] = data;
  const table = parseTableRows(
    header,
    lines.map((cells, at) => ({ row: at + 2, cells })),
    columnsRead,
  );
  if ('problem' in table) return table;
  const names = table.rows.flatMap(({ cells }) => cells[columnsRead.named] ?? []);
  const { rows, ignored, lines: kept } = table;
  return { rows, ignored, file: { encoding, recognised, header, lines: kept, names: tellingOf(names) } };
}

type ReadRows<Column extends string> =
  | { rows: CsvRow<Column>[]; ignored: string[]; lines: ReadonlyMap<number, readonly string[]> }
  | { problem: string };

/** Reads the rows of a table with a header. Rows without any text are left out. */
export function parseTableRows<Column extends string>(
  header: readonly string[],
  lines: readonly { row: number; cells: readonly string[] }[],
  { columnOf, required, missing, isReadOnly, empty, tooMany }: CsvColumnRules<Column>,
): ReadRows<Column> {
  const columns = header.map(columnOf);
  if (required.some((column) => !columns.includes(column))) return { problem: missing() };
  const twice = columns.find((name, at) => name !== undefined && columns.indexOf(name) !== at);
  if (twice !== undefined) return { problem: t('columnTwice', { column: twice }) };
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) return { problem: empty() };
  if (filled.length > MAX_ROWS_PER_CSV_FILE) return { problem: tooMany() };
  const rows = filled.map(({ row, cells }) => ({ row, cells: cellsOf(columns, cells) }));
  const ignored = header.filter((name, at) => columns[at] === undefined && name !== '' && !isReadOnly(name));
  return { rows, ignored, lines: new Map(filled.map((line) => [line.row, line.cells])) };
}

const MOST_NAMES = 3;

const tellingOf = (names: readonly string[]) =>
  [...new Set([...names.filter((name) => /[^ -~]/u.test(name)), ...names])].slice(0, MOST_NAMES);

/** Returns a header or word as it is compared: in lower case, with underscores. */
export const normalizeCsvHeader = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_');

function cellsOf<Column extends string>(columns: readonly (Column | undefined)[], cells: readonly string[]) {
  const named: Partial<Record<Column, string>> = {};
  columns.forEach((name, at) => {
    const value = removeCsvFormulaApostrophe(cells[at] ?? '').trim();
    if (name !== undefined && value !== '') named[name] = value;
  });
  return named;
}
