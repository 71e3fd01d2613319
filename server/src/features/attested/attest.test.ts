import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { attestingOn, daysAgo } from './attested-fixture.ts';

const server = await startTestServer();
const place = await attestingOn(server);
const { workspace, module, admin, person, post, completion, cyclesOf, actions } = place;
const { make, db } = server;

// rules/attested 1, 2 and 3
test('a completion of before is entered by REST: completed on its day, valid from it, and sent to no system', async () => {
  const ana = await person();
  const { status, json } = await post([completion(ana, { score: 0.9, reference: 'C-1' })]);
  expect([status, json.counts]).toEqual([200, { counted: 1, history: 0, unchanged: 0, refused: 0 }]);
  expect(json.results).toEqual([{ index: 0, status: 201, id: expect.any(String), result: 'counted' }]);
  expect(await cyclesOf(ana.id)).toMatchObject([
    {
      is_current: true,
      source: 'library',
      attested_id: json.results[0].id,
      completed_on: daysAgo(30),
      expires_on: daysAgo(30 - 366),
    },
  ]);
  expect(await actions(ana.id)).toEqual(['learner.completion_attested']);
  const { rows } = await db.pool.query(
    `select from outgoing_events where workspace_id = $1 and data ->> 'user_id' = $2`,
    [workspace.id, ana.id],
  );
  expect(rows).toHaveLength(0);
});

// rules/attested 2
test('the same person, module, day and source again change nothing, also with another score', async () => {
  const ana = await person();
  await post([completion(ana)]);
  const { json } = await post([completion(ana, { score: 0.5 }), completion(ana, { source: ' Old system ' })]);
  expect(json.results).toMatchObject([
    { status: 200, result: 'unchanged' },
    { status: 200, result: 'unchanged' },
  ]);
  expect(await actions(ana.id)).toEqual(['learner.completion_attested']);
  expect(await cyclesOf(ana.id)).toHaveLength(1);
});

// rules/attested 5
test('a preview gives the same answer and writes nothing, also for rows that depend on one another', async () => {
  const ana = await person();
  const rows = [
    completion(ana, { completed_on: daysAgo(20) }),
    completion(ana, { completed_on: daysAgo(400) }),
    completion(ana, { completed_on: daysAgo(20) }),
    completion(ana, { completed_on: daysAgo(10) }),
    completion({ email: 'nobody@example.com' }),
  ];
  const results = ['counted', 'history', 'unchanged', 'counted', undefined];
  const preview = (await post(rows, '?preview=true')).json;
  expect(preview.results.map(({ result }: { result?: string }) => result)).toEqual(results);
  expect(preview.results[0]).toEqual({ index: 0, status: 200, id: null, result: 'counted' });
  expect(await cyclesOf(ana.id)).toEqual([]);
  const applied = (await post(rows)).json;
  expect(applied.results.map(({ result }: { result?: string }) => result)).toEqual(results);
  expect(applied.counts).toEqual(preview.counts);
});

// rules/attested 1 and 5
test('each row is checked by itself, and a refusal says what to do', async () => {
  const ana = await person();
  const twin = { title: 'Twice', status: 'published' } as const;
  await make.module(workspace, place.course.id, twin);
  const second = await make.module(workspace, place.course.id, twin);
  const draft = await make.module(workspace, place.course.id, { title: 'Draft' });
  const { json, status } = await post([
    completion(ana, { module: module.title.toUpperCase(), completed_on: '1950-01-01' }),
    completion({ email: 'nobody@example.com' }),
    completion(ana, { module: 'No such module' }),
    completion(ana, { module: 'twice' }),
    completion(ana, { module: second.id }),
    completion(ana, { module: draft.id }),
    completion(ana, { completed_on: daysAgo(-2) }),
    completion(ana, { completed_on: '1949-12-31' }),
    completion(ana, { completed_on: '2025-02-30' }),
    completion(ana, { source: ' ' }),
    completion(ana, { source: 'x'.repeat(201) }),
    completion(ana, { source: 'a\nb' }),
    completion(ana, { score: 1.01 }),
    { ...completion(ana), unknown: 1 },
    null,
    'text',
    { ...completion(ana), email: 7 },
  ]);
  expect(status).toBe(200);
  const told = json.results.map((row: { result?: string; problem?: { code: string; errors?: { path: string }[] } }) =>
    row.problem ? [row.problem.code, row.problem.errors?.[0]?.path] : row.result,
  );
  expect(told).toEqual([
    'counted',
    ['user_not_found', undefined],
    ['module_not_found', undefined],
    ['invalid_request', 'module'],
    'counted',
    ['module_not_published', undefined],
    ['invalid_request', 'completed_on'],
    ['invalid_request', 'completed_on'],
    ['invalid_request', 'completed_on'],
    ['invalid_request', 'source'],
    ['invalid_request', 'source'],
    ['invalid_request', 'source'],
    ['invalid_request', 'score'],
    ['invalid_request', 'unknown'],
    ['invalid_request', ''],
    ['invalid_request', ''],
    ['invalid_request', 'email'],
  ]);
  expect((await post(Array(501).fill(completion(ana)))).status).toBe(400);
  expect((await post([])).status).toBe(400);
});

// rules/attested 1, rules/users 21 and 22
test('a person is named by their number, too, also one without an e-mail address', async () => {
  const [ana, ben] = [await person(), await person()];
  await db.pool.query(`update users set external_id = '004711', email = null where id = $1`, [ana.id]);
  await db.pool.query(`update users set external_id = '004712' where id = $1`, [ben.id]);
  const { json } = await post([
    completion({ external_id: '004711' }),
    completion({ email: ben.email, external_id: '004712' }),
    completion({ email: ben.email, external_id: '004711' }),
    completion({ external_id: '004713' }),
    completion({ email: ben.email, external_id: '004713' }),
    completion({}),
  ]);
  const told = json.results.map(
    (row: { result?: string; problem?: { code: string } }) => row.result ?? row.problem?.code,
  );
  expect(told).toEqual(['counted', 'counted', 'user_conflict', 'user_not_found', 'user_not_found', 'invalid_request']);
  expect(await admin.attested.list.query({ search: '004711' })).toMatchObject({
    entries: [{ user_id: ana.id, email: null, external_id: '004711' }],
  });
});

// rules/attested 1
test('today is the workspace’s, where the day begins earlier', async () => {
  const elsewhere = await attestingOn(server);
  const ana = await elsewhere.person();
  const dayIn = (timeZone: string) => new Date().toLocaleDateString('en-CA', { timeZone });
  await db.pool.query(`update workspaces set time_zone = 'Pacific/Kiritimati' where id = $1`, [elsewhere.workspace.id]);
  const today = dayIn('Pacific/Kiritimati');
  const { json } = await elsewhere.post([elsewhere.completion(ana, { completed_on: today })]);
  expect(json.counts.counted).toBe(1);
  const { rows } = await db.pool.query<{ at: Date; begins: Date }>(
    `select completed_at as at, $2::date::timestamp at time zone 'Pacific/Kiritimati' as begins
     from enrollments where user_id = $1`,
    [ana.id, today],
  );
  expect(rows[0]!.at).toEqual(rows[0]!.begins);
});

// rules/attested 1
test('nobody attests or withdraws their own training; trainers, auditors and learners attest no one’s', async () => {
  const boss = await make.user(workspace, { role: 'super_admin' });
  const client = server.client({ cookie: await server.signIn(boss.email), [WORKSPACE_HEADER]: workspace.slug });
  const own = await client.attested.enter.mutate({ completions: [completion(boss)] });
  expect(own.results).toMatchObject([{ status: 403, problem: { code: 'self_grading' } }]);
  const { id } = await place.attest(boss);
  const reason = 'A slip';
  await expect(client.attested.withdraw.mutate({ id, reason })).rejects.toMatchObject({
    data: { app_code: 'self_grading' },
  });
  const ana = await person();
  for (const role of ['trainer', 'auditor', 'learner', 'content_manager'] as const) {
    const someone = await server.as(role, workspace, place.department.id);
    const forbidden = { data: { httpStatus: 403, app_code: 'forbidden' } };
    await expect(someone.attested.enter.mutate({ completions: [completion(ana)] })).rejects.toMatchObject(forbidden);
    await expect(someone.attested.withdraw.mutate({ id, reason })).rejects.toMatchObject(forbidden);
  }
  await admin.attested.withdraw.mutate({ id, reason });
});
