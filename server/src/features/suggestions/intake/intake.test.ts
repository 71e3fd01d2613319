import { expect, test } from 'vitest';
import { cpuSeconds } from '../../../../test/cpu-seconds.ts';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const PATH = '/api/v1/intake';

// rules/suggestions 2
test('content becomes a pending suggestion in the queue, and no module', async () => {
  const { workspace, call } = await server.api(['intake:create']);
  const department = await make.department(workspace, 'Warehouse');
  const created = await call('POST', PATH, {
    content: '# Safe lifting\n\nBend your knees.',
    source_name: 'Confluence',
    source_url: 'https://wiki.example.com/1',
    department_id: department.id,
  });
  expect(created.status).toBe(201);
  expect(created.json).toEqual({
    id: expect.any(String),
    status: 'pending',
    title: 'Safe lifting',
    source_name: 'Confluence',
    source_url: 'https://wiki.example.com/1',
    department_id: department.id,
    created_at: expect.stringMatching(/Z$/),
    duplicate_of: null,
  });
  const trainer = await server.as('trainer', workspace, department.id);
  const queue = await trainer.suggestions.list.query({});
  expect(queue).toMatchObject({ total: 1, suggestions: [{ id: created.json.id, department: 'Warehouse' }] });
  const { rows } = await server.db.pool.query('select 1 from modules where workspace_id = $1', [workspace.id]);
  expect(rows).toHaveLength(0);
});

// rules/suggestions 4
test('the same text again from the same source answers 200 with the suggestion that is there', async () => {
  const { call } = await server.api(['intake:create']);
  const first = await call('POST', PATH, { content: 'The same  text.\n', source_name: 'Wiki' });
  const second = await call('POST', PATH, { content: ' The same text.', source_name: 'Wiki', title: 'Other' });
  expect(second.status).toBe(200);
  expect(second.json).toEqual(first.json);
});

// rules/suggestions 5
test('the same text from another source is new and names the earlier one', async () => {
  const { call } = await server.api(['intake:create']);
  const first = await call('POST', PATH, { content: 'Café text', source_name: 'Wiki' });
  const second = await call('POST', PATH, { content: 'Cafe\u0301 text', source_name: 'Drive' });
  expect(second).toMatchObject({ status: 201, json: { duplicate_of: first.json.id } });
});

test('two that push the same at once make one suggestion', async () => {
  const { workspace, call } = await server.api(['intake:create']);
  for (let round = 0; round < 10; round++) {
    const body = { content: `Round ${round}`, source_name: 'Wiki' };
    const race = await Promise.all([call('POST', PATH, body), call('POST', PATH, body), call('POST', PATH, body)]);
    expect(race.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
  }
  const auditor = await server.as('auditor', workspace);
  expect((await auditor.suggestions.list.query({})).total).toBe(10);
  expect((await auditor.audit.list.query({ action: 'suggestion.created' })).total).toBe(10);
});

// rules/suggestions 3
test.each([
  ['Plain first line\nsecond', 'Plain first line'],
  ['\n\n  \nintro\n\n## The *real* heading ##\n', 'The real heading'],
  ['- a list item', 'a list item'],
  ['```sh\n# not a heading\n```\n\n# The heading', 'The heading'],
  ['---\n\nAfter a rule', 'After a rule'],
  ['---\nNot front matter\n---\nText', 'Not front matter'],
  ['---\nlayout: page\n---\n\nFirst line', 'First line'],
  ['---\nlayout: page\n---\n{% block %}\n<h2 dir="rtl"> تنصيب <b>Git</b></h2>', 'تنصيب Git'],
  ['日本語の見出し\n本文', '日本語の見出し'],
  ['!!!', '!!!'],
  ['🙂'.repeat(400), '🙂'.repeat(300)],
])('without a title, %j is called %j', async (content, title) => {
  const { call } = await server.api(['intake:create']);
  expect((await call('POST', PATH, { content, source_name: 'Wiki' })).json.title).toBe(title);
});

test.each([' ', '\t', '\n', '#', ' #', '# ', '*a', '<h1>', '```\n', '~~~\n```\n', '---\na:\n'])(
  'a text of nothing but %j between two letters costs no more than another',
  async (filling) => {
    const { call } = await server.api(['intake:create']);
    const content = `x${filling.repeat(49_900 / filling.length)}y`;
    const before = cpuSeconds();
    expect((await call('POST', PATH, { content, source_name: 'Wiki' })).status).toBe(201);
    expect(cpuSeconds() - before).toBeLessThan(10);
  },
);

// rules/suggestions 3, rules/values 4
test('50,000 emoji are accepted and 50,001 letters are not: lengths count code points', async () => {
  const { call } = await server.api(['intake:create']);
  const emoji = await call('POST', PATH, { content: '🙂'.repeat(50_000), source_name: 'Wiki' });
  expect(emoji.status).toBe(201);
  const letters = await call('POST', PATH, { content: 'a'.repeat(50_001), source_name: 'Wiki' });
  expect(letters).toMatchObject({ status: 400, json: { errors: [{ path: 'content', code: 'too_big' }] } });
});

test('50,000 characters pass in the longest escaping, with or without charset', async () => {
  const { call } = await server.api(['intake:create']);
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"']) {
    const body = `{"content":"${'\\ud83d\\ude42'.repeat(49_999)}${'x'}","source_name":"${type.length}"}`;
    const created = await call('POST', PATH, body, { 'content-type': type });
    expect(created.status, type).toBe(201);
  }
});

// rules/suggestions 3, rules/values 4 and 6
test.each([
  [{ content: '' }, 'content'],
  [{ content: ' \n ' }, 'content'],
  [{ content: 'a\u0000' }, 'content'],
  [{ content: 'a\udc00' }, 'content'],
  [{ content: 7 }, 'content'],
  [{ content: undefined }, 'content'],
  [{ source_name: undefined }, 'source_name'],
  [{ source_name: ' ' }, 'source_name'],
  [{ title: '' }, 'title'],
  [{ title: null }, 'title'],
  [{ source_url: 'javascript:alert(1)' }, 'source_url'],
  [{ source_url: 'JAVASCRIPT://example.com/%0aalert(1)' }, 'source_url'],
  [{ source_url: 'data:text/html,x' }, 'source_url'],
  [{ source_url: 'ftp://example.com' }, 'source_url'],
  [{ source_url: 'https://' }, 'source_url'],
  [{ source_url: 'http:///path' }, 'source_url'],
  [{ source_url: 'https://exa mple.com' }, 'source_url'],
  [{ source_url: 'https://example.com/\njavascript:x' }, 'source_url'],
  [{ source_url: '//example.com' }, 'source_url'],
  [{ source_url: 'https://name:password@example.com/' }, 'source_url'],
  [{ source_url: 'https://wiki.example.com@evil.example' }, 'source_url'],
  [{ source_url: 'https://@example.com' }, 'source_url'],
  [{ source_url: 'https://example.com/\u202egnp.exe' }, 'source_url'],
  [{ source_url: 'https://example.com/\u2066a' }, 'source_url'],
  [{ source_url: 'https://example.com/\u200fa' }, 'source_url'],
  [{ source_url: 'https://example.com/\u0085a' }, 'source_url'],
  [{ department_id: 'abc' }, 'department_id'],
  [{ department_id: null }, 'department_id'],
  [{ status: 'accepted' }, 'status'],
  [{ id: '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6' }, 'id'],
])('the body with %j is 400, names the field and writes nothing', async (change, path) => {
  const { workspace, call } = await server.api(['intake:create']);
  const refused = await call('POST', PATH, { content: 'Text', source_name: 'Wiki', ...change });
  expect(refused.status).toBe(400);
  expect(refused.json.errors.map((error: { path: string }) => error.path)).toContain(path);
  const { rows } = await server.db.pool.query('select 1 from suggestions where workspace_id = $1', [workspace.id]);
  expect(rows).toHaveLength(0);
});

test('an unknown department is 404, another workspace’s is unknown too', async () => {
  const { call } = await server.api(['intake:create']);
  const elsewhere = await make.department(await make.workspace());
  const body = { content: 'Text', source_name: 'Wiki', department_id: elsewhere.id };
  expect(await call('POST', PATH, body)).toMatchObject({ status: 404, json: { code: 'department_not_found' } });
});
