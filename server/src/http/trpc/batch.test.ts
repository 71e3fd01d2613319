import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

/** Creates an author with two modules: one that is in review and so locked, and one that is open. */
async function author() {
  const workspace = await make.workspace();
  const { module: locked, departmentId } = await make.moduleInReview(workspace);
  const course = await make.course(workspace, { departmentId });
  const open = await make.module(workspace, course.id);
  const trainer = await make.user(workspace, { role: 'trainer', departmentId });
  const cookie = await server.signIn(trainer.email);

  /** Saves the flashcards of several modules in one batch. */
  async function save(calls: { id: string; version: number }[], headers: Record<string, string> = {}) {
    const inputs = calls.map(({ id, version }) => ({ section: 'flashcards', module_id: id, version, items: [] }));
    const paths = calls.map(() => 'modules.saveSection').join(',');
    const response = await fetch(`${server.base}/api/trpc/${paths}?batch=1`, {
      method: 'POST',
      headers: {
        origin: server.base,
        'content-type': 'application/json',
        cookie,
        [WORKSPACE_HEADER]: workspace.slug,
        ...headers,
      },
      body: JSON.stringify(Object.fromEntries(inputs.entries())),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  }
  return { save, locked: locked.id, open: open.id };
}

const NATIVE = Object.getOwnPropertyNames(Object.prototype);

async function admin() {
  const workspace = await make.workspace();
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const cookie = await server.signIn(email);
  const json = { 'content-type': 'application/json' };
  const headers = { origin: server.base, cookie, [WORKSPACE_HEADER]: workspace.slug, ...json };
  const count = async () =>
    (await server.db.pool.query('select from departments where workspace_id = $1', [workspace.id])).rowCount;
  return { headers, count };
}

const Refused = z.object({ error: z.object({ data: z.object({ request_id: z.string().nullable() }) }) });

const failed = (httpStatus: number) => ({ error: { data: { httpStatus } } });

// rules/api 14
test('a batch in which something is locked is 423, whatever else is refused before it', async () => {
  const { save, locked, open } = await author();
  const stale = { id: open, version: 99 };
  const both = await save([stale, { id: locked, version: 1 }]);
  expect(both).toMatchObject({ status: 423, body: [failed(409), failed(423)] });
  const turned = await save([{ id: locked, version: 1 }, stale]);
  expect(turned).toMatchObject({ status: 423, body: [failed(423), failed(409)] });
  expect(await save([stale, stale])).toMatchObject({ status: 409, body: [failed(409), failed(409)] });
});

test.for([
  ['trpc-accept', 'application/jsonl'],
  ['accept', 'application/jsonl'],
  ['accept', 'text/plain, application/jsonl'],
] as const)(
  'a batch that asks to be streamed with %s: %s is answered plainly, with its status',
  async ([name, value]) => {
    const { save, locked, open } = await author();
    const answer = await save(
      [
        { id: open, version: 1 },
        { id: locked, version: 1 },
      ],
      { [name]: value },
    );
    expect(answer).toMatchObject({ status: 423, body: [{ result: { data: { version: 2 } } }, failed(423)] });
  },
);

test('what is refused before anybody knows who asks names its request too', async () => {
  const connectionParams = ['not JSON', '[]', '{"a":1}'];
  const paths = connectionParams.map((each) => `modules.get?connectionParams=${encodeURIComponent(each)}`);
  for (const path of [...paths, 'modules.get?batch=1&input=%7B', 'no.such.procedure']) {
    const answer = await fetch(`${server.base}/api/trpc/${path}`);
    const body = z.union([Refused, z.array(Refused).transform(([first]) => first)]).parse(await answer.json());
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('x-request-id'), path).toEqual(expect.any(String));
    expect(body?.error.data.request_id, path).toBe(answer.headers.get('x-request-id'));
  }
});

/** Names that every object of JavaScript has, and places of the router itself: none is a procedure. */
const NO_PROCEDURES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'users.__proto__',
  'constructor.prototype',
  'users.constructor',
  'users.list.__proto__',
  'users.list.call',
  '_def',
  '_def.procedures',
  'createCaller',
  ',',
  'users..list',
  'users.list.',
  '.users.list',
  'USERS.LIST',
  'users/list',
  `${'users.'.repeat(1_000)}list`,
];

test('what is no procedure is 404, alone and in a batch, for who may do everything', async () => {
  const { headers } = await admin();
  for (const name of NO_PROCEDURES) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? '{}' : null;
      for (const [path, query] of [
        [name, ''],
        [name, '?batch=1'],
        [`${name},users.get`, '?batch=1'],
      ] as const) {
        const url = `${server.base}/api/trpc/${encodeURIComponent(path)}${query}`;
        const answer = await fetch(url, { method, headers, body });
        const text = await answer.text();
        const wanted = name.length > 1_000 && [404, 414];
        expect(wanted || [404], `${method} ${path.slice(0, 60)}${query}: ${text.slice(0, 300)}`).toContain(
          answer.status,
        );
      }
    }
  }
});

const POISON =
  '{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}},"prototype":{"polluted":"x"}}';

test.for([
  ['the poison itself', POISON],
  ['an own __proto__ with the calls', '{"__proto__":{"0":{"search":"x"},"1":{"search":"x"}}}'],
  ['poison for a call', `{"0":${POISON},"1":${POISON}}`],
  ['poison in a value', `{"0":{"search":${POISON}},"1":{"search":[${POISON}]}}`],
  ['an array', `[${POISON},${POISON}]`],
  ['null', 'null'],
  ['text', '"__proto__"'],
  ['places that are none', '{"-1":{},"1e3":{},"00":{},"length":5,"":{}}'],
  ['a name of 5,000 characters', `{"0":{"${'k'.repeat(5_000)}":1}}`],
])('a batch whose input is %s is refused with 4xx or read without it, and no prototype changes', async ([, input]) => {
  const { headers } = await admin();
  const inQuery = `input=${encodeURIComponent(input!)}`;
  const asked: [string, RequestInit][] = [
    [`users.search,users.search?batch=1&${inQuery}`, { headers }],
    [`users.search?${inQuery}`, { headers }],
    [`users.search?batch=1&__proto__[polluted]=x&constructor.prototype.polluted=x&${inQuery}`, { headers }],
    ['users.import,departments.create?batch=1', { method: 'POST', headers, body: input! }],
    ['departments.create', { method: 'POST', headers, body: input! }],
  ];
  for (const [path, options] of asked) {
    const answer = await fetch(`${server.base}/api/trpc/${path}`, options);
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBeLessThan(500);
    expect(text).not.toContain('polluted":"x');
  }
  expect(Object.getOwnPropertyNames(Object.prototype).filter((name) => !NATIVE.includes(name))).toEqual([]);
});

test('a batch of queries, mutations and a stream is refused, and nothing of it is done', async () => {
  const { headers, count } = await admin();
  const input = JSON.stringify({ 0: { name: 'By GET' }, 1: {}, 2: { tab: 't', topics: ['content'] } });
  const paths = 'departments.create,users.search,live.follow';
  for (const [path, options] of [
    [`${paths}?batch=1&input=${encodeURIComponent(input)}`, { headers }],
    [`departments.create?input=${encodeURIComponent('{"name":"By GET"}')}`, { headers }],
    [`live.follow,live.follow?batch=1&input=${encodeURIComponent(input)}`, { headers }],
    ['users.search,live.follow?batch=1', { method: 'POST', headers, body: input }],
  ] as [string, RequestInit][]) {
    const answer = await fetch(`${server.base}/api/trpc/${path}`, options);
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBeGreaterThanOrEqual(400);
    expect(answer.status, `${path}: ${text}`).toBeLessThan(500);
  }
  expect(await count()).toBe(0);
});
