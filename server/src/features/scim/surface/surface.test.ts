import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cpuSeconds } from '../../../../test/cpu-seconds.ts';
import { connect } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newUser, provider } from '../scim-fixture.ts';

const server = await startTestServer();
const { make } = server;

const ERROR = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] };
const SCIM_JSON = 'application/scim+json; charset=utf-8';

// rules/scim 1, rules/roles 3
test('the scope scim is for this surface only, and goes with no other', async () => {
  const { workspace, token, call } = await provider(server);
  const rest = server.rest(token.token);
  expect(await rest('GET', '/api/v1/users')).toMatchObject({ status: 403, json: { code: 'insufficient_scope' } });
  expect((await rest('GET', '/api/token')).json).toMatchObject({ scopes: ['scim'] });
  expect((await call('GET', '/Users')).status).toBe(200);
  const other = await make.token(workspace, ['users:read', 'users:write']);
  const refused = await server.rest(other.token)('GET', '/scim/v2/Users');
  expect(refused).toMatchObject({ status: 403, json: { ...ERROR, status: '403' } });
  expect(refused.headers.get('www-authenticate')).toContain('scope="scim"');
  const admin = await server.as('super_admin', workspace);
  const both = admin.tokens.create.mutate({ name: 'Both', scopes: ['scim', 'users:read'] });
  await expect(both).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

// rules/scim 2
test('every error has the form and media type of RFC 7644', async () => {
  const { token, call } = await provider(server);
  const own = { authorization: `Bearer ${token.token}` };
  const from = (path: string, init: RequestInit) => fetch(`${server.base}/scim/v2${path}`, init);
  const json = { ...own, 'content-type': 'application/json' };
  for (const [status, answer] of [
    [401, await from('/Users', {})],
    [401, await from('/Users', { headers: { authorization: 'Bearer wtp_wrong' } })],
    [404, await from('/Nothing', { headers: own })],
    [404, await from('/Users/a/b', { method: 'POST', headers: json, body: '{}' })],
    [404, await from('/Users/00919', { headers: own })],
    [405, await from('/Users', { method: 'DELETE', headers: own })],
    [400, await from('/Users', { method: 'POST', headers: json, body: '{' })],
    [
      400,
      await from('/Users', { method: 'POST', headers: json, body: JSON.stringify(newUser({ displayName: '\0' })) }),
    ],
    [400, await from('/Users?count=many', { headers: own })],
    [413, await from('/Users', { method: 'POST', headers: json, body: JSON.stringify({ a: 'x'.repeat(1_100_000) }) })],
    [415, await from('/Users', { method: 'POST', headers: { ...own, 'content-type': 'text/plain' }, body: 'x' })],
  ] as const) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, SCIM_JSON]);
    expect(await answer.json()).toMatchObject({ ...ERROR, status: String(status), detail: expect.stringMatching(/./) });
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET, POST');
  }
  const { headers, json: body } = await call('GET', '/Users');
  expect([headers.get('content-type'), body.totalResults]).toEqual([SCIM_JSON, 0]);
});

// rules/scim 2, rules/api 8
test('the limits of API tokens hold: 429 says when to try again', async () => {
  const limited = await startTestServer({ config: { rateLimits: { reads: 0, writes: 2, people: 0 } } });
  const { call } = await provider(limited);
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await call('POST', '/Users', newUser()));
  // A minute may have passed in between.
  const refused = answers.at(-1)!.status === 429 ? answers.at(-1)! : await call('POST', '/Users', newUser());
  expect(refused).toMatchObject({ status: 429, json: { ...ERROR, status: '429' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

// rules/scim 2
test('a provider can read what this surface can do', async () => {
  const { call } = await provider(server);
  expect((await call('GET', '/ServiceProviderConfig')).json).toMatchObject({
    patch: { supported: true },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  for (const path of ['/ResourceTypes', '/Schemas']) {
    const { json } = await call('GET', path);
    expect(json.totalResults).toBe(json.Resources.length);
    for (const each of json.Resources) {
      expect((await call('GET', `${path}/${each.id}`)).json).toEqual(each);
      expect(each.meta.location).toBe(`${server.base}/scim/v2${path}/${each.id}`);
    }
    expect((await call('GET', `${path}/nothing`)).status).toBe(404);
  }
});

// rules/scim 3
test('lists are paged in a stable order and searched by an attribute', async () => {
  const { workspace, add, call } = await provider(server);
  const { email } = await make.user(workspace);
  for (const n of [1, 2, 3]) await add({ externalId: `e-${n}` });
  const all = (await call('GET', '/Users')).json;
  expect(all).toMatchObject({ totalResults: 4, startIndex: 1, itemsPerPage: 4 });
  const pages = await Promise.all([1, 2, 3, 4].map((start) => call('GET', `/Users?startIndex=${start}&count=1`)));
  expect(pages.flatMap(({ json }) => json.Resources)).toEqual(all.Resources);
  expect((await call('GET', '/Users?count=0')).json).toMatchObject({ totalResults: 4, itemsPerPage: 0 });
  expect((await call('GET', '/Users?startIndex=-3&count=1000')).json).toMatchObject({ startIndex: 1, itemsPerPage: 4 });
  const [, { id, userName }] = all.Resources;
  for (const [filter, found] of [
    [`userName eq "${userName.toUpperCase()}"`, [userName]],
    [`USERNAME Eq "${email}"`, [email]],
    [`externalId eq "e-1"`, [userName]],
    [`id eq "${id}"`, [userName]],
    ['id eq "nothing"', []],
    [`emails.value eq "${email.toUpperCase()}"`, [email]],
    [`emails[type eq "work"].value eq "${userName}"`, [userName]],
    [`emails[type eq "work" and value eq "${userName}"]`, [userName]],
    [`emails[value eq "${userName}"] and active eq false`, []],
    [`userName eq "${userName}" and active eq true`, [userName]],
    [`userName eq "${userName}" and active eq false`, []],
    [`userName eq "${userName}" and (displayName sw "Ana" or displayName sw "Bea")`, [userName]],
  ] as const) {
    const { json } = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(
      json.Resources?.map((each: { userName: string }) => each.userName),
      filter,
    ).toEqual(found);
    expect(json.totalResults).toBe(found.length);
  }
  const { json } = await call('GET', '/Users?attributes=userName,name.givenName&count=1&startIndex=2');
  expect(Object.keys(json.Resources[0])).toEqual(['schemas', 'id', 'userName', 'name']);
  expect((await call('GET', `/Users/${id}?excludedAttributes=emails,name`)).json).not.toHaveProperty('emails');
});

// rules/scim 3
test('a filter that can’t be read or searched by is refused, whatever is in it, and quickly', async () => {
  const { call } = await provider(server);
  const hostile = `userName eq "${'\n'.repeat(60)}`;
  for (const filter of [
    'userName',
    'active eq true',
    'userName eq "a" or id eq "b"',
    'userName sw "a"',
    '(((',
    hostile,
    `x${'x'.repeat(600)}`,
  ]) {
    const began = cpuSeconds();
    const answer = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer, filter).toMatchObject({ status: 400, json: { ...ERROR, scimType: 'invalidFilter' } });
    expect(cpuSeconds() - began).toBeLessThan(2);
  }
});

// rules/scim 9, rules/tokens 8
test('once a token is revoked, no write of its provider can commit, not even one that waits', async () => {
  const { workspace, token, add, patch, user } = await provider(server);
  const { id } = await add();
  const admin = await server.as('super_admin', workspace);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from scim_connections where workspace_id = $1 for update', [workspace.id]);
  const writes = ['A', 'B'].map((value) => patch(id, { op: 'replace', path: 'displayName', value }));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await beside.query(waiting)).rowCount).toBe(2);
  let isRevoked = false;
  const revoked = admin.tokens.revoke.mutate({ id: token.id }).then(() => (isRevoked = true));
  await sleep(200);
  expect(isRevoked, 'it waits for the writes that run').toBe(false);
  await beside.query('rollback');
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200]);
  await revoked;
  expect(await patch(id, { op: 'replace', path: 'displayName', value: 'Later' })).toMatchObject({
    status: 401,
    json: ERROR,
  });
  expect(['A', 'B']).toContain((await user(id))?.full_name);
});

// rules/scim 10
test('what was changed or refused is kept for the page of the connection', async () => {
  const { workspace, add, call } = await provider(server);
  await add();
  await call('GET', '/Users');
  await call('GET', '/Users/nobody');
  const kept = async () => {
    const { rows } = await server.db.pool.query<{ operation: string; status: number; detail: string | null }>(
      'select operation, status, detail from scim_requests where workspace_id = $1 order by at',
      [workspace.id],
    );
    return rows;
  };
  await expect.poll(kept).toMatchObject([
    { operation: 'POST /Users', status: 201, detail: null },
    { operation: 'GET /Users/:id', status: 404, detail: 'There is no user nobody.' },
  ]);
});

// rules/scim 17
test('versions change with a resource: an older one is 412 in If-Match, the current one 304 in If-None-Match', async () => {
  const { workspace, add, call } = await provider(server);
  const admin = await server.as('super_admin', workspace);
  const { id, userName } = await add();
  const group = (await call('POST', '/Groups', { displayName: 'Crew', members: [{ value: id }] })).json;
  const patch = { schemas: ['x'], Operations: [{ op: 'replace', path: 'displayName', value: 'New' }] };
  const json = { 'content-type': 'application/json' };
  for (const path of [`/Users/${id}`, `/Groups/${group.id}`]) {
    const read = await call('GET', path);
    const etag = read.headers.get('etag')!;
    expect(read.json.meta.version).toBe(etag);
    const { headers, json: listed } = await call('GET', path.replace(/\/[^/]*$/, ''));
    expect([headers.get('etag'), listed.Resources.map((each: typeof read.json) => each.meta.version)]).toEqual([
      null,
      expect.arrayContaining([etag]),
    ]);
    expect(await call('GET', path, undefined, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    expect((await call('GET', path, undefined, { 'if-none-match': 'W/"old"' })).status).toBe(200);
    const changed = await call('PATCH', path, patch, { ...json, 'if-match': `"old", ${etag}` });
    expect([200, 204]).toContain(changed.status);
    expect(changed.headers.get('etag')).toBe((await call('GET', path)).json.meta.version);
    expect(changed.headers.get('etag')).not.toBe(etag);
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const body = method === 'DELETE' ? undefined : { ...patch, userName, displayName: 'Other' };
      const refused = await call(method, path, body, { ...(body && json), 'if-match': etag });
      expect(refused, method).toMatchObject({ status: 412, json: ERROR });
    }
  }
  const { version } = (await call('GET', `/Users/${id}`)).json.meta;
  await admin.users.save.mutate({ id, email: userName, full_name: 'Named here' });
  expect((await call('GET', `/Users/${id}`)).json.meta.version).not.toBe(version);
});
