import { MAX_USERS_PER_BULK_REQUEST } from '@training/shared/users/bulk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make, db } = server;
const PATH = '/api/v1/users/bulk';
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

type Row = Record<string, unknown>;

async function workspaceWithToken(more: { mayAssignSuperAdmin?: boolean } = {}) {
  const workspace = await make.workspace();
  if (more.mayAssignSuperAdmin) {
    await db.pool.query('update workspaces set api_may_assign_super_admin = true where id = $1', [workspace.id]);
  }
  const api = await server.api(['users:write', 'users:read'], workspace);
  const bulk = (users: unknown, query = '', headers: Record<string, string> = {}) =>
    api.call('POST', `${PATH}${query}`, { users }, headers);
  return { ...api, bulk };
}

const rowsOf = async (workspaceId: string) =>
  (
    await db.pool.query<Row>(
      `select email, full_name, role, (select name from departments d where d.id = u.department_id) as department,
         is_active from users u where workspace_id = $1 order by email`,
      [workspaceId],
    )
  ).rows;

/** Events without ids and times, in the order in which they were recorded. */
const eventsOf = async (workspaceId: string) =>
  (
    await db.pool.query<Row>(
      `select a.action, a.subject_name, a.changes - 'department_id' as changes, a.actor_kind, o.type,
         o.data - 'user_id' - 'department_id' - 'by' as data
       from audit_events a left join outgoing_events o on o.workspace_id = $1 and o.id = a.id
       where a.workspace_id = $1 and a.action like 'user.%' and a.action <> 'user.signed_in' order by a.subject_name, a.id`,
      [workspaceId],
    )
  ).rows;

// rules/users 19
test('each row is answered as it would be alone, in the order sent, and recorded once', async () => {
  const { workspace, bulk } = await workspaceWithToken();
  const department = await make.department(workspace, 'Warehouse');
  const [kept, renamed, leaver, back] = await Promise.all([
    make.user(workspace, { fullName: 'Kept' }),
    make.user(workspace, { fullName: 'Before' }),
    make.user(workspace, { fullName: 'Leaver' }),
    make.user(workspace, { fullName: 'Back', isActive: false }),
  ]);
  const cookie = await server.signIn(leaver.email);
  const { status, json } = await bulk([
    { email: 'new@example.com', full_name: 'New', role: 'trainer', department_id: department.id },
    { email: renamed.email, full_name: 'After' },
    { email: kept.email, full_name: 'Kept' },
    { email: leaver.email, deactivate: true },
    { email: back.email, deactivate: false },
    { email: 'typo@example.com', full_nam: 'Typo' },
    { email: 'lost@example.com', full_name: 'Lost', department_id: UNKNOWN },
    { email: 'NEW@example.com', full_name: 'Twice' },
    { email: 'boss@example.com', full_name: 'Boss', role: 'super_admin' },
    'nobody',
  ]);
  expect(status).toBe(200);
  const refused = (index: number, of: number, code: string, detail: RegExp) => ({
    index,
    status: of,
    problem: {
      status: of,
      code,
      detail: expect.stringMatching(detail),
      instance: PATH,
      request_id: expect.any(String),
    },
  });
  expect(json).toMatchObject({
    results: [
      { index: 0, status: 201, id: expect.any(String), result: 'created' },
      { index: 1, status: 200, id: renamed.id, result: 'updated' },
      { index: 2, status: 200, id: kept.id, result: 'unchanged' },
      { index: 3, status: 200, id: leaver.id, result: 'deactivated' },
      { index: 4, status: 200, id: back.id, result: 'reactivated' },
      refused(5, 400, 'invalid_request', /full_nam: There is no such field/),
      refused(6, 404, 'department_not_found', /There is no department/),
      refused(7, 400, 'invalid_request', /also in an earlier row/),
      refused(8, 403, 'role_not_assignable', /super admins/),
      refused(9, 400, 'invalid_request', /Must be an object/),
    ],
    counts: { created: 1, updated: 1, unchanged: 1, deactivated: 1, reactivated: 1, refused: 5 },
  });
  expect((await eventsOf(workspace.id)).map(({ action, type }) => [action, type])).toEqual([
    ['user.updated', 'user.updated'],
    ['user.reactivated', 'user.reactivated'],
    ['user.deactivated', 'user.deactivated'],
    ['user.created', 'user.created'],
  ]);
  const session = server.client({ cookie });
  await expect(session.session.current.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
});

// rules/users 19
test('text that can’t be stored refuses its own row only', async () => {
  const { workspace, bulk, call } = await workspaceWithToken();
  const users = [
    { email: 'nul@example.com', full_name: 'N\0ul' },
    { email: 'half@example.com', full_name: 'Half \ud83d' },
    { email: 'k@example.com', full_name: 'K', 'nick\0name': 'x' },
    { email: 'd\0@example.com', full_name: 'D', department_id: '\0', role: '\0' },
    { email: 'good@example.com', full_name: 'Good' },
  ];
  for (const key of [undefined, 'nul-1']) {
    const { status, json } = await bulk(users, '', key ? { 'idempotency-key': key } : {});
    expect(status).toBe(200);
    expect(json.counts).toMatchObject({ refused: 4 });
    for (const [index, row] of users.slice(0, 4).entries()) {
      const alone = await call('POST', '/api/v1/users', row);
      expect(json.results[index]).toMatchObject({ status: alone.status, problem: { code: alone.json.code } });
    }
  }
  expect((await rowsOf(workspace.id)).map(({ email }) => email)).toEqual(['good@example.com']);
});

// rules/users 9 and 19
test('a preview answers the same and writes nothing', async () => {
  const { workspace, bulk } = await workspaceWithToken();
  const { email } = await make.user(workspace, { fullName: 'Before' });
  const before = await rowsOf(workspace.id);
  const users = [
    { email: 'new@example.com', full_name: 'New' },
    { email, full_name: 'After' },
    { email: 'x', full_name: 'X' },
  ];
  const previewed = await bulk(users, '?preview=true');
  expect(previewed.json.results).toMatchObject([
    { status: 200, result: 'created' },
    { status: 200, result: 'updated' },
    { status: 400 },
  ]);
  expect(await rowsOf(workspace.id)).toEqual(before);
  expect((await bulk(users)).json.counts).toEqual(previewed.json.counts);
});

test('a request without users, with too many, or with anything else is refused whole', async () => {
  const { call, bulk } = await workspaceWithToken();
  const person = (n: number) => ({ email: `p${n}@example.com`, full_name: 'P' });
  for (const users of [
    [],
    Array.from({ length: MAX_USERS_PER_BULK_REQUEST + 1 }, (_, n) => person(n)),
    { 0: person(0) },
    'x',
  ]) {
    expect((await bulk(users)).status).toBe(400);
  }
  expect((await call('POST', PATH, {})).status).toBe(400);
  expect((await call('POST', PATH, { users: [person(1)], dry_run: true })).status).toBe(400);
  expect((await call('POST', PATH, { users: [person(1)], preview: true })).json.detail).toContain('in the query');
  expect((await call('POST', PATH, Buffer.alloc(4 * 1024 * 1024 + 1, ' '))).status).toBe(413);
});

// rules/bounds 4
test('five hundred people with the longest names and e-mails fit, every letter escaped', async () => {
  const { workspace, bulk, call } = await workspaceWithToken();
  const users = Array.from({ length: MAX_USERS_PER_BULK_REQUEST }, (_, n) => {
    const start = `${'e'.repeat(57)}${String(n).padStart(6, '0')}@`;
    return { email: `${start}${`${'d'.repeat(60)}.`.repeat(3)}example`, full_name: '\u{1d400}'.repeat(200) };
  });
  const escaped = JSON.stringify({ users }).replace(/[^ -~]|[a-z]/gu, (letter) =>
    letter
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  expect(escaped.length).toBeGreaterThan(1_900_000);
  const { status, json } = await call('POST', PATH, escaped);
  expect(status).toBe(200);
  expect(json.counts).toMatchObject({ created: MAX_USERS_PER_BULK_REQUEST, refused: 0 });
  expect((await bulk(users)).json.counts).toMatchObject({ unchanged: MAX_USERS_PER_BULK_REQUEST });
  expect(await rowsOf(workspace.id)).toHaveLength(MAX_USERS_PER_BULK_REQUEST);
});

// rules/users 5 and 19
test('rows are applied in their order: the last super admin can go once there is another', async () => {
  const { workspace, bulk } = await workspaceWithToken({ mayAssignSuperAdmin: true });
  const first = await make.user(workspace, { role: 'super_admin' });
  const next = await make.user(workspace);
  const [leave, follow] = [
    { email: first.email, deactivate: true },
    { email: next.email, role: 'super_admin' },
  ];
  const early = await bulk([leave, { email: next.email, full_name: 'Next' }]);
  expect(early.json.results).toMatchObject([{ status: 409, problem: { code: 'last_super_admin' } }, { status: 200 }]);
  expect((await bulk([follow, leave])).json.results).toMatchObject([{ result: 'updated' }, { result: 'deactivated' }]);
});

// rules/api 9
test('with an Idempotency-Key the whole is done once, and answered again', async () => {
  const { workspace, bulk } = await workspaceWithToken();
  const users = [
    { email: 'a@example.com', full_name: 'A' },
    { email: 'b@example.com', full_name: 'B', department_id: UNKNOWN },
  ];
  const key = { 'idempotency-key': 'night-1' };
  const answers = [await bulk(users, '', key), await bulk(users, '', key)];
  expect(answers[1]!.text).toBe(answers[0]!.text);
  expect(answers[1]!.headers.get('idempotent-replayed')).toBe('true');
  expect(answers[0]!.json.results).toMatchObject([{ status: 201 }, { status: 404 }]);
  expect(await eventsOf(workspace.id)).toHaveLength(1);
});

// rules/api 9
test('rows for which there was no time are tried again with their Idempotency-Key, and no other row is', async () => {
  const { workspace, bulk, call } = await workspaceWithToken({ mayAssignSuperAdmin: true });
  const superAdmin = () => make.user(workspace, { role: 'super_admin' });
  const [ana, ben] = [await superAdmin(), await superAdmin(), await superAdmin()];
  const users = [
    { email: ana.email, deactivate: true },
    { email: ben.email, deactivate: true },
    { email: 'new@example.com', full_name: 'New' },
    { email: 'b@example.com', full_name: 'B', department_id: UNKNOWN },
  ];
  const key = { 'idempotency-key': 'night-1' };
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select from users where id = $1 for update', [ana.id]);
  const now = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => void vi.restoreAllMocks());
  const first = bulk(users, '', key);
  await expect
    .poll(async () => {
      const { rows } = await beside.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length;
    })
    .toBe(1);
  later = 15_001;
  await beside.query('rollback');
  expect((await first).json).toMatchObject({
    results: [
      { status: 200, result: 'deactivated' },
      { status: 503, problem: { code: 'busy' } },
      { status: 503, problem: { code: 'busy' } },
      { status: 404 },
    ],
    counts: { deactivated: 1, created: 0, refused: 3 },
  });
  later = 0;
  await call('POST', '/api/v1/users', { email: ana.email, deactivate: false });
  const second = await bulk(users, '', key);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
  expect(second.json).toMatchObject({
    results: [
      { status: 200, result: 'deactivated' },
      { status: 200, result: 'deactivated' },
      { status: 201, result: 'created' },
      { status: 404 },
    ],
    counts: { deactivated: 2, created: 1, refused: 1 },
  });
  const { rows } = await db.pool.query('select is_active from users where id = any($1) order by id', [
    [ana.id, ben.id],
  ]);
  expect(rows).toEqual([{ is_active: true }, { is_active: false }]);
  const third = await bulk(users, '', key);
  expect([third.headers.get('idempotent-replayed'), third.text]).toEqual(['true', second.text]);
});

// rules/api 8
test('people have a limit of their own, over REST and tRPC, and the headers say it', async () => {
  const limited = await startTestServer({ config: { rateLimits: { reads: 9, writes: 9, people: 40 } } });
  const { call, token, workspace } = await limited.api(['users:write']);
  const people = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ email: `p${from + n}@example.com`, full_name: 'P' }));
  const sent = await call('POST', PATH, { users: people(0, 30) });
  expect(sent.status).toBe(200);
  expect(sent.headers.get('ratelimit-policy')).toBe('"writes";q=9;w=60, "people";q=40;w=60');
  expect(sent.headers.get('ratelimit')).toMatch(/^"writes";r=8;t=\d+, "people";r=10;t=\d+$/);
  expect(sent.headers.get('ratelimit-limit')).toBe('9');
  const more = await call('POST', PATH, { users: people(30, 11) });
  expect(more).toMatchObject({ status: 429, json: { detail: expect.stringMatching(/40 people .* Try again in/) } });
  const tooMany = await call('POST', PATH, { users: people(30, 41) });
  expect(tooMany).toMatchObject({
    status: 429,
    json: { detail: expect.stringContaining('Send at most 40 at a time') },
  });
  const { users } = limited.client({ authorization: `Bearer ${token.token}` });
  await expect(users.upsertMany.mutate({ users: people(30, 11) })).rejects.toThrow('Try again in');
  expect((await call('POST', PATH, { users: people(30, 10) })).status).toBe(200);
  const { rows } = await limited.db.pool.query('select 1 from users where workspace_id = $1', [workspace.id]);
  expect(rows).toHaveLength(40);
});

// rules/tokens 8
test('a token that is revoked while the request waits writes nobody', async () => {
  const { token, workspace, bulk } = await workspaceWithToken();
  await db.pool.query('update api_tokens set revoked_at = now() where id = $1', [token.id]);
  expect((await bulk([{ email: 'late@example.com', full_name: 'Late' }])).status).toBe(401);
  expect(await rowsOf(workspace.id)).toEqual([]);
});
