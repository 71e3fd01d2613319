import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { evidenceOn, fileOf } from '../evidence/evidence-fixture.ts';
import { isAttestedFile } from '../evidence/pack/attested-in-pack.ts';
import { verifyPack } from '../evidence/pack/verify-pack.ts';

const server = await startTestServer();
const { db, make } = server;
const { completed, get, packOf } = evidenceOn(server);

/** A workspace with a completion here, and Ben's past training. */
async function setUp() {
  const place = await completed();
  const { workspace, module, department } = place;
  const ben = await make.user(workspace, { fullName: 'Ben Okafor', departmentId: department.id });
  const admin = await server.as('super_admin', workspace);
  const enter = async (completed_on: string, source: string) => {
    const completion = { email: ben.email, module: module.id, completed_on, source, score: 0.7, reference: 'C-7' };
    const { results } = await admin.attested.enter.mutate({ completions: [completion] });
    return String('id' in results[0]! ? results[0].id : '');
  };
  const id = await enter('2026-06-01', 'Old system');
  const { rows } = await db.pool.query<{ id: string }>('select id from enrollments where attested_id = $1', [id]);
  return { ...place, ben, admin, enter, id, enrollmentId: rows[0]!.id };
}

const problemsOf = async (files: Record<string, Uint8Array>) => {
  const { problems } = await verifyPack(await fileOf(zipSync(files, { level: 0 })));
  return problems.filter((problem) => /attested/.test(problem));
};

// rules/attested 6, rules/evidence 4 and 5
test('a pack has past training in files of its own, which its log binds, withdrawn or not, and no certificate of it', async () => {
  const me = await setUp();
  const second = await me.enter('2025-02-01', 'Course in the classroom');
  await me.admin.attested.withdraw.mutate({ id: second, reason: 'Entered twice' });
  const pack = await packOf(me.workspace);
  expect(await verifyPack(await fileOf(pack))).toMatchObject({
    valid: true,
    problems: [],
    completions: 1,
    attested: 2,
  });
  const files = unzipSync(pack);
  expect(Object.keys(files).filter(isAttestedFile).toSorted()).toEqual(
    [`attested/${me.id}.json`, `attested/${second}.json`, 'attested.csv'].toSorted(),
  );
  const names = Object.keys(files).filter((name) => !isAttestedFile(name));
  expect(names.filter((name) => name.startsWith('certificates/'))).toHaveLength(1);
  expect(strFromU8(files['completions.csv']!)).not.toContain('Ben Okafor');
  const table = strFromU8(files['attested.csv']!).split('\r\n');
  expect(table[1]).toContain('"2025-02-01"');
  expect(table[1]).toContain('"Entered twice"');
  expect(table[2]).toMatch(/"Ben Okafor".*"2026-06-01".*"Old system","C-7","0\.7"/);

  const ofAna = await packOf(me.workspace, `?user_id=${me.person.id}`);
  expect(await verifyPack(await fileOf(ofAna))).toMatchObject({ valid: true, completions: 1, attested: 0 });
  const ofDays = await packOf(me.workspace, '?from=2026-05-01&to=2026-06-01');
  expect(await verifyPack(await fileOf(ofDays))).toMatchObject({ valid: true, completions: 0, attested: 1 });
});

// rules/evidence 5
test('a pack whose past training was changed, left out, added or made a completion is refused', async () => {
  const me = await setUp();
  const files = () => packOf(me.workspace).then((pack) => ({ ...unzipSync(pack) }));
  const name = `attested/${me.id}.json`;
  const changed = await files();
  changed[name] = strToU8(strFromU8(changed[name]!).replace('Old system', 'Our system'));
  expect(await problemsOf(changed)).toContain(`${name} is not what the audit log binds`);
  const { [name]: file, ...lacking } = await files();
  expect(await problemsOf(lacking)).toContain(`${name} is missing: the audit log has it`);
  const added = await files();
  added[`attested/${me.person.id}.json`] = file!;
  expect(await problemsOf(added)).toContain(
    `attested/${me.person.id}.json is of no attested completion in the audit log`,
  );
  const retold = await files();
  retold['attested.csv'] = strToU8(strFromU8(retold['attested.csv']!).replace('0.7', '1'));
  expect(await problemsOf(retold)).toContain('attested.csv is not what follows from the evidence');
  const fewer = await files();
  const manifest = JSON.parse(strFromU8(fewer['manifest.json']!));
  fewer['manifest.json'] = strToU8(JSON.stringify({ ...manifest, attested: 0 }, null, 2));
  expect(await problemsOf(fewer)).toContain('manifest.json names another number of attested completions');
});

// rules/attested 6
test('the record of past training says who attests it, for whoever sees the certificate, and never looks like one', async () => {
  const { workspace, ben, enrollmentId, enrollment, person, department, id } = await setUp();
  const path = `/certificates/${enrollmentId}`;
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  const certificate = (await get(workspace, person.email, `/certificates/${enrollment.id}`)).bytes;
  const heading = 'Certificate of completion';
  expect(Buffer.from(certificate).toString('latin1')).toContain(heading);
  for (const { email } of [ben, trainer]) {
    const { response, bytes } = await get(workspace, email, path);
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('past-training'),
    ]);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toContain(heading);
    expect(text).toContain('attested.json');
    expect(text).toContain('Record of past training');
    expect(text).toContain('Old system');
    expect(text).toContain(id);
  }
  const stranger = await make.user(workspace);
  expect((await get(workspace, stranger.email, path)).response.status).toBe(404);
});
