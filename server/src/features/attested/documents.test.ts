import { createHash } from 'node:crypto';
import { MAX_ATTESTATION_DOCUMENT_BYTES } from '@training/shared/attested/attested';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';
import { findEvidenceProblems } from '../evidence/find-evidence-problems.ts';
import { attestingOn } from './attested-fixture.ts';

const server = await startTestServer();
const { db } = server;
const place = await attestingOn(server);
const { workspace, person, attest } = place;
const boss = await server.make.user(workspace, { role: 'super_admin' });
const headers = { cookie: await server.signIn(boss.email), [WORKSPACE_HEADER]: workspace.slug };
const { attested } = server.client(headers);

const PDF = new TextEncoder().encode(`%PDF-1.7\n${'certificate '.repeat(100_000)}`);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const upload = (bytes: Uint8Array) => attested.upload.mutate(new Blob([new Uint8Array(bytes)]));
const refused = (code: string) => ({ data: { app_code: code } });

const download = async (id: string, email: string) =>
  fetch(`${server.base}/api/workspaces/${workspace.slug}/attested/${id}/document`, {
    headers: { cookie: await server.signIn(email) },
  });

// rules/attested 8
test('a document is added to past training once, and its hash is evidence', async () => {
  const ana = await person();
  const { id } = await attest(ana);
  const file = await upload(PDF);
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  expect(file).toEqual({ id: file.id, media_type: 'application/pdf', bytes: PDF.length, sha256 });
  await attested.addDocument.mutate({ id, file_id: file.id });
  const { rows } = await db.pool.query<{ evidence: string }>(
    'select evidence from attested_evidence where attested_id = $1 order by number desc limit 1',
    [id],
  );
  expect(JSON.parse(rows[0]!.evidence)).toMatchObject({ document: { sha256, bytes: PDF.length } });
  expect(await findEvidenceProblems({ db, workspace })).toEqual([]);
  const { entries } = await attested.list.query({ user_id: ana.id });
  expect(entries).toMatchObject([{ id, file: { id: file.id, sha256 } }]);

  const other = await upload(PNG);
  await expect(attested.addDocument.mutate({ id, file_id: other.id })).rejects.toMatchObject(refused('stale_version'));
  const second = await attest(await person());
  await expect(attested.addDocument.mutate({ id: second.id, file_id: file.id })).rejects.toMatchObject(
    refused('file_not_found'),
  );
  await attested.addDocument.mutate({ id: second.id, file_id: other.id });

  const auditor = await server.make.user(workspace, { role: 'auditor' });
  for (const email of [boss.email, auditor.email]) {
    const got = await download(id, email);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    // It comes from outside, so no browser shows it as a page of ours.
    expect(got.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(
      createHash('sha256')
        .update(Buffer.from(await got.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256);
  }
  expect((await download(id, ana.email)).status).toBe(403);
});

// rules/attested 8, rules/bounds 10
test('other files than PDF, PNG and JPEG are refused by their content, and so is what is too large', async () => {
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('<html><script>'), new TextEncoder().encode('PK')]) {
    await expect(upload(bytes)).rejects.toMatchObject(refused('unsupported_file'));
  }
  await expect(upload(new Uint8Array(MAX_ATTESTATION_DOCUMENT_BYTES + 1))).rejects.toMatchObject({
    data: { httpStatus: 413 },
  });
  const { rows } = await db.pool.query<{ state: string; parts: number }>(
    `select f.state, (select count(*)::integer from attested_file_parts p where p.file_id = f.id and p.remove_at is null) as parts
     from attested_files f where workspace_id = $1 and state <> 'stored'`,
    [workspace.id],
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) expect(row).toEqual({ state: 'deleted', parts: 0 });
});

// rules/attested 8
test('a document that belongs to nothing goes after a day; one of past training stays', async () => {
  const [unused, used] = [await upload(PNG), await upload(PNG)];
  await attested.addDocument.mutate({ id: (await attest(await person())).id, file_id: used.id });
  await db.pool.query(`update attested_files set created_at = now() - interval '2 days' where id = any($1)`, [
    [unused.id, used.id],
  ]);
  await deleteExpiredData(db);
  const { rows } = await db.pool.query<{ state: string }>(
    'select state from attested_files where id = any($1) order by id = $2',
    [[unused.id, used.id], used.id],
  );
  expect(rows).toEqual([{ state: 'deleted' }, { state: 'stored' }]);
  const { id } = await attest(await person());
  await expect(attested.addDocument.mutate({ id, file_id: unused.id })).rejects.toMatchObject(
    refused('file_not_found'),
  );
});

// rules/attested 1
test('past training is listed, newest entry first, and found by person, module and source', async () => {
  const ana = await person({ fullName: 'Ana 100% Souza' });
  const first = await attest(ana, { source: 'Classroom_7' });
  const second = await attest(ana, { source: 'Vendor' });
  const list = async (input: object) => (await attested.list.query(input)).entries.map(({ id }) => id);
  expect(await list({ user_id: ana.id })).toEqual([second.id, first.id]);
  expect(await list({ search: '100% s' })).toEqual([second.id, first.id]);
  expect(await list({ search: 'room_7' })).toEqual([first.id]);
  expect(await list({ search: 'room%7' })).toEqual([]);
  expect(await attested.list.query({ user_id: ana.id, limit: 1, offset: 1 })).toMatchObject({
    total: 2,
    entries: [{ id: first.id, counts: true, withdrawn: null }],
  });
});

// rules/attested 8
test('a token uploads documents and enters them with past training, each for one entry', async () => {
  const { token } = await server.api(['completions:attest'], workspace);
  const uploadByToken = async (bytes: Uint8Array) => {
    const answer = await fetch(`${server.base}/api/trpc/attested.upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
    const { result } = (await answer.json()) as { result: { data: { id: string; sha256: string } } };
    return result.data;
  };
  const [ana, ben] = [await person(), await person()];
  const file = await uploadByToken(PDF);
  const rows = [ana, ben].map((each) => place.completion(each, { file_id: file.id, source: 'Scanned' }));
  const results = async (query = '') => (await place.post(rows, query)).json.results;
  const taken = { status: 404, problem: { code: 'file_not_found' } };
  expect(await results('?preview=true')).toMatchObject([{ status: 200, result: 'counted' }, taken]);
  expect(await results()).toMatchObject([{ status: 201, result: 'counted' }, taken]);
  // The same again changes nothing.
  expect(await results()).toMatchObject([{ status: 200, result: 'unchanged' }, taken]);
  expect(await results('?preview=true')).toMatchObject([{ result: 'unchanged' }, taken]);
  const { entries } = await attested.list.query({ user_id: ana.id });
  expect(entries).toMatchObject([{ source: 'Scanned', file: { id: file.id, sha256: file.sha256 } }]);
  const { rows: evidence } = await db.pool.query<{ evidence: string }>(
    'select evidence from attested_evidence where attested_id = $1',
    [entries[0]!.id],
  );
  expect(evidence.map((each) => JSON.parse(each.evidence).document.sha256)).toEqual([file.sha256]);
  expect(await findEvidenceProblems({ db, workspace })).toEqual([]);

  const foreign = await attestingOn(server);
  const theirs = foreign.completion(await foreign.person(), { file_id: (await uploadByToken(PNG)).id });
  expect((await foreign.post([theirs])).json.results).toMatchObject([taken]);
});
