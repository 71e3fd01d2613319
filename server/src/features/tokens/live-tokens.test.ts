import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/follow.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

// rules/tokens 9
test('who looks at the tokens is told of one that is made, used for the first time, and revoked', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const visitor = { cookie: await server.signIn(email), workspace: workspace.slug };
  const page = openPage(server.base, visitor, {
    topics: [liveTopics.tokens],
    read: (client) => client.tokens.list.query(),
  });
  onTestFinished(() => page.stop());
  await expect.poll(() => page.told.length).toBe(1);
  const { id, token } = await admin.tokens.create.mutate({ name: 'HR', scopes: ['users:read'] });
  await expect.poll(() => page.told.length).toBe(2);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.base}/api/token`, { headers })).status).toBe(200);
  await expect.poll(() => page.told.length).toBe(3);
  expect((await admin.tokens.list.query()).tokens[0]?.last_used).toMatchObject({ operation: 'GET /api/token' });
  await admin.tokens.revoke.mutate({ id });
  await expect.poll(() => page.told.length).toBe(4);
});
