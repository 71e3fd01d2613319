import type { SolutionVisibility } from '@training/shared/courses/courses';
import { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { extendAuditChains } from '../audit/chain/extend-chain.ts';
import { COMPLETED, evidenceOn, fileOf } from './evidence-fixture.ts';
import { readCompletionEvidence } from './evidence-downloads.ts';
import { updateEvidence } from './record-evidence.ts';
import { verifyPack } from './pack/verify-pack.ts';

const server = await startTestServer();
const { make, db } = server;
const { completion, completed, get, packOf, auditorOf } = evidenceOn(server);

type Person = { id: string; fullName: string; email: string };

function contextOf(workspace: TestWorkspace, { id, fullName: name, email }: Person) {
  const actor = { kind: 'user', id, name, email, role: 'learner', departmentId: null } as const;
  return { ...make.contextOf(workspace), actor };
}

// rules/evidence 3
test('a certificate is a PDF with the evidence in it, for the person and for those who see their analytics', async () => {
  const { workspace, person, enrollment, department } = await completed();
  const path = `/certificates/${enrollment.id}`;
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  for (const email of [person.email, trainer.email, await auditorOf(workspace)]) {
    const { response, bytes } = await get(workspace, email, path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toContain('evidence.json');
    expect(text).toContain('/StructTreeRoot');
  }
});

// rules/evidence 3
test('one’s own evidence has no solutions where the module never shows them, and whoever manages it has them', async () => {
  const workspace = await make.createdWorkspace(new Date('2025-01-01T08:00:00.000Z'));
  const course = await make.course(workspace);
  const [person, other] = [await make.user(workspace), await make.user(workspace)];
  const complete = async (showSolutions: SolutionVisibility) => {
    const { id } = await make.module(workspace, course.id, { status: 'published', showSolutions });
    return (await completion(workspace, person, id)).id;
  };
  const read = async (id: string, by: Person) =>
    (await readCompletionEvidence(contextOf(workspace, by), id)).evidence.attempt?.answers[0]?.question;
  const never = await complete('never');
  const own = await read(never, person);
  expect(own).toMatchObject({ prompt: expect.any(String), explanation: expect.any(String) });
  for (const secret of ['correct', 'accepted', 'rubric']) expect(own).not.toHaveProperty(secret);
  expect(await read(never, other)).toHaveProperty('correct');
  expect(await read(await complete('at_end'), person)).toHaveProperty('correct');
});

// rules/evidence 3
test('a trainer of another department than the course’s gets certificates without the answers, which are the solutions', async () => {
  const { workspace, person, department, enrollment } = await completed();
  const teaching = await make.department(workspace);
  await db.pool.query('update courses set department_id = $2 where workspace_id = $1', [workspace.id, teaching.id]);
  const read = async (departmentId: string) => {
    const { id, fullName: name, email } = await make.user(workspace, { role: 'trainer', departmentId });
    const actor = { kind: 'user', id, name, email, role: 'trainer', departmentId } as const;
    return (await readCompletionEvidence({ ...make.contextOf(workspace), actor, reach: 'department' }, enrollment.id))
      .evidence.attempt;
  };
  const studies = await read(department.id);
  expect(studies).toMatchObject({ number: 1, score: 1, answers: [] });
  expect(JSON.stringify(studies)).not.toContain('correct');
  await db.pool.query('update users set department_id = $2 where id = $1', [person.id, teaching.id]);
  expect((await read(teaching.id))?.answers).toHaveLength(1);
});

// rules/evidence 1
test('the evidence of a spoken answer has what was heard, every grade and the appeal; one’s own no proposals', async () => {
  const { workspace, person, enrollment } = await completed();
  const { rows } = await db.pool.query<{ id: string }>(
    `select n.id from answers n join attempts a on a.id = n.attempt_id where a.enrollment_id = $1`,
    [enrollment.id],
  );
  const of = [workspace.id, rows[0]!.id];
  await db.pool.query(
    `update answers set kind = 'spoken', response = '{"kind": "spoken", "text": null}' where workspace_id = $1 and id = $2`,
    of,
  );
  await db.pool.query(
    `insert into spoken_answers (workspace_id, answer_id, transcript, corrected, speech_confidence, seconds)
     values ($1, $2, 'I stop the bell', 'I stop the belt', 0.9, 4)`,
    of,
  );
  await db.pool.query(
    `insert into grades (workspace_id, answer_id, number, kind, counts, score, criteria, confidence, typed, by_name, at)
     values ($1, $2, 1, 'model', false, 0, '[{"criterion": "Stops the belt", "met": false, "evidence": null, "comment": "No."}]', 0.8, true, 'AI', $3),
       ($1, $2, 2, 'trainer', true, 0, null, null, null, 'Tom Trainer', $3),
       ($1, $2, 3, 'appeal', true, 1, null, null, null, 'Tara Trainer', $3)`,
    [...of, COMPLETED],
  );
  await db.pool.query(
    `insert into appeals (workspace_id, answer_id, words, at, decide_by, decided_at, decided_by_name)
     values ($1, $2, 'I said so', $3, $3, $3, 'Tara Trainer')`,
    [...of, COMPLETED],
  );
  // As whoever grades an answer does.
  const ctx = make.contextOf(workspace);
  await inTransaction(ctx, (em) => updateEvidence(em, ctx, enrollment.id));
  const { bytes } = await get(workspace, await auditorOf(workspace), '/evidence-pack');
  const evidence = CompletionEvidenceDocument.parse(
    JSON.parse(strFromU8(unzipSync(bytes)[`evidence/${enrollment.id}.json`]!)),
  );
  expect(evidence.attempt?.answers).toMatchObject([
    {
      oral: {
        typed: true,
        heard: 'I stop the bell',
        corrected: 'I stop the belt',
        grades: [
          { kind: 'model', counts: false, score: 0, criteria: [{ met: false }] },
          { kind: 'trainer', score: 0 },
          { kind: 'appeal', score: 1, by: 'Tara Trainer' },
        ],
        appeal: { words: 'I said so', decided_by: 'Tara Trainer' },
      },
    },
  ]);
  const { evidence: own } = await readCompletionEvidence(contextOf(workspace, person), enrollment.id);
  expect(own.attempt?.answers[0]?.oral?.grades).toMatchObject([{ kind: 'trainer' }, { kind: 'appeal' }]);
});

// rules/evidence 3
test('whoever may not see a completion is told that there is none', async () => {
  const { workspace, enrollment } = await completed();
  const other = await make.user(workspace, {});
  const elsewhere = await make.user(workspace, {
    role: 'trainer',
    departmentId: (await make.department(workspace)).id,
  });
  for (const { email } of [other, elsewhere]) {
    const { response, bytes } = await get(workspace, email, `/certificates/${enrollment.id}`);
    expect(response.status).toBe(404);
    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ code: 'completion_not_found' });
  }
  const another = await completed();
  expect((await get(workspace, other.email, `/certificates/${another.enrollment.id}`)).response.status).toBe(404);
  expect((await get(another.workspace, other.email, `/certificates/${enrollment.id}`)).response.status).toBe(403);
  const nobody = await fetch(`${server.base}/api/workspaces/${workspace.slug}/certificates/${enrollment.id}`);
  expect(nobody.status).toBe(401);
  const unfinished = await make.enrollment(workspace, other.id, another.module.id).catch(() => null);
  expect(unfinished).toBeNull();
});

// rules/evidence 1
test('an evidence pack holds every completion, its approvals and the chain, and proves itself', async () => {
  const { workspace, module, enrollment } = await completed();
  await server.as('super_admin', workspace).then((admin) => admin.departments.create.mutate({ name: 'Another' }));
  await extendAuditChains(db, 0, new AbortController().signal);
  const { response, bytes } = await get(workspace, await auditorOf(workspace), '/evidence-pack');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`evidence-${workspace.slug}-`);
  const files = unzipSync(bytes);
  expect(Object.keys(files).sort()).toEqual(
    [
      'README.txt',
      'approvals.csv',
      'attested.csv',
      'paths.csv',
      'audit-log.jsonl',
      `certificates/${enrollment.id}.pdf`,
      'completions.csv',
      `evidence/${enrollment.id}.json`,
      'manifest.json',
      'signature.json',
    ].sort(),
  );
  const evidence = CompletionEvidenceDocument.parse(JSON.parse(strFromU8(files[`evidence/${enrollment.id}.json`]!)));
  expect(evidence).toMatchObject({
    person: { full_name: 'Ana Souza', department: 'Warehouse' },
    module: { id: module.id, title: 'Lockout', course: 'Safety' },
    revision: { number: 1, validity_days: 365 },
    completion: { cycle: 1, score: 1, expires_on: '2027-03-01' },
    attempt: { number: 1, answers: [{ question: { prompt: 'Which?' }, response: { choice: 0 }, score: 1 }] },
  });
  expect(strFromU8(files['completions.csv']!)).toContain('"Ana Souza"');
  expect(strFromU8(files['audit-log.jsonl']!)).toContain('department.created');
  const verdict = await verifyPack(await fileOf(bytes));
  expect(verdict).toMatchObject({ valid: true, completions: 1, workspace: workspace.slug, problems: [] });
  expect(verdict.events).toBeGreaterThan(0);
});

// rules/evidence 4
test('a pack of one person or module holds theirs, and other events by their hash alone', async () => {
  const { workspace, person, module, course } = await completed();
  const other = await make.user(workspace);
  const second = await make.module(workspace, course.id, { status: 'published' });
  await completion(workspace, other, module.id);
  await completion(workspace, person, second.id, new Date('2026-05-01T00:00:00.000Z'));
  await server.as('super_admin', workspace).then((admin) => admin.departments.create.mutate({ name: 'Another' }));
  await extendAuditChains(db, 0, new AbortController().signal);
  const auditor = await auditorOf(workspace);
  for (const [query, completions] of [
    [`user_id=${person.id}`, 2],
    [`module_id=${module.id}`, 2],
    [`user_id=${person.id}&to=2026-03-01`, 1],
    [`user_id=${person.id}&from=2026-03-02&to=2026-05-01`, 1],
    ['from=2026-05-02', 0],
  ] as const) {
    const { bytes } = await get(workspace, auditor, `/evidence-pack?${query}`);
    expect(await verifyPack(await fileOf(bytes)), query).toMatchObject({ valid: true, completions });
    const log = strFromU8(unzipSync(bytes)['audit-log.jsonl']!);
    expect(log.includes('department.created'), query).toBe(query.startsWith('from'));
    expect(log).toContain('hash');
  }
});

test.each([
  ['user_id=no-id', 400, 'invalid_request'],
  ['nonsense=1', 400, 'invalid_request'],
  ['from=2026-02-30', 400, 'invalid_request'],
  ['from=0000-01-01', 400, 'invalid_request'],
  ['from=2026-03-02&to=2026-03-01', 400, 'invalid_request'],
  [`user_id=${newId()}`, 404, 'user_not_found'],
  [`module_id=${newId()}`, 404, 'module_not_found'],
  [`module_id=${newId()}&user_id=${newId()}`, 400, 'invalid_request'],
])('a pack of %s is refused with %i %s', async (query, status, code) => {
  const workspace = await make.workspace();
  const { response, bytes } = await get(workspace, await auditorOf(workspace), `/evidence-pack?${query}`);
  expect(response.status).toBe(status);
  expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ code });
});

// rules/evidence 4
test.each(['learner', 'trainer', 'content_manager'] as const)('a %s gets no evidence pack', async (role) => {
  const workspace = await make.workspace();
  const departmentId = (await make.department(workspace)).id;
  const { email } = await make.user(workspace, { role, departmentId });
  expect((await get(workspace, email, '/evidence-pack')).response.status).toBe(403);
});

test('the header of another workspace does not change whose files a link gives', async () => {
  const { workspace, person, enrollment } = await completed();
  const another = await make.workspace();
  const response = await fetch(`${server.base}/api/workspaces/${workspace.slug}/certificates/${enrollment.id}`, {
    headers: { cookie: await server.signIn(person.email), [WORKSPACE_HEADER]: another.slug },
  });
  expect(response.status).toBe(200);
});

test.each([
  ['%00', 400],
  ['%zz', 404],
  ['a%0d%0ab', 403],
  ['..%2f..', 403],
])('an address with %s where a workspace belongs is refused with %i', async (slug, status) => {
  const { person, enrollment } = await completed();
  const cookie = await server.signIn(person.email);
  const response = await fetch(`${server.base}/api/workspaces/${slug}/certificates/${enrollment.id}`, {
    headers: { cookie },
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

// rules/evidence 3
test('an API token gets no files, whatever its scopes', async () => {
  const { workspace, enrollment } = await completed();
  const { token } = await server.api(['analytics:read'], workspace);
  const response = await fetch(`${server.base}/api/workspaces/${workspace.slug}/certificates/${enrollment.id}`, {
    headers: { authorization: `Bearer ${token.token}` },
  });
  expect(response.status).toBe(403);
});

// rules/learning 6, rules/evidence 1
test('where the clock skips midnight, a certificate expires, and training is due, on the day before', async () => {
  const { workspace, module, department } = await completed();
  const admin = await server.as('super_admin', workspace);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Africa/Cairo' });
  const person = await make.user(workspace, { fullName: 'Nour Said', departmentId: department.id });
  // In Cairo, 24 April 2026 began at one o'clock.
  const [day, dueAt] = ['2026-04-23', new Date('2026-04-23T22:00:00.000Z')];
  const enrollment = await completion(workspace, person, module.id, new Date('2025-04-23T10:00:00.000Z'));
  const pack = await packOf(workspace);
  const files = unzipSync(pack);
  expect(JSON.parse(strFromU8(files[`evidence/${enrollment.id}.json`]!))).toMatchObject({
    completion: { expires_at: dueAt.toISOString(), expires_on: day },
  });
  expect(strFromU8(files['completions.csv']!)).toContain(day);
  expect(await verifyPack(await fileOf(pack))).toMatchObject({ valid: true });
  const late = await make.user(workspace, { departmentId: department.id });
  await make.enrollment(workspace, late.id, module.id, { dueAt });
  const listed = async (list: 'overdue' | 'expired') =>
    (await admin.analytics.concerns.query({ list })).concerns.map(({ due_on, expires_on }) => due_on ?? expires_on);
  expect(await listed('expired')).toEqual([day]);
  expect(await listed('overdue')).toEqual([day]);
});
