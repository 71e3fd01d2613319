import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../../test/server.ts';
import { tamper } from '../../../../test/tamper.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { SigningPublicKey } from '../../../platform/encryption/signing-key.ts';
import { commandsWith } from '../../../../test/wtp.ts';
import { extendAuditChains } from '../../audit/chain/extend-chain.ts';
import { evidenceOn, fileOf } from '../evidence-fixture.ts';
import { recordMissingEvidenceOfAllWorkspaces } from '../record-missing-evidence-of-many.ts';
import { recordMissingEvidence, updateEvidence } from '../record-evidence.ts';
import { findEvidenceProblems } from '../find-evidence-problems.ts';
import { forged, inserted, localEntry, placesIn, type Files } from './forged-fixture.ts';
import type { Manifest } from './manifest.ts';
import { verifyPack } from './verify-pack.ts';
import { streamZipArchive, type ZipEntry } from '../../../platform/zip.ts';

const server = await startTestServer();
const { db, make } = server;
const { completed, completion, packOf, get, auditorOf } = evidenceOn(server);
const Problem = z.object({ code: z.string(), detail: z.string() });
const verify = async (pack: Uint8Array, expected = {}) => verifyPack(await fileOf(pack), expected);

/** A pack of one completion, which the attacks share. */
async function packed() {
  const made = await completed();
  return { ...made, name: `evidence/${made.enrollment.id}.json`, pack: await packOf(made.workspace) };
}
let given: Awaited<ReturnType<typeof packed>>;
beforeAll(async () => {
  given = await packed();
});

const replaced = (name: RegExp, from: string, to: string) => (files: Files) => {
  for (const [each, text] of files) if (name.test(each)) files.set(each, text.replaceAll(from, to));
};
const removed = (name: RegExp) => (files: Files) => {
  for (const each of files.keys()) if (name.test(each)) files.delete(each);
};
const none = (manifest: Manifest) => void (manifest.completions = 0);
/** Leaves no completion. */
function emptied(files: Files) {
  removed(/^evidence|^certificates/)(files);
  for (const [name, text] of files) if (name.endsWith('.csv')) files.set(name, `${text.split('\r\n')[0]}\r\n`);
}
function narrowed(manifest: Manifest, scope: Manifest['scope']) {
  none(manifest);
  manifest.scope = scope;
}

test('a pack that nobody touched is valid, and so is one that somebody else signed but did not change', async () => {
  expect(await verify(given.pack)).toMatchObject({ valid: true, completions: 1, problems: [], key_expected: null });
  expect(await verify(forged(given.pack, () => {}))).toMatchObject({ valid: true });
});

test.each<[string, (files: Files) => void, ((manifest: Manifest) => void)?]>([
  ['the name rewritten in evidence and table', replaced(/^evidence|csv$/, 'Ana Souza', 'Eva Souza')],
  ['the score rewritten in evidence and table', replaced(/^evidence|csv$/, '"score":1', '"score":0.9')],
  ['the name rewritten in the table alone', replaced(/completions/, 'Ana Souza', 'Eva Souza')],
  ['an approval added', (files) => files.set('approvals.csv', `${files.get('approvals.csv')}"Forged"\r\n`)],
  ['the evidence dropped', removed(/^evidence|^certificates/), none],
  ['the certificate dropped', removed(/^certificates/)],
  ['another certificate beside it', (files) => files.set('certificates/more.pdf', '%PDF')],
  ['other evidence beside it', (files) => files.set('evidence/more.json', '{}')],
  ['a file that no pack has', (files) => files.set('COMPLETIONS.csv', 'Forged')],
  ['an event rewritten', replaced(/audit-log/, 'Lockout', 'Ladders')],
  ['an event taken out', (files) => files.set('audit-log.jsonl', files.get('audit-log.jsonl')!.replace(/^.*\n/, ''))],
  [
    'a key twice in an event',
    replaced(/audit-log/, '"action":"workspace', '"action":"user.created","action":"workspace'),
  ],
  ['another number of completions', () => {}, none],
  ['a time zone that there is not', () => {}, (manifest) => void (manifest.time_zone = 'Mars/Olympus')],
  ['a later end of the log', () => {}, (manifest) => void (manifest.audit.entries += 1)],
  ['another README', (files) => files.set('README.txt', 'Ana failed everything')],
  ['another name of the workspace', () => {}, (manifest) => void (manifest.workspace.name = 'Forged Ltd')],
  ['another slug of the workspace', () => {}, (manifest) => void (manifest.workspace.slug = 'forged')],
  ['the scope of a person who is made up', emptied, (manifest) => narrowed(manifest, { user_id: newId() })],
  ['the scope of a module that is made up', emptied, (manifest) => narrowed(manifest, { module_id: newId() })],
])('%s, with new hashes and the same head, shows', async (_, change, changeManifest) => {
  const forgery = forged(given.pack, change, changeManifest);
  const { valid, problems } = await verify(forgery);
  expect({ valid, problems }).toEqual({ valid: false, problems: expect.arrayContaining([expect.any(String)]) });
});

// rules/evidence 5
test('a completion replaced by its hash shows in a pack of a workspace, where every event stands in full', async () => {
  const forgery = forged(
    given.pack,
    (files) => {
      removed(/^evidence|^certificates/)(files);
      const lines = files.get('audit-log.jsonl')!.split('\n');
      const hidden = lines.map((line) => (line.includes('module_completed') ? '{"event_hash":"00"}' : line));
      files.set('audit-log.jsonl', hidden.join('\n'));
    },
    none,
  );
  expect((await verify(forgery)).problems).toContainEqual(expect.stringContaining('lacks its event'));
});

const FORGERY = 'The evidence of somebody else';

// rules/evidence 5
test.each<[string, (pack: Uint8Array) => Uint8Array]>([
  ['a forged entry before the first', (pack) => inserted(pack, 0, localEntry(given.name, FORGERY))],
  ['a forged entry between two', (pack) => inserted(pack, placesIn(pack).second, localEntry(given.name, FORGERY))],
  ['a forged entry before the directory', (pack) => inserted(pack, placesIn(pack).directory, localEntry('x', FORGERY))],
  ['a whole archive in front', (pack) => inserted(pack, 0, zipSync({ [given.name]: strToU8(FORGERY) }))],
  ['a whole archive in front, offsets as they were', (pack) => Buffer.concat([zipSync({ a: strToU8(FORGERY) }), pack])],
  ['something behind its end', (pack) => Buffer.concat([pack, Buffer.from('more')])],
  ['a whole archive behind it', (pack) => Buffer.concat([pack, zipSync({ [given.name]: strToU8(FORGERY) })])],
  [
    'another name in a local header',
    (pack) => {
      const file = Buffer.from(pack);
      file.write('Evidence', 30);
      return file;
    },
  ],
  [
    'another length in a local header',
    (pack) => {
      const file = Buffer.from(pack);
      file.writeUInt32LE(7, 22);
      return file;
    },
  ],
  [
    'an entry that its directory has twice',
    (pack) => {
      const file = Buffer.from(zipSync({ 'A.csv': strToU8('Forged'), 'a.csv': strToU8('Shown') }));
      for (let at = file.indexOf('A.csv'); at >= 0; at = file.indexOf('A.csv')) file.write('a.csv', at);
      return pack.length > 0 ? file : pack;
    },
  ],
])('a pack with %s has two readings, and is refused', async (_, forge) => {
  await expect(verify(forge(given.pack))).rejects.toThrow(/one reading|no manifest/);
});

// rules/evidence 5
test('a pack with a certificate that contains another entry, for programs that read from a pipe, is refused', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    const begin = Buffer.from('%PDF');
    const descriptor = Buffer.alloc(16);
    for (const [n, value] of [0x08074b50, crc32(begin), begin.length, begin.length].entries()) {
      descriptor.writeUInt32LE(value, 4 * n);
    }
    const body = [begin, descriptor, localEntry('completions.csv', FORGERY)];
    yield { name: `certificates/${given.enrollment.id}.pdf`, stored: true, body };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of streamZipArchive(entries(), new Date())) pieces.push(piece);
  await expect(verify(Buffer.concat(pieces))).rejects.toThrow(/one reading.*take for its end/);
});

test('an entry with the name __proto__ shows', async () => {
  const pack = Buffer.from(
    forged(
      given.pack,
      (files) => files.set('PPprotoPP', 'Forged'),
      (manifest) => {
        manifest.files = manifest.files.filter(({ name }) => name !== 'PPprotoPP');
      },
    ),
  );
  for (let at = pack.indexOf('PPprotoPP'); at >= 0; at = pack.indexOf('PPprotoPP')) pack.write('__proto__', at);
  expect((await verify(pack)).problems).toContain('__proto__ does not belong to it');
});

// rules/evidence 7
test('a pack is signed by the key of the installation, which it publishes', async () => {
  const published = await (await fetch(`${server.base}/.well-known/evidence-keys.json`)).text();
  const { keys: all } = z.object({ keys: z.array(SigningPublicKey.strict()) }).parse(JSON.parse(published));
  const keys = new Set(all.map(({ kid }) => kid));
  expect(await verify(given.pack, { keys })).toMatchObject({ valid: true, key: [...keys][0], key_expected: true });
  const others = await verify(
    forged(given.pack, () => {}),
    { keys },
  );
  expect(others).toMatchObject({ valid: false, key_expected: false });
});

// rules/evidence 5
test('the command takes the published keys as a file or by an id, and says what it did not check', async () => {
  const { wtp, failure } = commandsWith({});
  const pack = ['audit', 'verify', '--pack', await fileOf(given.pack)];
  const published = await (await fetch(`${server.base}/.well-known/evidence-keys.json`)).text();
  const file = await fileOf(Buffer.from(published));
  const { key } = await verify(given.pack);
  expect((await wtp(pack)).stdout).toContain('a certificate with another text, and a completion hidden');
  for (const expected of [file, key ?? '']) {
    expect(await wtp([...pack, '--key', expected])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('which you expect'),
    });
  }
  const other = await wtp([...pack, '--key', 'k'.repeat(43)]);
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('not an expected one') });
  expect(await failure([...pack, '--key', 'nothing'])).toContain('neither the id of a key');
});

// rules/evidence 5
test('the command tells the scope, its days and the name in the log: what only the key proves is called so', async () => {
  const { wtp } = commandsWith({});
  const told = async (pack: Uint8Array, ...more: string[]) =>
    (await wtp(['audit', 'verify', '--pack', await fileOf(pack), ...more])).stdout;
  const { workspace, person, module } = given;
  const whole = await told(given.pack);
  expect(whole).toContain(`1 completions of ${workspace.slug} (${workspace.name}),`);
  expect(whole).toContain('The pack says that it is of the whole workspace, on all days');
  expect(whole).toContain('a narrower scope than the pack was made for');
  const narrow = forged(given.pack, emptied, (manifest) => narrowed(manifest, { to: '2020-01-01' }));
  expect(await told(narrow)).toContain('of the whole workspace, to 2020-01-01 (UTC)');
  const { key, head } = await verify(given.pack);
  expect(await told(narrow, '--head', head ?? '', '--key', key ?? '')).toContain('NOT VALID');
  const ofPerson = await packOf(workspace, `?user_id=${person.id}&from=2026-01-01&to=2026-04-01`);
  expect(await told(ofPerson, '--key', key ?? '')).toContain(
    `of the person ${person.id}, from 2026-01-01 to 2026-04-01`,
  );
  const ofModule = await packOf(workspace, `?module_id=${module.id}`);
  expect(await told(ofModule)).toContain(`of the module Lockout (${module.id}), on all days`);
  expect(await verify(ofModule)).toMatchObject({
    scope: { module_id: module.id },
    time_zone: 'UTC',
    workspace_name: workspace.name,
  });
});

// rules/evidence 5
test('a renamed workspace has the names that the log gave it', { tags: ['deep'] }, async () => {
  const { workspace, module } = await completed();
  await server
    .as('super_admin', workspace)
    .then((admin) => admin.workspace.update.mutate({ name: 'Renamed', time_zone: 'UTC' }));
  const pack = await packOf(workspace);
  expect(await verify(pack)).toMatchObject({ valid: true, workspace_name: 'Renamed' });
  // A pack of a module shows no change of settings.
  expect(await verify(await packOf(workspace, `?module_id=${module.id}`))).toMatchObject({ valid: true });
});

// rules/evidence 5
test('a head that was kept shows that the whole log is another one', async () => {
  const { head } = await verify(given.pack);
  expect(await verify(await packOf(given.workspace), { head })).toMatchObject({ valid: true });
  const { workspace } = await completed();
  const other = await verify(await packOf(workspace), { head });
  expect(other).toMatchObject({ valid: false, problems: [expect.stringContaining('No entry has the expected hash')] });
});

// rules/evidence 6
test.each([
  [
    'a moved completion',
    `update enrollments set completed_at = completed_at - interval '400 days' where workspace_id = $1`,
  ],
  ['another score', `update enrollments set final_score = 0.5 where workspace_id = $1`],
  ['another expiry', `update enrollments set expires_at = expires_at + interval '1 year' where workspace_id = $1`],
  [
    'other evidence',
    `update completion_evidence set evidence = replace(evidence, 'Ana', 'Eva') where workspace_id = $1`,
  ],
  ['no evidence', 'delete from completion_evidence where workspace_id = $1'],
  ['a removed cycle', 'delete from enrollments where workspace_id = $1'],
  ['no completion', 'update enrollments set completed_at = null, expires_at = null where workspace_id = $1'],
])('%s in the database shows in the packs made afterwards, and without them', async (_, sql) => {
  const { workspace } = await completed();
  expect(await findEvidenceProblems({ db, workspace })).toEqual([]);
  await tamper(db.pool, sql, [workspace.id]);
  const { valid, problems } = await verify(await packOf(workspace));
  expect({ valid, problems }).toEqual({ valid: false, problems: expect.arrayContaining([expect.any(String)]) });
  expect(await findEvidenceProblems({ db, workspace })).not.toEqual([]);
});

// rules/evidence 6
test(
  'a cycle that the database alone calls completed is named, and neither the night nor a pack makes it good',
  { tags: ['deep'] },
  async () => {
    const { workspace, course } = await completed();
    const module = await make.module(workspace, course.id, { status: 'published' });
    const at = new Date('2026-02-01T08:00:00.000Z');
    const person = await make.user(workspace);
    const forged = await make.enrollment(workspace, person.id, module.id, { startedAt: at, completedAt: at });
    await db.pool.query(
      `update enrollments set final_score = 1, revision_id = (select live_revision_id from modules where id = $2) where id = $1`,
      [forged.id, module.id],
    );
    const named = ['The audit log does not have 1 of the completions.'];
    expect(await findEvidenceProblems({ db, workspace })).toEqual(named);
    await recordMissingEvidenceOfAllWorkspaces(db, () => false);
    expect(await verify(await packOf(workspace))).toMatchObject({ valid: true, completions: 1 });
    expect(await findEvidenceProblems({ db, workspace })).toEqual(named);
    const certificate = async () => {
      const { response, bytes } = await get(workspace, await auditorOf(workspace), `/certificates/${forged.id}`);
      return { status: response.status, ...Problem.parse(JSON.parse(Buffer.from(bytes).toString())) };
    };
    const refusal = { status: 404, code: 'completion_not_found', detail: expect.stringContaining('audit log') };
    expect(await certificate()).toEqual(refusal);
    const ctx = make.contextOf(workspace);
    // As after a grade.
    await inTransaction(ctx, (em) => updateEvidence(em, ctx, forged.id));
    expect(await verify(await packOf(workspace))).toMatchObject({ valid: true, completions: 1 });
    // As releases before did.
    await inTransaction(ctx, (em) => recordMissingEvidence(em, ctx, forged.id));
    expect(await certificate()).toEqual(refusal);
    const { valid, problems } = await verify(await packOf(workspace));
    const said = `evidence/${forged.id}.json is of a completion that the audit log does not have`;
    expect({ valid, problems }).toEqual({ valid: false, problems: [said] });
  },
);

test('a log that was emptied and begun anew shows in the packs made afterwards', { tags: ['deep'] }, async () => {
  const { workspace } = await packed();
  await tamper(db.pool, 'delete from audit_chain where workspace_id = $1', [workspace.id]);
  await tamper(db.pool, 'delete from audit_events where workspace_id = $1', [workspace.id]);
  await server.as('super_admin', workspace).then((admin) => admin.departments.create.mutate({ name: 'Another' }));
  await extendAuditChains(db, 0, new AbortController().signal);
  const { problems } = await verify(await packOf(workspace));
  expect(problems).toContainEqual(expect.stringContaining('does not begin with the creation'));
  expect(problems).toContainEqual(expect.stringContaining('of no completion in the audit log'));
});

/** Leaves a workspace as a release before evidence was bound did. */
async function unbind(workspaceId: string) {
  await tamper(
    db.pool,
    `update audit_events set changes = changes - 'enrollment_id' - 'completed_at' - 'evidence_sha256'
     where workspace_id = $1 and action = 'learner.module_completed'`,
    [workspaceId],
  );
  await tamper(db.pool, 'delete from completion_evidence where workspace_id = $1', [workspaceId]);
}

// rules/evidence 6
test(
  'a completion from before its evidence was bound is bound by the first pack or the next night, and has to be as it was recorded',
  { tags: ['deep'] },
  async () => {
    const unbound = async () => {
      const { workspace } = await completed();
      await unbind(workspace.id);
      return workspace;
    };
    expect(await verify(await packOf(await unbound()))).toMatchObject({ valid: true, completions: 1 });
    const byNight = await unbound();
    await recordMissingEvidenceOfAllWorkspaces(db, () => false);
    const { rowCount } = await db.pool.query('select from completion_evidence where workspace_id = $1', [byNight.id]);
    expect(rowCount).toBe(1);
    const moved = await unbound();
    await tamper(
      db.pool,
      `update enrollments set completed_at = completed_at + interval '1 day' where workspace_id = $1`,
      [moved.id],
    );
    const { problems } = await verify(await packOf(moved));
    expect(problems).toContainEqual(expect.stringContaining('not what was recorded when it was completed'));
  },
);

// rules/evidence 6
test(
  'a completion whose evidence always fails keeps none of those after it from being recorded',
  { tags: ['deep'] },
  async () => {
    const { workspace, module, enrollment } = await completed();
    const other = await completion(workspace, await make.user(workspace), module.id);
    await unbind(workspace.id);
    const respond = (response: string) =>
      db.pool.query(
        `update answers set response = $3 where workspace_id = $1
         and attempt_id in (select id from attempts where enrollment_id = $2)`,
        [workspace.id, enrollment.id, response],
      );
    const recorded = async () => {
      const sql = 'select enrollment_id as id from completion_evidence where workspace_id = $1 order by enrollment_id';
      return (await db.pool.query(sql, [workspace.id])).rows;
    };
    await respond('{"kind": "unknown"}');
    await expect(recordMissingEvidenceOfAllWorkspaces(db, () => false)).rejects.toThrow();
    expect(await recorded()).toEqual([{ id: other.id }]);
    await respond('{"kind": "single_choice", "choice": 0}');
    await recordMissingEvidenceOfAllWorkspaces(db, () => false);
    expect(await recorded()).toEqual([{ id: enrollment.id }, { id: other.id }]);
  },
);
