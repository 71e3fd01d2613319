import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { analyticsOf, days } from './analytics-fixture.ts';

const server = await startTestServer();
const { make } = server;
const setUp = () => analyticsOf(server);
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

// rules/analytics 9
test('include leaves the other parts out', async () => {
  const { answer } = await setUp();
  const { generated_at, filters, ...parts } = await answer({ include: 'recertification,modules' });
  expect(Object.keys(parts)).toEqual(['modules', 'recertification']);
  expect(filters.include).toEqual(['modules', 'recertification']);
  expect(Date.parse(generated_at)).toBeCloseTo(Date.now(), -5);
});

// rules/api 10
test.each(['', 'include=modules', 'include=learners'])(
  'an unchanged answer (%s) is 304 for whoever has its ETag, in any encoding; a change makes a new one',
  async (query) => {
    const { workspace, call, once, answer } = await setUp();
    const path = `/api/v1/analytics?${query}`;
    const first = await call('GET', path);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"[\d-]+"$/);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const asked = { 'if-none-match': etag, 'accept-encoding': encoding };
      const again = await call('GET', path, undefined, asked);
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    }
    const person = await make.user(workspace);
    await make.enrollment(workspace, person.id, once.id);
    const changed = await call('GET', path, undefined, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    // Answers that aren't sent give their connection back.
    for (let n = 0; n < 20; n++) {
      const held = { 'if-none-match': changed.headers.get('etag')! };
      expect((await call('GET', path, undefined, held)).status).toBe(304);
    }
    expect((await answer()).generated_at).toBeDefined();
  },
);

// rules/api 10
test('what becomes overdue changes the ETag, though nothing was written', { tags: ['deep'] }, async () => {
  const { workspace, call, once } = await setUp();
  const person = await make.user(workspace);
  await make.enrollment(workspace, person.id, once.id, { dueAt: new Date(Date.now() + 1500) });
  const before = await call('GET', '/api/v1/analytics');
  const held = { 'if-none-match': before.headers.get('etag')! };
  await expect.poll(async () => (await call('GET', '/api/v1/analytics', undefined, held)).status).toBe(200);
});

// rules/analytics 16
test('an answer with all modules is streamed, also about one person; a short one is whole', async () => {
  const { workspace, call, once } = await setUp();
  const { id } = await make.user(workspace);
  const isStreamed = async (query: string) =>
    (await call('GET', `/api/v1/analytics?${query}`)).headers.get('content-length') === null;
  for (const query of ['', `user_id=${id}`, `user_id=${id}&include=recertification`, 'include=learners']) {
    expect(await isStreamed(query), query).toBe(true);
  }
  for (const query of [`user_id=${id}&include=learners`, `module_id=${once.id}`]) {
    expect(await isStreamed(query), query).toBe(false);
  }
});

// rules/analytics 2
test('learners come in pages, with the total of all', async () => {
  const { workspace, answer } = await setUp();
  for (const n of [1, 2, 3]) await make.user(workspace, { email: `${n}@example.com`, createdAt: days(n - 10) });
  await make.user(workspace, { role: 'auditor' });
  const { learners } = await answer({ limit: '2', offset: '1' });
  expect(learners).toMatchObject({ total: 3, limit: 2, offset: 1 });
  expect(learners.items.map(({ email }) => email)).toEqual(['2@example.com', '3@example.com']);
  expect((await answer({ offset: '3' })).learners).toMatchObject({ total: 3, items: [] });
});

// rules/analytics 2
test('modules come in pages, too, in the order of the catalog, with the counts of all that are assigned', async () => {
  const { workspace, course, yearly, once, answer } = await setUp();
  const last = await make.module(workspace, course.id, { title: 'Last', status: 'published' });
  const person = await make.user(workspace);
  for (const module of [yearly, once, last]) await make.enrollment(workspace, person.id, module.id);
  const all = (await answer()).modules;
  expect(all).toHaveLength(3);
  const pages = await Promise.all(
    ['0', '2', '3'].map(async (offset) => (await answer({ modules_limit: '2', modules_offset: offset })).modules),
  );
  expect(pages).toEqual([all.slice(0, 2), all.slice(2), []]);
  expect((await answer({ modules_offset: '1' })).modules).toEqual(all.slice(1));
  const { learners, recertification } = await answer({ modules_limit: '1' });
  expect(learners).toMatchObject({ total: 1 });
  expect(recertification.by_module).toHaveLength(1);
});

// rules/analytics 2
test('fields leaves out the other columns of modules, and nothing else', async () => {
  const { workspace, once, answer, ask } = await setUp();
  const person = await make.user(workspace);
  await make.enrollment(workspace, person.id, once.id);
  const all = await answer();
  const some = await answer({ fields: 'completion_rate,title' });
  expect(some.modules).toEqual(
    all.modules.map(({ module_id, title, completion_rate }) => ({ module_id, title, completion_rate })),
  );
  expect(some.learners).toEqual(all.learners);
  expect((await answer({ fields: 'completion_rate,title' })).modules).toEqual(some.modules);
  expect((await answer({ fields: 'title', include: 'learners' })).learners).toEqual(all.learners);
  const ranged = await answer({ fields: 'completed_outside', from: '2026-01-01', modules_limit: '1' });
  expect(ranged.modules).toEqual([{ module_id: all.modules[0]!.module_id, completed_outside: 0 }]);
  const every =
    'title,course_id,department_id,assigned,not_started,in_progress,completed,attested,overdue,completion_rate,pass_rate,' +
    'average_score,median_days_to_complete,last_completed_at';
  expect((await answer({ fields: every })).modules).toEqual(all.modules);
  expect(await ask({ fields: 'title,title' })).toMatchObject({ status: 400, json: { errors: [{ path: 'fields' }] } });
  expect(await ask({ fields: 'name' })).toMatchObject({ status: 400 });
});

// rules/analytics 2
test('what the workspace does not have is 404, the department first', async () => {
  const { ask } = await setUp();
  const elsewhere = await setUp();
  const unknown = { department_id: UNKNOWN, course_id: UNKNOWN, module_id: UNKNOWN, user_id: UNKNOWN };
  expect(await ask(unknown)).toMatchObject({ status: 404, json: { code: 'department_not_found' } });
  for (const name of ['department', 'course', 'module', 'user']) {
    const refused = await ask({ [`${name}_id`]: UNKNOWN });
    expect(refused, name).toMatchObject({ status: 404, json: { code: `${name}_not_found` } });
  }
  expect(await ask({ module_id: elsewhere.once.id })).toMatchObject({ status: 404 });
});

// rules/analytics 2 and 4
test.each([
  'from=2026-02-01&to=2026-02-01',
  'window_days=0',
  'window_days=366',
  'limit=501',
  'modules_limit=0',
  'modules_limit=10001',
  'include=',
  'include=users',
])('%s is 400', async (query) => {
  const { call } = await server.api(['analytics:read']);
  expect(await call('GET', `/api/v1/analytics?${query}`)).toMatchObject({ status: 400 });
});

// rules/analytics 3 and 8
test('a trainer sees the learners of their department, and no module of others that these do not have', async () => {
  const { workspace, once } = await setUp();
  const [own, other] = [await make.department(workspace), await make.department(workspace)];
  const colleague = await make.user(workspace, { departmentId: own.id });
  const stranger = await make.user(workspace, { departmentId: other.id });
  await make.enrollment(workspace, colleague.id, once.id);
  await make.enrollment(workspace, stranger.id, once.id);
  const trainer = await server.as('trainer', workspace, own.id);
  const seen = await trainer.analytics.read.query({});
  expect(seen.learners?.items.map(({ user_id }) => user_id)).toEqual([colleague.id]);
  expect(seen.modules).toEqual([expect.objectContaining({ module_id: once.id, assigned: 1 })]);
  const refusal = (code: string) => ({ data: { httpStatus: 404, app_code: code } });
  await expect(trainer.analytics.read.query({ user_id: stranger.id })).rejects.toMatchObject(refusal('user_not_found'));
  const department = trainer.analytics.read.query({ department_id: other.id });
  await expect(department).rejects.toMatchObject(refusal('department_not_found'));
});

// rules/analytics 8
test('a learner sees themselves', async () => {
  const { workspace, once } = await setUp();
  const other = await make.user(workspace);
  await make.enrollment(workspace, other.id, once.id);
  const learner = await server.as('learner', workspace);
  expect(await learner.analytics.read.query({})).toMatchObject({ modules: [], learners: { total: 1 } });
  await expect(learner.analytics.read.query({ user_id: other.id })).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
});

test(
  'however its filters are combined, a connection prepares no more than six texts of it',
  { tags: ['deep'] },
  async () => {
    const { workspace, course, yearly, ask } = await setUp();
    const { id: department_id } = await make.department(workspace, 'Warehouse');
    const { id: user_id } = await make.user(workspace, { departmentId: department_id });
    const filters = Object.entries({
      department_id,
      course_id: course.id,
      module_id: yearly.id,
      user_id,
      from: days(-9).toISOString(),
      include: 'learners',
      include_inactive: 'false',
    });
    for (let chosen = 0; chosen < 2 ** filters.length; chosen++) {
      const { status } = await ask(Object.fromEntries(filters.filter((_, n) => chosen & (2 ** n))));
      expect(status).toBe(200);
    }
    const { pool } = server.pools.requests;
    const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    const counts = await Promise.all(
      connections.map(async (connection) => {
        const { rowCount } = await connection.query(`select from pg_prepared_statements where name like 'analytics-%'`);
        connection.release();
        return rowCount;
      }),
    );
    // One count each with and without inactive people, for callers who see all, a department or themselves.
    expect(Math.max(...counts.map(Number))).toBeLessThanOrEqual(6);
    expect(counts.some(Number)).toBe(true);
  },
);

// rules/analytics 1
test('all parts are of one moment, whatever is written meanwhile', async () => {
  const { workspace, answer, yearly } = await setUp();
  for (let n = 0; n < 5; n++) {
    const { id } = await make.user(workspace);
    await make.enrollment(workspace, id, yearly.id, { startedAt: days(-1) });
  }
  const writer = await connect(server.databaseUrl);
  let reading = true;
  const writing = (async () => {
    const complete = `update enrollments set completed_at = case when completed_at is null then now() end,
      expires_at = case when completed_at is null then now() + interval '1 year' end where workspace_id = $1`;
    while (reading) await writer.query(complete, [workspace.id]);
  })();
  for (let n = 0; n < 30; n++) {
    const { modules, learners, recertification } = await answer();
    const { completed, in_progress } = modules[0]!;
    expect([0, 5]).toContain(completed);
    expect(completed + in_progress).toBe(5);
    expect(learners.items.filter((learner) => learner.completed === 1)).toHaveLength(completed);
    expect(recertification).toMatchObject({ current: completed, never_certified: in_progress });
  }
  reading = false;
  await writing;
});
