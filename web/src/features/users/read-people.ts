import { plainCell } from '@training/shared/csv';
import { Role } from '@training/shared/permissions';
import { Id } from '@training/shared/primitives';
import { ImportedPerson } from '@training/shared/users/people';
import Papa from 'papaparse';
import { z } from 'zod';
import { roleName } from '../../lib/roles.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');
const inExports = translatorOf('exports');

/** The encodings of CSV files. Excel on Windows saves “CSV” in the one of the system's language. */
export const Encoding = z.enum(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'utf-16le', 'utf-16be']);
export type Encoding = z.infer<typeof Encoding>;

export const encodingName = (encoding: Encoding): string => t(`encoding.${encoding}`);

/** Returns the encoding by byte order mark, UTF-8 if the bytes are valid, or the most common one of Windows. */
function recognisedEncoding(bytes: Uint8Array): Encoding {
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
function decodedText(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? undefined : text;
}

/** The maximum number of people and bytes per file. Larger HR systems use the API. */
export const MOST_ROWS = 5_000;
export const MOST_BYTES = 2 * 1024 * 1024;

/** A valid row, or the reason why it is invalid. */
export type ReadRow = { row: number; person: ImportedPerson } | { row: number; email: string; refused: string };

/** A file as it was read, to show and to return its rows. */
export interface PeopleFile {
  encoding: Encoding;
  recognised: Encoding;
  header: readonly string[];
  /** The cells by row number. */
  lines: ReadonlyMap<number, readonly string[]>;
  /** Up to three names, those with letters beyond ASCII first: they show a wrong encoding. */
  names: readonly string[];
}

type ReadPeople = { rows: ReadRow[]; ignored: string[]; file: PeopleFile } | { problem: string };

/** Column names accepted from spreadsheets and HR systems. */
const NAMES = new Map(
  Object.entries<keyof Cells>({
    email: 'email',
    e_mail: 'email',
    email_address: 'email',
    mail: 'email',
    full_name: 'full_name',
    name: 'full_name',
    role: 'role',
    department: 'department',
    status: 'status',
  }),
);

/** Columns that an export writes in the reader's language, and that are read. */
const EXPORTED = ['email', 'full_name', 'role', 'department', 'status'] as const;

const columnOf = (name: string): keyof Cells | undefined =>
  NAMES.get(keyOf(name)) ?? EXPORTED.find((column) => keyOf(inExports(`column.${column}`)) === keyOf(name));

/** Returns columns of our own export and of refused rows that are read-only, and ignored. */
const readOnlyColumns = () => [
  'added',
  'last_sign_in',
  'row',
  'reason',
  keyOf(inExports('column.added')),
  keyOf(inExports('column.last_sign_in')),
];

type Cells = Partial<Record<'email' | 'full_name' | 'role' | 'department' | 'status', string>>;
type Department = { id: string; name: string };

/**
 * Parses a file of people, row by row. Empty cells mean no change.
 * @param bytes Cells separated by commas, semicolons or tabs.
 * @param chosen The encoding, if not the recognised one.
 */
export function readPeople(bytes: Uint8Array, departments: readonly Department[], chosen?: Encoding): ReadPeople {
  if (bytes.length > MOST_BYTES) return { problem: t('fileTooLarge') };
  const recognised = recognisedEncoding(bytes);
  const encoding = chosen ?? recognised;
  const text = decodedText(bytes, encoding);
  if (text === undefined) return { problem: t('fileIsntCsvFile') };
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false });
  const [broken] = errors.filter(({ type }) => type === 'Quotes');
  if (broken) return { problem: t('quotationNotClosed', { row: (broken.row ?? 0) + 1 }) };
  const [header = [], ...lines] = data;
  const columns = header.map(columnOf);
  if (!columns.includes('email')) {
    return { problem: t('firstRowMustName') };
  }
  const twice = columns.find((name, at) => name !== undefined && columns.indexOf(name) !== at);
  if (twice !== undefined) return { problem: t('columnTwice', { column: twice }) };
  const filled = lines
    .map((cells, at) => ({ row: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) return { problem: t('thereNoPeopleFile') };
  if (filled.length > MOST_ROWS) {
    return { problem: t('tooManyPeople', { most: MOST_ROWS }) };
  }
  const known = new Map(departments.flatMap(({ id, name }) => [[name.toLowerCase(), id] as const, [id, id] as const]));
  const seen = new Map<string, number>();
  const rows = filled.map(({ row, cells }) => unlessTwice(readRow(row, cellsOf(columns, cells), known), seen));
  const isReadOnly = (name: string) => readOnlyColumns().includes(keyOf(name));
  const ignored = header.filter((name, at) => columns[at] === undefined && name !== '' && !isReadOnly(name));
  const lineOf = new Map(filled.map((line) => [line.row, line.cells]));
  return { rows, ignored, file: { encoding, recognised, header, lines: lineOf, names: namesIn(columns, filled) } };
}

const MOST_NAMES = 3;

function namesIn(columns: readonly (keyof Cells | undefined)[], lines: readonly { cells: string[] }[]): string[] {
  const names = lines.flatMap(({ cells }) => cellsOf(columns, cells).full_name ?? []);
  const telling = names.filter((name) => /[^ -~]/u.test(name));
  return [...new Set([...telling, ...names])].slice(0, MOST_NAMES);
}

const rolesToUse = () =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(Role.options.map((role) => roleName(role)));

const keyOf = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_');

function cellsOf(columns: readonly (keyof Cells | undefined)[], cells: readonly string[]): Cells {
  const named: Cells = {};
  columns.forEach((name, at) => {
    const value = plainCell(cells[at] ?? '').trim();
    if (name !== undefined && value !== '') named[name] = value;
  });
  return named;
}

function readRow(row: number, cells: Cells, departments: ReadonlyMap<string, string>): ReadRow {
  const { email = '', full_name, role, department, status } = cells;
  const refused = (why: string) => ({ row, email, refused: why });
  const roleGiven = role === undefined ? undefined : roleOf(role);
  if (role !== undefined && roleGiven === undefined) {
    return refused(t('unknownRole', { role, roles: rolesToUse() }));
  }
  const departmentGiven = department === undefined ? undefined : departments.get(department.toLowerCase());
  if (department !== undefined && departmentGiven === undefined) {
    return refused(t('unknownDepartment', { department }));
  }
  const statusGiven = status === undefined ? undefined : statusOf(status);
  if (status !== undefined && statusGiven === undefined) {
    return refused(t('unknownStatus', { status }));
  }
  const person = ImportedPerson.safeParse({
    email,
    ...(full_name !== undefined && { full_name }),
    ...(roleGiven !== undefined && { role: roleGiven }),
    ...(departmentGiven !== undefined && { department_id: Id.parse(departmentGiven) }),
    ...(statusGiven !== undefined && { deactivate: statusGiven === 'inactive' }),
  });
  if (person.success) return { row, person: person.data };
  const [issue] = person.error.issues;
  const field = String(issue?.path[0]);
  const column = EXPORTED.find((each) => each === field);
  return refused(`${column === undefined ? field : inExports(`column.${column}`)}: ${issue?.message}`);
}

const statusOf = (words: string) =>
  (['active', 'inactive'] as const).find((status) =>
    [status, inExports(`status.${status}`)].map(keyOf).includes(keyOf(words)),
  );

/** Parses a role by its API name, its console name or its name in an export. */
function roleOf(words: string): Role | undefined {
  const asked = keyOf(words);
  return Role.options.find((role) => [role, roleName(role), inExports(`role.${role}`)].map(keyOf).includes(asked));
}

function unlessTwice(read: ReadRow, seen: Map<string, number>): ReadRow {
  if (!('person' in read)) return read;
  const { row, person } = read;
  const first = seen.get(person.email);
  if (first !== undefined) return { row, email: person.email, refused: t('sameMailAsRow', { row: first }) };
  seen.set(person.email, row);
  return read;
}
