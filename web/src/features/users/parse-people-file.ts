import { Role } from '@training/shared/permissions';
import { Id } from '@training/shared/primitives';
import { PersonToImport, type ImportPeople } from '@training/shared/users/people';
import { type CsvFile, type CsvEncoding, MAX_ROWS_PER_CSV_FILE } from '../imports/csv-file.ts';
import { normalizeCsvHeader, parseCsv } from '../imports/parse-csv.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');
const inExports = translatorOf('exports');

/** A valid row, or the reason why it is invalid. */
export type PersonImportRow = { row: number; person: PersonToImport } | { row: number; email: string; refused: string };

type ReadPeople =
  | { rows: PersonImportRow[]; ignored: string[]; key: ImportPeople['key']; file: CsvFile }
  | { problem: string };

/** Column names accepted from spreadsheets and HR systems. */
const NAMES = new Map(
  Object.entries<keyof Cells>({
    email: 'email',
    e_mail: 'email',
    email_address: 'email',
    mail: 'email',
    external_id: 'external_id',
    employee_number: 'external_id',
    full_name: 'full_name',
    name: 'full_name',
    role: 'role',
    department: 'department',
    manager: 'manager',
    manager_email: 'manager',
    manager_external_id: 'manager',
    status: 'status',
  }),
);

/** Columns that an export writes in the reader's language, and that are read. */
const EXPORTED = ['email', 'external_id', 'full_name', 'role', 'department', 'manager', 'status'] as const;

const columnOf = (name: string): keyof Cells | undefined =>
  NAMES.get(normalizeCsvHeader(name)) ??
  EXPORTED.find((column) => normalizeCsvHeader(inExports(`column.${column}`)) === normalizeCsvHeader(name));

/** Returns columns of our own export and of refused rows that are read-only, and ignored. */
const readOnlyColumns = () => [
  'added',
  'last_sign_in',
  'row',
  'reason',
  normalizeCsvHeader(inExports('column.added')),
  normalizeCsvHeader(inExports('column.last_sign_in')),
];

type Cells = Partial<Record<(typeof EXPORTED)[number], string>>;
type Department = { id: string; name: string };

/**
 * Parses a file of people, row by row. Empty cells mean no change.
 * @param bytes Cells separated by commas, semicolons or tabs.
 * @param encoding The one chosen, if not the recognised one.
 * @param mayLackEmail People are found by number, and by e-mail only without one.
 */
export function parsePeopleFile(
  bytes: Uint8Array,
  departments: readonly Department[],
  { encoding, mayLackEmail = false }: { encoding?: CsvEncoding | undefined; mayLackEmail?: boolean } = {},
): ReadPeople {
  const read = parseCsv(
    bytes,
    {
      columnOf,
      required: mayLackEmail ? [] : ['email'],
      missing: () => t('firstRowMustName'),
      isReadOnly: (name) => readOnlyColumns().includes(normalizeCsvHeader(name)),
      named: 'full_name',
      empty: () => t('thereNoPeopleFile'),
      tooMany: () => t('tooManyPeople', { most: MAX_ROWS_PER_CSV_FILE }),
    },
    encoding,
  );
  if ('problem' in read) return read;
  const columns = read.file.header.map(columnOf);
  const key = mayLackEmail && columns.includes('external_id') ? 'external_id' : 'email';
  if (key === 'email' && !columns.includes('email')) return { problem: t('firstRowMustNameKey') };
  const known = new Map(departments.flatMap(({ id, name }) => [[name.toLowerCase(), id] as const, [id, id] as const]));
  const seen = new Map<string, number>();
  return { ...read, key, rows: read.rows.map(({ row, cells }) => unlessTwice(readRow(row, cells, known, key), seen)) };
}

const rolesToUse = () =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(Role.options.map((role) => roleNameOf(role)));

function readRow(
  row: number,
  cells: Cells,
  departments: ReadonlyMap<string, string>,
  key: ImportPeople['key'],
): PersonImportRow {
  const { external_id, full_name, role, department, manager, status } = cells;
  // A row without a key is refused for its missing e-mail.
  const email = cells.email ?? (key === 'external_id' && external_id !== undefined ? undefined : '');
  const refused = (why: string) => ({ row, email: email ?? external_id ?? '', refused: why });
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
  const person = PersonToImport.safeParse({
    ...(email !== undefined && { email }),
    ...(external_id !== undefined && { external_id }),
    ...(full_name !== undefined && { full_name }),
    ...(roleGiven !== undefined && { role: roleGiven }),
    ...(departmentGiven !== undefined && { department_id: Id.parse(departmentGiven) }),
    ...(manager !== undefined && {
      manager: manager.includes('@') ? { email: manager } : { external_id: manager },
    }),
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
    [status, inExports(`status.${status}`)].map(normalizeCsvHeader).includes(normalizeCsvHeader(words)),
  );

/** Parses a role by its API name, its console name or its name in an export. */
function roleOf(words: string): Role | undefined {
  const asked = normalizeCsvHeader(words);
  return Role.options.find((role) =>
    [role, roleNameOf(role), inExports(`role.${role}`)].map(normalizeCsvHeader).includes(asked),
  );
}

function unlessTwice(read: PersonImportRow, seen: Map<string, number>): PersonImportRow {
  if (!('person' in read)) return read;
  const { row, person } = read;
  const { email, external_id } = person;
  const name = email ?? external_id ?? '';
  for (const [same, key] of [
    ['sameMailAsRow', email && `email ${email}`],
    ['sameNumberAsRow', external_id && `external_id ${external_id}`],
  ] as const) {
    if (!key) continue;
    const first = seen.get(key);
    if (first !== undefined) return { row, email: name, refused: t(same, { row: first }) };
    seen.set(key, row);
  }
  return read;
}
