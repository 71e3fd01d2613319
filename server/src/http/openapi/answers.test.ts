import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { documentValidator } from '../../../test/document-validator.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';
import { OPENAPI_FILE_PATH } from './openapi-document.ts';

const server = await startTestServer();
const { make } = server;
const validate = documentValidator(readFileSync(OPENAPI_FILE_PATH, 'utf8'));
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const ALL = [
  'catalog:read',
  'analytics:read',
  'users:read',
  'users:write',
  'completions:attest',
  'shifts:write',
  'paths:read',
  'paths:write',
  'intake:create',
] as const;

type Method = 'GET' | 'POST';
type Call = ReturnType<typeof server.rest>;
type Answer = Awaited<ReturnType<Call>>;

let workspace: TestWorkspace;
let call: Call;
let departmentId: string;

beforeAll(async () => {
  const api = await server.api([...ALL]);
  ({ workspace, call } = api);
  departmentId = (await make.department(workspace, 'Warehouse')).id;
  const learner = await make.user(workspace, { departmentId });
  await make.user(workspace, { role: 'super_admin' });
  const course = await make.course(workspace, { departmentId, published: true });
  await make.course(workspace);
  const done = await make.module(workspace, course.id, { status: 'published', validityDays: 365 });
  const open = await make.module(workspace, course.id, { status: 'published' });
  await make.enrollment(workspace, learner.id, done.id, {
    progress: 1,
    assignedAt: new Date('2026-01-20T10:00:00Z'),
    startedAt: new Date('2026-01-25T10:00:00Z'),
    completedAt: new Date('2026-02-01T10:00:00Z'),
  });
  await make.enrollment(workspace, learner.id, open.id, { progress: 0.25 });
});

/** Returns the violations of the OpenAPI document by a response: status, media type, body and required headers. */
function complaints(method: Method, path: string, { status, headers, json }: Answer): string[] {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const place = [`/api/v1${path}`, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  return validate(place, json);
}

const successes: [string, Method, string, number, unknown?][] = [
  ['the catalog', 'GET', '/catalog', 200],
  ['users', 'GET', '/users', 200],
  ['a page past the end', 'GET', '/users?limit=1&offset=500', 200],
  ['all analytics', 'GET', '/analytics', 200],
  ['analytics of a range', 'GET', '/analytics?from=2026-01-01&to=2026-03-01T00:00:00%2B01:00&window_days=365', 200],
  ['some parts', 'GET', '/analytics?include=modules,recertification&include_inactive=true', 200],
  ['a rehearsal', 'POST', '/users?preview=true', 200, { email: 'ana@example.com', full_name: 'Ana' }],
  ['a new user', 'POST', '/users', 201, { email: 'ana@example.com', full_name: 'Ana' }],
  ['a known user', 'POST', '/users', 200, { email: 'ana@example.com', deactivate: true }],
  [
    'past training',
    'POST',
    '/attested-completions',
    200,
    { completions: [{ email: 'ana@example.com', module: 'Nowhere', completed_on: '2025-01-01', source: 'Before' }] },
  ],
  [
    'shifts',
    'POST',
    '/shifts',
    200,
    {
      from: '2026-03-02',
      to: '2026-03-09',
      shifts: [
        { email: 'ana@example.com', starts_at: '2026-03-02T06:00:00+01:00', ends_at: '2026-03-02T14:00:00+01:00' },
        { email: 'nobody@example.com', starts_at: '2026-03-02T06:00:00Z', ends_at: '2026-03-02T14:00:00Z' },
      ],
    },
  ],
  ['50,000 emoji', 'POST', '/intake', 201, { content: '📦'.repeat(50_000), source_name: 'Wiki' }],
  ['the same again', 'POST', '/intake', 200, { content: '📦'.repeat(50_000), source_name: 'Wiki' }],
  ['the same from elsewhere', 'POST', '/intake', 201, { content: '📦'.repeat(50_000), source_name: 'Drive' }],
];

test.each(successes)('%s: what is answered is what the document says', async (_name, method, path, status, body) => {
  if (body !== undefined) {
    const place = [`/api/v1${path.split('?')[0]}`, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    expect(validate(place, body)).toEqual([]);
  }
  const answer = await call(method, `/api/v1${path}`, body);
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(complaints(method, path.split('?')[0] ?? '', answer)).toEqual([]);
});

const refusals: [string, Method, string, number, unknown?][] = [
  ['an unknown parameter', 'GET', '/catalog?limit=1', 400],
  ['an unknown parameter', 'GET', '/users?page=2', 400],
  ['a limit over 500', 'GET', '/users?limit=501', 400],
  ['from after to', 'GET', '/analytics?from=2026-03-01&to=2026-01-01', 400],
  ['an unknown course', 'GET', `/analytics?course_id=${UNKNOWN}`, 404],
  ['an unknown module', 'GET', `/analytics?module_id=${UNKNOWN}`, 404],
  ['an unknown learner', 'GET', `/analytics?user_id=${UNKNOWN}`, 404],
  ['an unknown department', 'GET', `/analytics?department_id=${UNKNOWN}`, 404],
  ['an unknown parameter', 'POST', '/users?dry_run=true', 400, { email: 'a@example.com' }],
  ['malformed JSON', 'POST', '/users', 400, '{"email":'],
  [
    'a trainer without a department',
    'POST',
    '/users',
    400,
    { email: 't@example.com', full_name: 'T', role: 'trainer' },
  ],
  ['a super admin', 'POST', '/users', 403, { email: 's@example.com', full_name: 'S', role: 'super_admin' }],
  ['an unknown leaver', 'POST', '/users', 404, { email: 'nobody@example.com', deactivate: true }],
  ['an unknown department', 'POST', '/intake', 404, { content: 'x', source_name: 'x', department_id: UNKNOWN }],
  ['a path of an unknown module', 'POST', '/paths', 404, { title: 'P', steps: [{ module_id: UNKNOWN }] }],
  ['no completion', 'POST', '/attested-completions', 400, { completions: [] }],
  ['a body over the limit', 'POST', '/intake', 413, { content: 'x'.repeat(1_100_000), source_name: 'x' }],
];

// rules/api 4
test.each(refusals)('%s, %s %s: the problem is one of the document', async (_name, method, path, status, body) => {
  const answer = await call(method, `/api/v1${path}`, body);
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expect(complaints(method, path.split('?')[0] ?? '', answer)).toEqual([]);
});

// rules/api 5
test.each([
  ['GET', '/catalog'],
  ['GET', '/analytics'],
  ['GET', '/users'],
  ['POST', '/users'],
  ['POST', '/intake'],
] as const)('%s %s: so are those about the token, the scope, the media type and the key', async (method, path) => {
  const address = `/api/v1${path}`;
  const body = method === 'POST' ? {} : undefined;
  const other = await server.api([path === '/intake' ? 'users:read' : 'intake:create'], workspace);
  const answers = [
    [await server.rest()(method, address, body), 401],
    [await server.rest(`wtp_${'0'.repeat(36)}`)(method, address, body), 401],
    [await other.call(method, address, body), 403],
    ...(method === 'POST'
      ? ([
          [await call(method, address, 'x', { 'content-type': 'text/plain' }), 415],
          [await call(method, address, {}, { 'idempotency-key': `once${path}` }), 400],
          [await call(method, address, { a: 1 }, { 'idempotency-key': `once${path}` }), 422],
        ] as const)
      : []),
  ] as const;
  for (const [answer, status] of answers) {
    expect(answer.status, answer.text).toBe(status);
    expect(complaints(method, path, answer)).toEqual([]);
    expect(answer.headers.get('www-authenticate') !== null).toBe(status === 401 || status === 403);
  }
});

test('too many requests, with the header fields that the document names', async () => {
  const limited = await startTestServer({ config: { rateLimits: { reads: 1, writes: 1, people: 0 } } });
  const api = await limited.api(['users:read']);
  const first = await api.call('GET', '/api/v1/users');
  expect(first.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/);
  expect(first.headers.get('ratelimit-policy')).toBe('"reads";q=1;w=60');
  // Sent twice, because a new minute may begin in between.
  await api.call('GET', '/api/v1/users');
  const second = await api.call('GET', '/api/v1/users');
  expect(second.status).toBe(429);
  expect(complaints('GET', '/users', second)).toEqual([]);
  expect(second.headers.get('retry-after')).toMatch(/^\d+$/);
});

// rules/api 10
test('the catalog, unchanged: 304 without a body', async () => {
  const etag = (await call('GET', '/api/v1/catalog')).headers.get('etag') ?? '';
  const again = await call('GET', '/api/v1/catalog', undefined, { 'if-none-match': etag });
  expect(again).toMatchObject({ status: 304, text: '' });
});

/**
 * Bodies at the limits that the document allows; the boolean says whether both the document and the server accept the
 * body.
 */
const edges: [string, string, Record<string, unknown>, boolean][] = [
  ['50,001 letters', '/intake', { content: 'x'.repeat(50_001), source_name: 'x' }, false],
  ['50,000 letters', '/intake', { content: 'y'.repeat(50_000), source_name: 'x' }, true],
  ['a title of 300 emoji', '/intake', { content: 'z', source_name: 'x', title: '📦'.repeat(300) }, true],
  ['a title of 301 letters', '/intake', { content: 'z', source_name: 'x', title: 'x'.repeat(301) }, false],
  ['blank content', '/intake', { content: ' \n ', source_name: 'x' }, false],
  ['a NUL', '/intake', { content: 'a\0b', source_name: 'x' }, false],
  ['a source name of two lines', '/intake', { content: 'a', source_name: 'x\ny' }, false],
  ['a script for a link', '/intake', { content: 'a', source_name: 'x', source_url: 'javascript:alert(1)' }, false],
  ['title null', '/intake', { content: 'a', source_name: 'x', title: null }, false],
  ['department null', '/intake', { content: 'a', source_name: 'x', department_id: null }, false],
  ['an unknown field', '/intake', { content: 'a', source_name: 'x', tags: [] }, false],
  ['full_name null', '/users', { email: 'e@example.com', full_name: null }, false],
  ['role null', '/users', { email: 'e@example.com', role: null }, false],
  ['department null', '/users', { email: 'e@example.com', full_name: 'E', department_id: null }, true],
  ['deactivate as text', '/users', { email: 'e@example.com', deactivate: 'false' }, false],
  ['no e-mail', '/users', { full_name: 'E' }, false],
  ['an e-mail without a domain', '/users', { email: 'e@', full_name: 'E' }, false],
  ['a role that is none', '/users', { email: 'e@example.com', full_name: 'E', role: 'admin' }, false],
];

// rules/api 6
test.each(edges)('%s to %s: document and server agree', async (_name, path, body, allowed) => {
  const place = [`/api/v1${path}`, 'post', 'requestBody', 'content', 'application/json', 'schema'];
  expect(validate(place, body).length === 0).toBe(allowed);
  const { status } = await call('POST', `/api/v1${path}`, body);
  expect(status < 400).toBe(allowed);
});
