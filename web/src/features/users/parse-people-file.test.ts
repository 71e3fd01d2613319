import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { expect, test } from 'vitest';
import { type CsvEncoding, MAX_BYTES_PER_CSV_FILE, MAX_ROWS_PER_CSV_FILE } from '../imports/csv-file.ts';
import { createRefusedRowsCsv } from '../imports/refused-rows.ts';
import { parsePeopleFile } from './parse-people-file.ts';
import { collectPersonRefusalsByRow } from './refused-people.ts';

const WAREHOUSE = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const departments = [{ id: WAREHOUSE, name: 'Warehouse, north' }];

function read(text: string) {
  const found = parsePeopleFile(new TextEncoder().encode(text), departments);
  return 'problem' in found ? found : { rows: found.rows, ignored: found.ignored };
}

function rowsOf(text: string) {
  const found = read(text);
  if ('problem' in found) throw new Error(found.problem);
  return found.rows;
}

test('our own export reads back as it is, formulas and marks included', () => {
  const rows = [
    ['email', 'full_name', 'role', 'department', 'manager', 'status', 'added', 'last_sign_in'],
    ['+ana@example.com', '=1+1', 'trainer', 'Warehouse, north', '', 'active', '2026-01-01T00:00:00.000Z', ''],
    ['bo@example.com', 'Bo "B" O’Neil', 'learner', '', '+ana@example.com', 'inactive', '2026-01-01T00:00:00.000Z', ''],
  ];
  expect(read(CSV_BYTE_ORDER_MARK + rows.map(toCsvRow).join(''))).toEqual({
    ignored: [],
    rows: [
      {
        row: 2,
        person: {
          email: '+ana@example.com',
          full_name: '=1+1',
          role: 'trainer',
          department_id: WAREHOUSE,
          deactivate: false,
        },
      },
      {
        row: 3,
        person: {
          email: 'bo@example.com',
          full_name: 'Bo "B" O’Neil',
          role: 'learner',
          manager: { email: '+ana@example.com' },
          deactivate: true,
        },
      },
    ],
  });
});

// rules/managers 1
test('a manager is named by e-mail or employee number, and an empty cell names none', () => {
  const found = rowsOf(
    'email,manager\na@example.com,B@example.com\nb@example.com,004711\nc@example.com,\nd@example.com,@\n',
  );
  expect(found).toMatchObject([
    { person: { manager: { email: 'b@example.com' } } },
    { person: { manager: { external_id: '004711' } } },
    { person: { email: 'c@example.com' } },
    { refused: expect.stringMatching(/^manager: /) },
  ]);
  expect(found[2]).not.toHaveProperty('person.manager');
});

test('columns named like what every object has are ignored by name, as all that are unknown', () => {
  const inherited = ['__proto__', 'constructor', 'toString', 'has-own property'];
  const found = read(`constructor,email,${inherited.join(',')}\nx,ana@example.com,a,b,c,d\n`);
  expect(found).toEqual({
    ignored: ['constructor', ...inherited],
    rows: [{ row: 2, person: { email: 'ana@example.com' } }],
  });
});

test.each([',', ';', '\t'])('cells between “%s” are told apart, and columns come in any order', (between) => {
  const text = [
    ['Name', 'E-mail', 'Shoe size'].join(between),
    ['Ana', 'ANA@example.com', '38'].join(between),
    ['Bo', 'bo@example.com', '44'].join(between),
  ].join('\r\n');
  expect(read(text)).toEqual({
    ignored: ['Shoe size'],
    rows: [
      { row: 2, person: { email: 'ana@example.com', full_name: 'Ana' } },
      { row: 3, person: { email: 'bo@example.com', full_name: 'Bo' } },
    ],
  });
});

// rules/users 15
test('an empty cell says nothing, and an empty row is none', () => {
  const text = 'email,full_name,role,department,status\nana@example.com,,,,\n,,,,\n\nbo@example.com,Bo,,,\n';
  expect(rowsOf(text)).toEqual([
    { row: 2, person: { email: 'ana@example.com' } },
    { row: 5, person: { email: 'bo@example.com', full_name: 'Bo' } },
  ]);
});

test('a role is read as the console calls it too', () => {
  const rows = rowsOf('email,role\na@example.com,Super admin\nb@example.com,content_manager\n');
  expect(rows).toMatchObject([{ person: { role: 'super_admin' } }, { person: { role: 'content_manager' } }]);
});

test.each([
  ['nobody,Ana,,,', 'email'],
  [',Ana,,,', 'email'],
  ['a@example.com,Ana,emperor,,', 'Unknown role “emperor”'],
  ['a@example.com,Ana,,Moon,', 'There is no department “Moon”'],
  ['a@example.com,Ana,,,gone', 'neither “active” nor “inactive”'],
  ['b@example.com,Ana,,,', 'Same e-mail as row 2'],
])('a row is refused for what is wrong with it: %s', (line, why) => {
  const rows = rowsOf(`email,full_name,role,department,status\nB@example.com,Bo,,,\n${line}\n`);
  expect(rows[0]).toMatchObject({ person: { email: 'b@example.com' } });
  expect(rows[1]).toMatchObject({ row: 3, refused: expect.stringContaining(why) });
});

test.each([
  ['name,role\nAna,learner\n', 'one of them must be “email”'],
  ['', 'one of them must be “email”'],
  ['email,mail\na@example.com,b@example.com\n', 'Two columns say email'],
  ['email\n\n', 'no people'],
  ['email,name\na@example.com,"Ana\nb@example.com,Bo\n', 'not closed'],
])('a file that cannot be read says why: %j', (text, why) => {
  expect(read(text)).toEqual({ problem: expect.stringContaining(why) });
});

// rules/users 15
test('a file that is too long is refused', () => {
  const many = `email\n${Array.from({ length: MAX_ROWS_PER_CSV_FILE + 1 }, (_, n) => `p${n}@example.com\n`).join('')}`;
  expect(read(many)).toEqual({ problem: expect.stringContaining('more than 5,000 people') });
  expect(parsePeopleFile(new Uint8Array(MAX_BYTES_PER_CSV_FILE + 1), [])).toEqual({
    problem: expect.stringContaining('2 MiB'),
  });
});

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const HEADER = [...new TextEncoder().encode('email,name\nana@example.com,')];

function encoded(hex: string, chosen?: CsvEncoding) {
  const found = parsePeopleFile(Uint8Array.from([...HEADER, ...bytesOf(hex)]), departments, { encoding: chosen });
  if ('problem' in found) throw new Error(found.problem);
  return found.file;
}

test('a file that isn’t UTF-8 is read as Windows-1252, with the names to check it by', () => {
  // “Zoë Müller–€”
  const file = encoded('5a6feb204dfc6c6c65729680');
  expect(file).toMatchObject({ encoding: 'windows-1252', recognised: 'windows-1252', names: ['Zoë Müller–€'] });
});

test.each([
  ['windows-1250', '4af37a65662047b36f77', 'Józef Głow'],
  ['windows-1251', 'cee2e0ed', 'Ован'],
] as const)('a file is read in the chosen encoding %s', (encoding, hex, name) => {
  expect(encoded(hex, encoding)).toMatchObject({ encoding, recognised: 'windows-1252', names: [name] });
});

test.each(['utf-16le', 'utf-16be'] as const)('%s is recognised by its byte order mark', (encoding) => {
  const units = Array.from('\uFEFFemail;name\r\nana@example.com;Łucja 李', (letter) => letter.charCodeAt(0));
  const bytes = units.flatMap((unit) => (encoding === 'utf-16le' ? [unit % 256, unit >> 8] : [unit >> 8, unit % 256]));
  const found = parsePeopleFile(Uint8Array.from(bytes), departments);
  expect(found).toMatchObject({
    rows: [{ row: 2, person: { email: 'ana@example.com', full_name: 'Łucja 李' } }],
    file: { encoding, recognised: encoding },
  });
});

test('UTF-8 stays UTF-8, and a spreadsheet file is refused', () => {
  expect(encoded('c3a9')).toMatchObject({ encoding: 'utf-8', names: ['é'] });
  const xlsx = bytesOf('504b030414000600080000002100ff');
  expect(parsePeopleFile(xlsx, departments)).toEqual({ problem: expect.stringContaining('isn’t a CSV file') });
});

test('refused rows are a CSV file with row numbers, all cells and reasons, which runs no formula and reads back', () => {
  const text =
    'name,email,role,shoe\n=1+1,ana@example.com,,38\n\n"B ""o""",bo@example.com,king\nCy,cy@example.com,,40\n';
  const found = parsePeopleFile(new TextEncoder().encode(text), departments);
  if ('problem' in found) throw new Error(found.problem);
  const outcome = { user_id: null, full_name: '', result: null, changes: {} };
  const reasons = collectPersonRefusalsByRow(found.rows, [
    { ...outcome, external_id: null, email: 'ana@example.com', refused: { code: 'forbidden', detail: '=Not allowed' } },
    {
      ...outcome,
      external_id: null,
      email: 'bo@example.com',
      refused: { code: 'invalid_request', detail: 'Row 4: unknown' },
    },
  ]);
  const csv = createRefusedRowsCsv(found.file, reasons);
  expect(csv).toBe(
    CSV_BYTE_ORDER_MARK +
      '"row","name","email","role","shoe","reason"\r\n' +
      `"2","'=1+1","ana@example.com","","38","'=Not allowed"\r\n` +
      `"4","B ""o""","bo@example.com","king","","${roleProblem}"\r\n`,
  );
  expect(read(csv)).toMatchObject({ ignored: ['shoe'], rows: [{ row: 2, person: { full_name: '=1+1' } }, { row: 3 }] });
});

const roleProblem = 'Unknown role “king”. Use Learner, Trainer, Content manager, Auditor, or Super admin.';

// rules/users 15 and 21
test('where people need no address, a file with numbers goes by them, and a row without one by its e-mail', () => {
  const text = 'external_id,email,full_name\n1,,Ana\n2,ben@example.com,\n,carla@example.com,\n2,,Ben\n,,Nobody\n';
  const read = (mayLackEmail: boolean) => {
    const found = parsePeopleFile(new TextEncoder().encode(text), departments, { mayLackEmail });
    if ('problem' in found) throw new Error(found.problem);
    return found;
  };
  expect(read(true)).toMatchObject({
    key: 'external_id',
    rows: [
      { person: { external_id: '1', full_name: 'Ana' } },
      { person: { external_id: '2', email: 'ben@example.com' } },
      { person: { email: 'carla@example.com' } },
      { refused: 'Same employee number as row 3.' },
      { row: 6, refused: expect.stringContaining('email') },
    ],
  });
  const byEmail = read(false);
  expect(byEmail.key).toBe('email');
  expect(byEmail.rows[0]).toMatchObject({ email: '', refused: expect.stringContaining('email') });
});
