import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

test('tRPC challenges whom it refuses as REST does, also in a batch', async () => {
  const { token } = await make.token(await make.workspace(), ['intake:create']);
  for (const [headers, status, challenge] of [
    [{}, 401, 'Bearer realm="api"'],
    [{ authorization: 'Bearer x' }, 401, 'error="invalid_token"'],
    [{ authorization: `Bearer ${token}` }, 403, 'error="insufficient_scope", scope="users:read"'],
  ] as const) {
    for (const call of ['users.list?input={}', 'users.list,users.search?batch=1&input={"0":{},"1":{}}']) {
      const refused = await fetch(`${server.base}/api/trpc/${call}`, { headers });
      expect(refused.status, call).toBe(status);
      expect(refused.headers.get('www-authenticate'), call).toContain(challenge);
    }
  }
});

test('tRPC names an error by its own code too', async () => {
  const workspace = await make.workspace();
  const learner = await server.as('learner', workspace);
  await expect(learner.users.list.query({})).rejects.toMatchObject({
    data: { code: 'FORBIDDEN' },
    shape: { code: -32003 },
  });
  await expect(server.client({}).users.list.query({})).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } });
});

// rules/roles 3, rules/api 13
test('a bearer token works over tRPC for its scopes, and for nothing else', async () => {
  const { workspace, token } = await server.api(['users:read']);
  const client = server.client({ authorization: `Bearer ${token.token}` });
  expect((await client.users.list.query({})).total).toBe(0);
  await expect(client.users.upsert.mutate({ email: 'a@example.com' })).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'insufficient_scope' },
  });
  await expect(client.tokens.list.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
  await expect(client.session.current.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
  expect((await client.users.search.query({ search: workspace.name })).total).toBe(0);
});

// rules/api 6
test('tRPC refuses coercion as REST does, also after a REST request', async () => {
  const { token, call } = await server.api(['users:write']);
  await call('POST', '/api/v1/users', { email: 'a@example.com', full_name: 'A' });
  const response = await fetch(`${server.base}/api/trpc/users.upsert`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.com', deactivate: 'false' }),
  });
  expect(response.status).toBe(400);
});
