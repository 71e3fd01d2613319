import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { evidenceOn, fileOf } from '../evidence/evidence-fixture.ts';
import { isCompletedPathFile } from '../evidence/pack/paths-in-pack.ts';
import { verifyPack } from '../evidence/pack/verify-pack.ts';
import { recordPathCompletions } from '../evidence/record-path-completions.ts';
import { dayIn } from '../assignments/assignments-fixture.ts';

const server = await startTestServer();
const { completed, get, packOf } = evidenceOn(server);

/** A workspace in which Ana completed a module, and so the path of it. */
async function setUp() {
  const place = await completed();
  const { workspace, module, person } = place;
  const admin = await server.as('super_admin', workspace);
  const path = await admin.paths.create.mutate({ title: 'First days', steps: [{ module_id: module.id }] });
  await admin.paths.assign.mutate({ path_id: path.id, to: { kind: 'user', user_id: person.id } });
  const cause = { ...server.make.contextOf(workspace), now: new Date() };
  await createWorkspaceEntityManager(cause).transactional((em) => recordPathCompletions(em, cause, null));
  const { rows } = await server.db.pool.query<{ id: string }>('select id from path_completions where user_id = $1', [
    person.id,
  ]);
  return { ...place, admin, id: rows[0]!.id };
}
let place: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  place = await setUp();
});

const verify = async (pack: Uint8Array) => verifyPack(await fileOf(pack));
const problemsOf = async (files: Record<string, Uint8Array>) => (await verify(zipSync(files, { level: 0 }))).problems;

// rules/paths 9, rules/evidence 4 and 5
test('a pack has the certificate of each completed path and its data, which its log binds; a pack of a module has none', async () => {
  const { workspace, id, person, module } = place;
  const pack = await packOf(workspace);
  expect(await verify(pack)).toMatchObject({ valid: true, problems: [], completions: 1, paths: 1 });
  const files = unzipSync(pack);
  expect(Object.keys(files).filter(isCompletedPathFile).toSorted()).toEqual([
    'paths.csv',
    `paths/${id}.json`,
    `paths/${id}.pdf`,
  ]);
  expect(strFromU8(files[`paths/${id}.pdf`]!.subarray(0, 5))).toBe('%PDF-');
  const [, row] = strFromU8(files['paths.csv']!).split('\r\n');
  expect(row).toMatch(new RegExp(`^"${id}","Ana Souza",.*,"First days","1",.*,"1","0"$`));
  for (const [query, completions, paths] of [
    [`user_id=${person.id}`, 1, 1],
    [`module_id=${module.id}`, 1, 0],
    // It is of the day of the last module.
    ['from=2026-03-01&to=2026-03-01', 1, 1],
    [`from=2026-03-02&to=${dayIn(0)}`, 0, 0],
  ] as const)
    expect(await verify(await packOf(workspace, `?${query}`)), query).toMatchObject({
      valid: true,
      completions,
      paths,
    });
});

// rules/users 25
test('an export of a person has the certificates of their paths', async () => {
  const { workspace, id, person } = place;
  const { email } = await server.make.user(workspace, { role: 'super_admin' });
  const { bytes } = await get(workspace, email, `/people/${person.id}/export`);
  expect(Object.keys(unzipSync(bytes))).toContain(`certificates/certificate-${id}.pdf`);
});

// rules/evidence 5
test('a pack whose completed path was changed, left out or added shows', async () => {
  const { workspace, id, person } = place;
  const pack = unzipSync(await packOf(workspace));
  const name = `paths/${id}.json`;
  const changed = { ...pack, [name]: strToU8(strFromU8(pack[name]!).replace('First days', 'Last days')) };
  expect(await problemsOf(changed)).toContain(`${name} is not what the audit log binds`);
  const { [name]: _, ...lacking } = pack;
  expect(await problemsOf(lacking)).toContain(`${name} is missing: the audit log has it`);
  const { [`paths/${id}.pdf`]: pdf, ...without } = pack;
  expect(await problemsOf(without)).toContain(`paths/${id}.pdf is missing`);
  const more = `paths/${person.id}.pdf`;
  expect(await problemsOf({ ...pack, [more]: pdf! })).toContain(`${more} is of no completed path in the audit log`);
  const table = strToU8(strFromU8(pack['paths.csv']!).replace('Ana', 'Eva'));
  expect(await problemsOf({ ...pack, 'paths.csv': table })).toContain(
    'paths.csv is not what follows from the evidence',
  );
});
