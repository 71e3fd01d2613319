import { expect, test } from 'vitest';
import { startTestServer } from './server.ts';

test('a token that one instance revokes is dead on the other at once', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  for (let round = 0; round < 5; round++) {
    const { workspace, token } = await one.api(['users:read']);
    const admin = await one.as('super_admin', workspace);
    expect((await two.rest(token.token)('GET', '/api/v1/users')).status).toBe(200);
    await admin.tokens.revoke.mutate({ id: token.id });
    expect((await two.rest(token.token)('GET', '/api/v1/users')).status).toBe(401);
  }
});

test('a catalog that one instance changes is new on the other at once', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  const { workspace, token } = await one.api(['catalog:read']);
  for (let n = 1; n <= 5; n++) {
    await one.make.course(workspace);
    for (const server of [one, two]) {
      expect((await server.rest(token.token)('GET', '/api/v1/catalog')).json).toHaveLength(n);
    }
  }
});
