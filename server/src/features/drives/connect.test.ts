import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { startDrives } from './drives-fixture.ts';

const server = await startDrives();
const { google, make, person, rows, card, actions } = server;
const refusal = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

test('a service account’s file connects a drive; only what signs is kept of it', async () => {
  const { admin, id, account, workspace } = await server.connected();
  expect(await card(admin.client, id)).toMatchObject({ auth: 'service_account', account, files: [], folders: [] });
  const [{ sealed } = { sealed: Buffer.alloc(0) }] = await rows<{ sealed: Buffer }>(
    `select sealed from drive_connections where workspace_id = $1`,
    [workspace.id],
  );
  expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY');
});

test('a file that is none of a service account is refused at its field, with what to do', async () => {
  const { client } = await person(await make.workspace());
  const connecting = client.drives.connectServiceAccount.mutate({ key: '{"type":"authorized_user"}' });
  await expect(connecting).rejects.toMatchObject({
    data: { httpStatus: 400, app_code: 'invalid_request', errors: [{ path: 'key' }] },
  });
});

test('a key that Google does not take is refused, and nothing is stored', async () => {
  const workspace = await make.workspace();
  const { client } = await person(workspace);
  const key = google.oauth.serviceAccount('gone@stand-in.iam.gserviceaccount.com');
  google.oauth.revoke('gone@stand-in.iam.gserviceaccount.com');
  google.switches.broken = true;
  await expect(client.drives.connectServiceAccount.mutate({ key })).rejects.toMatchObject(
    refusal(502, 'drive_unavailable'),
  );
  expect(await rows(`select 1 from drive_connections where workspace_id = $1`, [workspace.id])).toEqual([]);
});

test('of two super admins who connect the same drive at once, one does', { tags: ['deep'] }, async () => {
  const workspace = await make.workspace();
  const [one, other] = [await person(workspace), await person(workspace)];
  const key = google.oauth.serviceAccount(`both-${workspace.slug}@stand-in.iam.gserviceaccount.com`);
  const results = await Promise.allSettled(
    [one, other].map(({ client }) => client.drives.connectServiceAccount.mutate({ key })),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal(409, 'drive_exists') });
  expect((await one.client.drives.list.query()).drives).toHaveLength(1);
});

test(
  'of two who connect it again at once, at least one does, and the credential is that of the last',
  { tags: ['deep'] },
  async () => {
    const { admin, workspace, id, account } = await server.connected();
    const other = await person(workspace);
    const key = google.oauth.serviceAccount(account);
    const results = await Promise.allSettled(
      [admin, other].map(({ client }) => client.drives.connectServiceAccount.mutate({ key, connection_id: id })),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    for (const each of refused) expect(each).toMatchObject({ reason: refusal(409, 'stale_version') });
    const [row] = await rows(`select version from drive_connections where workspace_id = $1`, [workspace.id]);
    expect(row).toEqual({ version: 1 + results.length - refused.length });
  },
);

test('a drive that was disconnected goes on where it was once the same account is connected', async () => {
  const { admin, workspace, id, account } = await server.connected();
  const file = await make.driveFile(workspace, id, { state: 'suggested', name: 'Forklifts' });
  await admin.client.drives.disconnect.mutate({ id });
  const again = await admin.client.drives.connectServiceAccount.mutate({ key: google.oauth.serviceAccount(account) });
  expect(again).toEqual({ id, again: true });
  const { files } = await admin.client.drives.files.query({ id });
  expect(files).toMatchObject([{ id: file.id, state: 'suggested', name: 'Forklifts' }]);
  expect(await actions(workspace)).toEqual(['drive.connected', 'drive.disconnected', 'drive.reconnected']);
});

// rules/drives 1
test('a workspace has ten drives at most', async () => {
  const workspace = await make.workspace();
  const { client } = await person(workspace);
  for (let n = 0; n < 10; n += 1) await make.drive(workspace);
  const key = google.oauth.serviceAccount('eleventh@stand-in.iam.gserviceaccount.com');
  await expect(client.drives.connectServiceAccount.mutate({ key })).rejects.toMatchObject(
    refusal(409, 'drive_limit_reached'),
  );
});

test('an app by webhook needs what verifies its notifications; the server’s own app is none that there is', async () => {
  const { client } = await person(await make.workspace());
  const app = { id: 'cli_a1', secret: 'secret' };
  await expect(client.drives.connectApp.mutate({ kind: 'lark', app, push: 'webhook' })).rejects.toMatchObject({
    data: { httpStatus: 400, errors: [{ path: 'encrypt_key' }, { path: 'verification_token' }] },
  });
  await expect(client.drives.connectApp.mutate({ kind: 'lark', app: null })).rejects.toMatchObject(
    refusal(409, 'drive_not_configured'),
  );
});

test('a drive of another workspace is found by nothing that one can do', async () => {
  const { id, account } = await server.connected();
  const { client, cookie } = await person(await make.workspace());
  const key = google.oauth.serviceAccount(account);
  const notFound = refusal(404, 'drive_not_found');
  await expect(client.drives.connectServiceAccount.mutate({ key, connection_id: id })).rejects.toMatchObject(notFound);
  await expect(server.consent(client, cookie, id)).rejects.toMatchObject(notFound);
  for (const ask of [
    () => client.drives.browse.query({ id }),
    () => client.drives.files.query({ id }),
    () => client.drives.pick.mutate({ id, folders: [], seen: [] }),
    () => client.drives.scan.mutate({ id }),
    () => client.drives.disconnect.mutate({ id }),
  ]) {
    await expect(ask()).rejects.toMatchObject(notFound);
  }
});

test(
  'of a workspace four questions to drives are under way at once; one more is told to wait, another workspace asks',
  { tags: ['deep'] },
  async () => {
    const waiting: ServerResponse[] = [];
    const silent = createServer((_request, response) => void waiting.push(response));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const url = `http://127.0.0.1:${address instanceof Object ? address.port : 0}`;
    const slow = await startTestServer({
      env: { ...google.env, GOOGLE_OAUTH_BASE_URL: url, GOOGLE_DRIVE_BASE_URL: url },
    });
    const key = google.oauth.serviceAccount('reader@stand-in.iam.gserviceaccount.com');
    const [noisy, quiet] = [await slow.make.workspace(), await slow.make.workspace()];
    const [admin, other] = [await slow.as('super_admin', noisy), await slow.as('super_admin', quiet)];
    const ask = (client: typeof admin) => client.drives.connectServiceAccount.mutate({ key });
    const asked = [1, 2, 3, 4].map(() => ask(admin));
    const ended = Promise.allSettled(asked);
    await expect.poll(() => waiting.length).toBe(4);
    await expect(ask(admin)).rejects.toMatchObject(refusal(429, 'rate_limited'));
    const others = Promise.allSettled([ask(other)]);
    await expect.poll(() => waiting.length).toBe(5);
    silent.closeAllConnections();
    silent.close();
    await Promise.all([ended, others]);
  },
);
