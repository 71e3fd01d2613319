import { expect, test } from 'vitest';
import { createRefusedRowsCsv } from '../imports/refused-rows.ts';
import { parsePastTrainingFile } from './parse-past-training-file.ts';

const HEAD = 'email,module,completed_on,source,reference,score';

function read(text: string) {
  const found = parsePastTrainingFile(new TextEncoder().encode(text));
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

const problemOf = (text: string) => {
  const found = parsePastTrainingFile(new TextEncoder().encode(text));
  return 'problem' in found ? found.problem : undefined;
};

// rules/attested 5
test('a file of past training is read by its columns, in any order, with days and scores as spreadsheets write them', () => {
  const { rows, ignored } = read(
    'Source;Score;E-mail;Module;Date;Shoe\n' +
      'Old system;85 %;Ana@Example.com;First Aid;2025-09-30;38\n' +
      'Old system;0,85;bo@example.com;First Aid;1.9.2025;\n' +
      ';;;;;\n' +
      "'=Vendor;1;bo@example.com;First Aid;30.09.2025;\n",
  );
  expect(ignored).toEqual(['Shoe']);
  const of = { module: 'First Aid', source: 'Old system' };
  expect(rows).toEqual([
    { row: 2, completion: { ...of, email: 'ana@example.com', completed_on: '2025-09-30', score: 0.85 } },
    { row: 3, completion: { ...of, email: 'bo@example.com', completed_on: '2025-09-01', score: 0.85 } },
    {
      row: 5,
      completion: { ...of, email: 'bo@example.com', completed_on: '2025-09-30', score: 1, source: '=Vendor' },
    },
  ]);
});

test('a row with a wrong day, score or e-mail is refused, with what to enter', () => {
  const { rows } = read(
    [
      HEAD,
      'ana@example.com,First Aid,9/30/2025,Old system,,',
      'ana@example.com,First Aid,2025-02-30,Old system,,',
      'ana@example.com,First Aid,1949-01-01,Old system,,',
      'ana@example.com,First Aid,2025-09-30,Old system,,good',
      'ana@example.com,First Aid,2025-09-30,Old system,,120 %',
      'ana,First Aid,2025-09-30,Old system,,',
      'ana@example.com,,2025-09-30,Old system,,',
    ].join('\n'),
  );
  expect(rows.map((row) => 'refused' in row && row.refused)).toEqual([
    '“9/30/2025” is no day. Enter it as 2025-09-30.',
    expect.stringMatching(/^completed_on: /),
    'completed_on: Enter a day from 1950 on',
    '“good” is no score. Enter it as 0.85 or 85 %.',
    expect.stringMatching(/^score: /),
    expect.stringMatching(/^email: /),
    expect.stringMatching(/^module: /),
  ]);
});

test('a file without one of the columns, without rows or with too many is refused as a whole', () => {
  expect(read('external_id,module,date,source\n0047,First Aid,2025-09-30,Old').rows).toEqual([
    { row: 2, completion: { external_id: '0047', module: 'First Aid', completed_on: '2025-09-30', source: 'Old' } },
  ]);
  expect(problemOf('email,module,source\na@example.com,First Aid,Old')).toMatch(/“completed_on”/);
  expect(problemOf(HEAD)).toBe('There are no rows in the file.');
  expect(problemOf(`${HEAD}\n${'a@example.com,M,2025-09-30,S,,\n'.repeat(5_001)}`)).toMatch(/more than 5,000 rows/);
  expect(problemOf(`${HEAD},Date\na@example.com,M,2025-09-30,S,,,`)).toMatch(/Two columns say completed_on/);
});

test('refused rows can be corrected and read again', () => {
  const { file } = read(`${HEAD}\nana@example.com,First Aid,2025-09-30,Old system,,`);
  const csv = createRefusedRowsCsv(file, new Map([[2, 'There is no such module']]));
  expect(read(csv)).toMatchObject({ ignored: [], rows: [{ row: 2, completion: { module: 'First Aid' } }] });
});
