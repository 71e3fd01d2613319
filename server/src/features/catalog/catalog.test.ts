import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const PATH = '/api/v1/catalog';

// rules/api 11
test('the catalog is a bare array: courses by creation, modules by order, published or not', async () => {
  const { workspace, call } = await server.api(['catalog:read']);
  const department = await make.department(workspace);
  const second = await make.course(workspace, { title: 'Second', createdAt: new Date('2026-02-02') });
  const first = await make.course(workspace, {
    title: 'First',
    createdAt: new Date('2026-01-01'),
    departmentId: department.id,
    published: true,
  });
  const last = await make.module(workspace, first.id, { title: 'Last', position: 1, status: 'in_review' });
  const start = await make.module(workspace, first.id, { title: 'Start', position: 0, status: 'published' });
  const answer = await call('GET', PATH);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual([
    {
      id: first.id,
      title: 'First',
      emoji: '📦',
      department_id: department.id,
      published: true,
      published_at: expect.stringMatching(/Z$/),
      created_at: '2026-01-01T00:00:00.000Z',
      modules: [
        { id: start.id, title: 'Start', status: 'published', order: 0, languages: ['en'] },
        { id: last.id, title: 'Last', status: 'in_review', order: 1, languages: ['en'] },
      ],
    },
    expect.objectContaining({ id: second.id, department_id: null, published: false, published_at: null, modules: [] }),
  ]);
});

test('a workspace without courses has an empty catalog', async () => {
  const { call } = await server.api(['catalog:read']);
  expect((await call('GET', PATH)).json).toEqual([]);
});

// rules/api 10
test('an unchanged catalog is 304 for whoever has its ETag, weak or in a list or as *', async () => {
  const { workspace, call } = await server.api(['catalog:read']);
  await make.course(workspace);
  const etag = (await call('GET', PATH)).headers.get('etag')!;
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await call('GET', PATH, undefined, { 'if-none-match': header });
    expect(answer, header).toMatchObject({ status: 304, text: '' });
    expect(answer.headers.get('etag')).toBe(etag);
  }
  expect((await call('GET', PATH, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('whatever changes a course or a module changes the ETag and the very next answer', async () => {
  const { workspace, call } = await server.api(['catalog:read']);
  const course = await make.course(workspace, { title: 'Old' });
  const module = await make.module(workspace, course.id);
  const seen = new Set<string>();
  for (const change of [
    `update courses set title = 'New' where id = '${course.id}'`,
    `update modules set status = 'rejected', workflow = 'rejected' where id = '${module.id}'`,
    `delete from sections where module_id = '${module.id}'; delete from modules where id = '${module.id}'`,
    `delete from courses where id = '${course.id}'`,
  ]) {
    const before = await call('GET', PATH);
    await server.db.pool.query(change);
    const after = await call('GET', PATH, undefined, { 'if-none-match': before.headers.get('etag')! });
    expect(after.status, change).toBe(200);
    expect(after.json).not.toEqual(before.json);
    seen.add(after.headers.get('etag')!);
  }
  expect(seen.size).toBe(4);
});

test('a change that is rolled back changes nothing, and another workspace’s change neither', async () => {
  const { workspace, call } = await server.api(['catalog:read']);
  const course = await make.course(workspace);
  const etag = (await call('GET', PATH)).headers.get('etag');
  await server.db.pool.query(`begin; update courses set title = 'x' where id = '${course.id}'; rollback`);
  await make.course(await make.workspace());
  expect((await call('GET', PATH)).headers.get('etag')).toBe(etag);
});

test('readers under way during writes never see an answer older than the write that came before them', async () => {
  const { workspace, call } = await server.api(['catalog:read']);
  const course = await make.course(workspace, { title: '0' });
  let written = 0;
  const write = async () => {
    for (let i = 1; i <= 40; i++) {
      await server.db.pool.query('update courses set title = $1 where id = $2', [String(i), course.id]);
      written = i;
    }
  };
  const read = async () => {
    while (written < 40) {
      const before = written;
      const title = Number((await call('GET', PATH)).json[0].title);
      expect(title).toBeGreaterThanOrEqual(before);
    }
  };
  await Promise.all([write(), read(), read(), read()]);
});

test('the catalog takes no parameters', async () => {
  const { call } = await server.api(['catalog:read']);
  expect((await call('GET', `${PATH}?department_id=x`)).status).toBe(400);
});
