import { connect as connectTcp } from 'node:net';
import { ERRORS_BY_CODE } from '@training/shared/errors';
import { expect, test } from 'vitest';
import { rawRequest } from '../../test/raw-request.ts';
import { startTestServer } from '../../test/server.ts';
import { Problem } from '@training/shared/problem';

const server = await startTestServer();
const { make } = server;
const ALL = [
  'catalog:read',
  'analytics:read',
  'users:read',
  'users:write',
  'completions:attest',
  'intake:create',
] as const;
const ONE_MEBIBYTE = 1024 * 1024;
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

// rules/api 5
test('without a token it is 401 with a challenge, and with one that cannot be right too', async () => {
  const { token } = await make.token(await make.workspace(), ['users:read']);
  const wrongChecksum = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  for (const authorization of [
    undefined,
    'Basic abc',
    'Bearer',
    `Bearer ${wrongChecksum}`,
    'Bearer x',
    `Token ${token}`,
  ]) {
    const response = await fetch(`${server.base}/api/v1/users`, {
      headers: { ...(authorization && { authorization }) },
    });
    expect(response.status, authorization).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="api"/);
    expect(Problem.safeParse(await response.json()).success).toBe(true);
  }
  const lowerCase = await fetch(`${server.base}/api/v1/users`, { headers: { authorization: `bearer ${token}` } });
  expect(lowerCase.status).toBe(200);
});

// rules/tokens 2
test('a token with a wrong checksum is refused before the database is asked', async () => {
  const queries: unknown[] = [];
  const { pool } = server.db;
  const query = pool.query.bind(pool);
  Object.assign(pool, { query: (...args: Parameters<typeof query>) => (queries.push(args), query(...args)) });
  await server.rest(`wtp_${'a'.repeat(36)}`)('GET', '/api/v1/users');
  Object.assign(pool, { query });
  expect(queries).toHaveLength(0);
});

// rules/tokens 5, rules/api 1 and 5
test('403 names the scope that is missing', async () => {
  const { call } = await server.api(['users:read']);
  for (const [method, path, scope] of [
    ['GET', '/api/v1/catalog', 'catalog:read'],
    ['GET', '/api/v1/analytics', 'analytics:read'],
    ['POST', '/api/v1/users', 'users:write'],
    ['POST', '/api/v1/attested-completions', 'completions:attest'],
    ['POST', '/api/v1/shifts', 'shifts:write'],
    ['GET', '/api/v1/paths', 'paths:read'],
    ['POST', `/api/v1/paths/${UNKNOWN}/assignments`, 'paths:write'],
    ['GET', `/api/v1/courses/${UNKNOWN}/scorm`, 'content:export'],
    ['POST', '/api/v1/courses/import', 'content:import'],
    ['POST', '/api/v1/intake', 'intake:create'],
  ] as const) {
    const refused = await call(method, path, method === 'POST' ? '{' : undefined);
    expect(refused).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } });
    expect(refused.json.detail).toContain(scope);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="api", error="insufficient_scope", scope="${scope}"`,
    );
  }
});

// rules/api 3
test('unknown paths are 404 and wrong methods 405 with Allow, before the token is looked at', async () => {
  const anonymous = server.rest();
  for (const path of [
    '/api/v1',
    '/api/v1/',
    '/api/v1/user',
    '/api/v1/users/',
    '/api/v1/users/1',
    '/api/v2/users',
    '/api',
  ]) {
    expect(await anonymous('GET', path), path).toMatchObject({ status: 404, json: { code: 'route_not_found' } });
  }
  for (const [method, path, allow] of [
    ['DELETE', '/api/v1/users', 'GET, HEAD, POST'],
    ['PUT', '/api/v1/users', 'GET, HEAD, POST'],
    ['POST', '/api/v1/catalog', 'GET, HEAD'],
    ['GET', '/api/v1/intake', 'POST'],
    ['OPTIONS', '/api/v1/intake', 'POST'],
    ['DELETE', `/api/v1/paths/${UNKNOWN}`, 'GET, HEAD, POST'],
    ['GET', `/api/v1/paths/${UNKNOWN}/assignments`, 'POST'],
  ] as const) {
    const refused = await anonymous(method, path);
    expect(refused, `${method} ${path}`).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(refused.headers.get('allow')).toBe(allow);
  }
});

// rules/api 3
test('a wrong method or an unknown path is told before the body is read, whatever it is', async () => {
  const anonymous = server.rest();
  for (const body of ['{bad', 'x'.repeat(2 * ONE_MEBIBYTE)]) {
    for (const [method, path, status] of [
      ['DELETE', '/api/v1/users', 405],
      ['PUT', '/api/v1/users', 405],
      ['POST', '/api/v1/catalog', 405],
      ['DELETE', '/api/v1/nothing', 404],
      ['POST', '/api/v1/nothing', 404],
    ] as const) {
      expect((await anonymous(method, path, body)).status, `${method} ${path}`).toBe(status);
    }
  }
});

test('addresses beside the console are 404 and no page, in any case and with a slash at the end', async () => {
  for (const path of ['/API/v1/users', '/healthz/', '/readyz/', '/metrics/', '/Api', '/%00', '/favicon.png']) {
    expect((await server.rest()('GET', path)).status, path).toBe(404);
  }
});

// rules/api 7
test('a compressed body is 415', async () => {
  const { call } = await server.api([...ALL]);
  expect((await call('POST', '/api/v1/intake', '{}', { 'content-encoding': 'gzip' })).status).toBe(415);
});

test('GET /api/token takes no parameters', async () => {
  const { call } = await server.api(['users:read']);
  expect((await call('GET', '/api/token?x=1')).status).toBe(400);
});

test('a body that is no JSON object is 400, whatever it is instead', async () => {
  const { call } = await server.api([...ALL]);
  for (const body of [
    '',
    '{',
    '{"email":',
    'null',
    '[]',
    '"x"',
    '1',
    '{"a":1}{',
    '\ufeff',
    Buffer.from([0x7b, 0xff, 0x7d]),
  ]) {
    for (const path of ['/api/v1/users', '/api/v1/intake']) {
      const refused = await call('POST', path, body);
      expect(refused.status, String(body)).toBe(400);
      expect(['malformed_json', 'invalid_request']).toContain(refused.json.code);
      expect(refused.json.errors).toHaveLength(1);
    }
  }
});

test('no message repeats what the body says', async () => {
  const { call } = await server.api([...ALL]);
  const refused = await call('POST', '/api/v1/users', '{"email": hunter2secret}');
  expect(refused.text).not.toContain('hunter2');
});

// rules/api 7
test('another media type is 415, a body over 1 MiB is 413', async () => {
  const { call } = await server.api([...ALL]);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
    '',
  ]) {
    const refused = await call('POST', '/api/v1/intake', '{}', { 'content-type': type });
    expect(refused, type).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  }
  const body = JSON.stringify({ content: 'x', source_name: 'y' });
  const fits = await call('POST', '/api/v1/intake', body.padEnd(ONE_MEBIBYTE, ' '));
  expect(fits.status).toBe(201);
  const large = await call('POST', '/api/v1/intake', body.padEnd(ONE_MEBIBYTE + 1, ' '));
  expect(large).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
});

// rules/api 3
test('401 and 403 come before the body is read', async () => {
  const { call } = await server.api(['users:read']);
  const large = 'x'.repeat(ONE_MEBIBYTE + 1);
  expect((await server.rest()('POST', '/api/v1/intake', large)).status).toBe(401);
  expect((await call('POST', '/api/v1/intake', large, { 'content-type': 'text/plain' })).status).toBe(403);
});

// rules/api 4
test('every error is problem+json and repeats the request id of the header', async () => {
  const { call } = await server.api(['users:read']);
  for (const answer of [
    await call('GET', '/api/v1/users?limit=0'),
    await call('GET', '/api/v1/catalog'),
    await call('GET', '/api/v1/nothing'),
    await call('DELETE', '/api/v1/users'),
    await call('GET', '/api/v1/%zz'),
    await server.rest()('GET', '/api/token'),
  ]) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const problem = Problem.parse(answer.json);
    expect(problem.status).toBe(answer.status);
    expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
    expect(problem.title).toBe(ERRORS_BY_CODE[problem.code as keyof typeof ERRORS_BY_CODE].title);
    expect(problem.type).toBe(`/api/docs#${problem.code}`);
  }
});

// rules/api 4
test('what goes wrong inside is told as 500, without its words', async () => {
  const { workspace, call } = await server.api(['users:write']);
  await server.db.pool.query(`alter table users add constraint boom check (email <> 'boom@example.com')`);
  const refused = await call('POST', '/api/v1/users', { email: 'boom@example.com', full_name: 'Boom' });
  await server.db.pool.query('alter table users drop constraint boom');
  expect(refused).toMatchObject({ status: 500, json: { code: 'internal_error' } });
  expect(refused.text).not.toMatch(/constraint|boom|insert|Error:|node_modules/);
  const admin = await server.as('super_admin', workspace);
  await expect(admin.users.list.query({ limit: 0 })).rejects.toMatchObject({
    data: { httpStatus: 400, app_code: 'invalid_request', errors: [{ path: 'limit' }] },
  });
});

test('JSON with __proto__, constructor or toString as fields is refused like any unknown field', async () => {
  const { call } = await server.api([...ALL]);
  for (const field of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const body = `{"email":"a@example.com","full_name":"A","${field}":{"deactivate":true}}`;
    expect((await call('POST', '/api/v1/users', body)).status, field).toBe(400);
  }
});

test('headers named like what every object has change nothing', async () => {
  const { token } = await make.token(await make.workspace(), [...ALL]);
  const poison = { constructor: 'b', toString: 'c', hasOwnProperty: 'd', valueOf: 'e' };
  for (const path of ['/api/v1/users', '/api/token', '/api/trpc/session.read', '/api/auth/get-session', '/healthz']) {
    const plain = rawRequest(server.base, path, { authorization: `Bearer ${token}`, connection: 'close' }, 'GET');
    await expect.poll(plain.isClosed).toBe(true);
    const headers = { ...poison, ['__proto__']: 'x', authorization: `Bearer ${token}`, connection: 'close' };
    const poisoned = rawRequest(server.base, path, headers, 'GET');
    await expect.poll(poisoned.isClosed).toBe(true);
    expect(poisoned.status(), path).toBe(plain.status());
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('HEAD answers like GET, without the body', async () => {
  const { call } = await server.api(['users:read']);
  expect(await call('HEAD', '/api/v1/users')).toMatchObject({ status: 200, text: '' });
});

test('a request from another site is refused, and nobody signed in is 401', async () => {
  const workspace = await make.workspace();
  const user = await make.user(workspace, { role: 'super_admin' });
  const cookie = await server.signIn(user.email);
  const foreign = server.client({ cookie, 'x-workspace': workspace.slug, origin: 'https://evil.example' });
  await expect(foreign.tokens.create.mutate({ name: 'x', scopes: ['users:read'] })).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'origin_refused' },
  });
  await expect(server.client({}).users.list.query({})).rejects.toMatchObject({
    data: { httpStatus: 401, app_code: 'not_signed_in' },
  });
});

test.each([2_001, 15_000])(
  'a procedure whose name has %d letters is 404, like any that is not there',
  async (length) => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${server.base}/api/trpc/${'x'.repeat(length)}`, { method });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ status: 404, code: 'route_not_found' });
    }
  },
);

test('a request line that is no HTTP harms nobody', async () => {
  await new Promise<void>((resolve) => {
    const socket = connectTcp(Number(new URL(server.base).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
    socket.on('close', () => resolve());
    socket.resume();
  });
  expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
});
