import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { tamper } from '../../../../test/tamper.ts';
import { extendAuditChains } from './extend-chain.ts';
import { verifyAuditChain } from './verify-chain.ts';

const server = await startTestServer();
const { make, db } = server;
const seal = () => extendAuditChains(db, 2 * 86_400_000, new AbortController().signal);

/** Creates a workspace dated long ago, with some entries in its log. */
async function sealed() {
  const workspace = await make.createdWorkspace(new Date(Date.now() - 500 * 86_400_000));
  const admin = await server.as('super_admin', workspace);
  for (let n = 0; n < 5; n++) await admin.departments.create.mutate({ name: `Department ${n}` });
  await seal();
  return { workspace, admin, verify: (head?: string) => verifyAuditChain({ db, workspace }, head) };
}

/** A row of each table whose triggers run per row. */
const ROWS = [
  `insert into grades (workspace_id, answer_id, number, kind, counts, score, by_name, at)
   values ($1, gen_random_uuid(), 1, 'trainer', true, 0, 'Tom', now())`,
  `insert into review_decisions (workspace_id, id, module_id, verdict, by_name, at)
   values ($1, gen_random_uuid(), gen_random_uuid(), 'archived', 'Tom', now())`,
  `insert into completion_evidence (workspace_id, enrollment_id, number, event_id, event_at, evidence)
   values ($1, gen_random_uuid(), 1, gen_random_uuid(), now(), '{}')`,
  `insert into attested_evidence (workspace_id, attested_id, number, event_id, event_at, evidence)
   values ($1, gen_random_uuid(), 1, gen_random_uuid(), now(), '{}')`,
  `insert into appeals (workspace_id, answer_id, at, decide_by, words)
   values ($1, gen_random_uuid(), now(), now(), 'Why?')`,
];

const untouched = await sealed();
await make.module(untouched.workspace, (await make.course(untouched.workspace)).id, { status: 'published' });

// rules/audit 6
test.each([
  [`update audit_events set actor_name = 'Nobody'`, 'only appended to'],
  ['update audit_chain set hash = hash', 'only appended to'],
  ['delete from audit_events', 'only appended to'],
  ['delete from audit_chain', 'only appended to'],
  ['truncate audit_events', 'only appended to'],
  ['truncate audit_chain', 'only appended to'],
  ['truncate audit_events, audit_chain', 'only appended to'],
  // Refused by the first table it reaches that only grows.
  ['truncate workspaces cascade', ''],
  ['update grades set score = 1', 'a grade is never changed'],
  ['delete from grades', 'a grade is never changed'],
  ['truncate grades cascade', 'a grade is never changed'],
  [`update module_revisions set title = 'Another'`, 'cannot be changed'],
  ['delete from module_revisions', 'cannot be changed'],
  ['truncate module_revisions cascade', 'cannot be changed'],
  [`update review_decisions set by_name = 'Nobody'`, 'a decision is never changed'],
  ['delete from review_decisions', 'a decision is never changed'],
  ['truncate review_decisions', 'a decision is never changed'],
  [`update completion_evidence set evidence = '{}'`, 'only appended to'],
  ['delete from completion_evidence', 'only appended to'],
  ['truncate completion_evidence', 'only appended to'],
  ['delete from attested_evidence', 'only appended to'],
  ['truncate attested_evidence', 'only appended to'],
  ['delete from appeals', 'never removed'],
  ['truncate appeals', 'never removed'],
])('the database refuses “%s”, for a session that replicates too', async (sql, reason) => {
  const { workspace, verify } = untouched;
  const before = await verify();
  const client = await db.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const row of ROWS) await client.query(row, [workspace.id]);
    for (const role of ['origin', 'replica']) {
      await client.query(`savepoint tried; set local session_replication_role = ${role}`);
      await expect(client.query(sql), role).rejects.toThrow(reason);
      await client.query('rollback to tried');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await verify()).toEqual(before);
});

const APPENDED = `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
  values ($1, gen_random_uuid(), now(), 'user.created', 'system', 'Test', 'user', 'Later')`;

/** Creates a workspace with a completion, an approval and a token. */
async function used() {
  const { workspace, admin, verify } = await sealed();
  const person = await make.user(workspace);
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { status: 'published' });
  const at = new Date(Date.now() - 100_000_000);
  await make.enrollment(workspace, person.id, module.id, { startedAt: at, completedAt: at });
  await admin.tokens.create.mutate({ name: 'HR', scopes: ['users:read'] });
  await db.pool.query(`update api_tokens set created_at = $2 where workspace_id = $1`, [workspace.id, at]);
  await db.pool.query(
    `with round as (
       insert into review_rounds (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz, submitted_by_name, submitted_at)
       values ($1, gen_random_uuid(), $2, 9, 9, 'Lockout', '{}', '[]', '[]', 'Tom', $3) returning id
     )
     insert into review_decisions (workspace_id, id, module_id, round_id, section, verdict, content_hash, by_name, at)
     select $1, gen_random_uuid(), $2, id, 'quiz', 'approved', 'x', 'Rita', $3 from round`,
    [workspace.id, module.id, at],
  );
  await seal();
  return { workspace, admin, verify };
}

// rules/audit 8
test.each([
  ['the log is truncated', ['truncate audit_events, audit_chain']],
  ['the log is truncated and a new one begun', ['truncate audit_events, audit_chain', APPENDED, APPENDED]],
])('that %s shows: the workspace and what happened in it are older than its log', async (_, statements) => {
  const { workspace, verify } = await used();
  expect(await verify()).toMatchObject({ valid: true, problems: [] });
  for (const sql of statements) await tamper(db.pool, sql, sql === APPENDED ? [workspace.id] : []);
  await seal();
  const { valid, problems } = await verify();
  expect(valid).toBe(false);
  expect(problems).toEqual([
    'The audit log does not begin with the creation of the workspace.',
    '1 completions are older than the audit log.',
    '1 approvals are older than the audit log.',
    '1 tokens are older than the audit log.',
    '1 events have no entry in the audit log.',
    '1 tokens have no entry in the audit log.',
  ]);
});

/** Removes entries of the log with their places, as the owner of the tables can. */
const CUT = `
with gone as (delete from audit_chain where workspace_id = $1 and position > $2 returning event_id)
delete from audit_events where workspace_id = $1 and id in (select event_id from gone)`;

// rules/audit 8
test('a log that was cut after its first entry contradicts the data, and goes on doing so as it grows', async () => {
  const { workspace, admin, verify } = await used();
  const [module] = (
    await db.pool.query<{ id: string }>('select id from modules where workspace_id = $1', [workspace.id])
  ).rows;
  const { id } = await make.user(workspace);
  await admin.assignments.create.mutate({ module_id: module!.id, to: { kind: 'user', user_id: id } });
  await seal();
  expect(await verify()).toMatchObject({ valid: true, problems: [] });
  await tamper(db.pool, CUT, [workspace.id, 1]);
  const cut = await verify();
  expect(cut).toMatchObject({ valid: false, events: 1 });
  expect(cut.problems).toEqual([
    expect.stringMatching(/^\d+ events have no entry in the audit log\.$/),
    '1 tokens have no entry in the audit log.',
    expect.stringMatching(/^\d+ people are newer than the audit log\.$/),
    '1 decisions are newer than the audit log.',
    '1 assignments are newer than the audit log.',
  ]);
  await admin.departments.create.mutate({ name: 'Later' });
  await seal();
  const { valid, problems } = await verify();
  expect({ valid, problems }).toEqual({ valid: false, problems: cut.problems.slice(0, 2) });
});

// rules/audit 8
test('a head that was kept outside tells that the end was cut off together with its chain', async () => {
  const { workspace, admin, verify } = await sealed();
  const head = (await verify()).head ?? '';
  await admin.departments.create.mutate({ name: 'Later' });
  await seal();
  expect(await verify(head)).toMatchObject({ valid: true, problems: [] });
  await tamper(db.pool, CUT, [workspace.id, 3]);
  expect(await verify()).toMatchObject({ valid: true, events: 3 });
  const cut = await verify(head);
  expect(cut).toMatchObject({ valid: false, events: 3, problems: [expect.stringContaining('cut off')] });
});
