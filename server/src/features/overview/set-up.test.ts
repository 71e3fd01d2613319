import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer, type Client } from '../../../test/server.ts';
import { refused } from '../reviews/reviews-fixture.ts';

const server = await startTestServer();
const { make } = server;

/** Steps of the list, with true if done; null if there is no list. */
async function steps(admin: Client) {
  const first = await admin.overview.read.query();
  if (first.role !== 'super_admin') throw new Error('not a super admin’s page');
  return first.set_up && Object.fromEntries(first.set_up.map(({ step, done }) => [step, done]));
}

// rules/overview 6
test('each step is done once it is really there, and the list ends with the last', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const none = { ai: false, people: false, course: false, token: false, channel: false, time_zone: false };
  expect(await steps(admin)).toEqual(none);
  await make.user(workspace);
  expect(await steps(admin)).toEqual({ ...none, people: true });
  await make.course(workspace);
  const { id } = await make.token(workspace, ['users:read']);
  await admin.tokens.revoke.mutate({ id });
  expect(await steps(admin), 'a revoked token lets nobody in').toEqual({ ...none, people: true, course: true });
  await make.token(workspace, ['users:read']);
  expect(await steps(admin)).toEqual({ ...none, people: true, course: true, token: true });
  await make.chat(workspace);
  expect(await steps(admin), 'an untested channel gets no messages').toMatchObject({ channel: false });
  await server.db.pool.query(`update chat_connections set state = 'working' where workspace_id = $1`, [workspace.id]);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Europe/Berlin' });
  expect(await steps(admin)).toMatchObject({ ai: false, channel: true, time_zone: true });
  await server.db.pool.query(
    `insert into provider_keys (workspace_id, id, capability, provider, model, key_id, sealed, version, created_at, created_by_name)
     values ($1, gen_random_uuid(), 'generation', 'anthropic', 'claude', 'none', $2, 1, now(), 'Test')`,
    [workspace.id, Buffer.alloc(40, 1)],
  );
  expect(await steps(admin)).toBeNull();
});

// rules/overview 6
test('a drive is a channel as a chat is, and a pooled key is a key', async () => {
  const pooled = await startTestServer({
    databaseUrl: server.databaseUrl,
    env: { ANTHROPIC_API_KEY: 'pooled-generation' },
  });
  const workspace = await make.workspace();
  await make.drive(workspace);
  expect(await steps(await pooled.as('super_admin', workspace))).toMatchObject({
    ai: true,
    channel: true,
    token: false,
  });
  const gone = `update drive_connections set state = 'disconnected', disconnected_at = now(), sealed = null, key_id = null
    where workspace_id = $1`;
  await server.db.pool.query(gone, [workspace.id]);
  const left = await steps(await pooled.as('super_admin', workspace));
  expect(left, 'a drive that was disconnected is not read').toMatchObject({ channel: false });
});

// rules/overview 6
test('it is put away by each super admin for themselves, and can be brought back', async () => {
  const workspace = await make.workspace();
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const admin = server.client({ cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug });
  const another = await server.as('super_admin', workspace);
  await admin.overview.putSetUpAway.mutate({ away: true });
  await admin.overview.putSetUpAway.mutate({ away: true });
  expect(await steps(admin)).toBeNull();
  expect(await steps(another)).not.toBeNull();
  await admin.overview.putSetUpAway.mutate({ away: false });
  expect(await steps(admin)).not.toBeNull();
  for (const role of ['learner', 'trainer', 'content_manager', 'auditor'] as const) {
    const client = await server.as(role, workspace);
    await refused(client.overview.putSetUpAway.mutate({ away: true }), 403, 'forbidden');
  }
});
