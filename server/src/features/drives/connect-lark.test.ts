import { afterAll, expect, test } from 'vitest';
import { startLarkStandIn } from '../../../test/drives/lark-stand-in.ts';
import { startTestServer } from '../../../test/server.ts';

const lark = await startLarkStandIn();
afterAll(() => lark.stop());
const OPERATORS = { LARK_APP_ID: lark.app.appId, LARK_APP_SECRET: lark.app.appSecret };
const server = await startTestServer({ env: { ...lark.env, ...OPERATORS } });
const { make } = server;
const app = { id: lark.app.appId, secret: lark.app.appSecret };
const refusal = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

test('the operator’s app is offered, and may be used, while there is one workspace', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const useIt = () => admin.drives.connectApp.mutate({ kind: 'lark', app: null });
  expect((await admin.drives.list.query()).offers).toMatchObject({ operators_app: true });
  await useIt();
  expect((await admin.drives.list.query()).drives).toMatchObject([
    { kind: 'lark', auth: 'app', state: 'connected', reason: null, push: 'long_connection' },
  ]);
  await make.workspace();
  expect((await admin.drives.list.query()).offers).toMatchObject({ operators_app: false });
  await expect(useIt()).rejects.toMatchObject(refusal(409, 'drive_not_configured'));
});

test('an app of one’s own is tried before it is saved: a wrong secret is refused, and nothing is stored', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const connecting = admin.drives.connectApp.mutate({ kind: 'lark', app: { ...app, secret: 'wrong' } });
  await expect(connecting).rejects.toMatchObject(refusal(400, 'drive_access_refused'));
  expect((await admin.drives.list.query()).drives).toEqual([]);
});

test('Feishu is another drive than Lark; what verifies its webhook is sealed with the secret', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { encryptKey: encrypt_key, verificationToken: verification_token } = lark.keys;
  await admin.drives.connectApp.mutate({ kind: 'lark', app });
  await admin.drives.connectApp.mutate({ kind: 'feishu', app, push: 'webhook', encrypt_key, verification_token });
  const { drives } = await admin.drives.list.query();
  expect(drives.map(({ kind, push }) => [kind, push])).toEqual([
    ['lark', 'long_connection'],
    ['feishu', 'webhook'],
  ]);
  const { rows } = await server.db.pool.query<{ text: string }>(
    `select row_to_json(d)::text || encode(sealed, 'escape') as text from drive_connections d where workspace_id = $1`,
    [workspace.id],
  );
  for (const secret of [app.secret, encrypt_key, verification_token])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test('an app is connected again with a new secret, and another app is not the same drive', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const { id: connection_id } = await admin.drives.connectApp.mutate({ kind: 'lark', app });
  const again = await admin.drives.connectApp.mutate({ kind: 'lark', app, connection_id });
  expect(again).toEqual({ id: connection_id, again: true });
  const asFeishu = admin.drives.connectApp.mutate({ kind: 'feishu', app, connection_id });
  await expect(asFeishu).rejects.toMatchObject(refusal(409, 'drive_account_differs'));
});

test('what was subscribed to is subscribed to anew once the app is connected again', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { id } = await admin.drives.connectApp.mutate({ kind: 'lark', app });
  const folder = await make.driveFolder(workspace, id);
  await make.driveFile(workspace, id, { folderId: folder.id, state: 'suggested' });
  const rows = async (table: 'drive_files' | 'drive_folders', sql: string) =>
    (await server.db.pool.query(`${sql.replace('TABLE', table)} where connection_id = $1`, [id])).rows;
  for (const table of ['drive_files', 'drive_folders'] as const) {
    await rows(table, 'update TABLE set subscribe_at = null');
  }
  await admin.drives.connectApp.mutate({ kind: 'lark', app, connection_id: id });
  for (const table of ['drive_files', 'drive_folders'] as const) {
    expect(await rows(table, 'select subscribe_at <= now() as due from TABLE')).toEqual([{ due: true }]);
  }
});

test('folders are browsed, and one that was shared is found by its link', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const { id } = await admin.drives.connectApp.mutate({ kind: 'lark', app });
  const safety = lark.drive.addFolder('Safety');
  lark.drive.addDocx('Not a folder', 'Text.');
  const [root] = (await admin.drives.browse.query({ id })).folders;
  if (!root) throw new Error('the drive has no root');
  const { folders } = await admin.drives.browse.query({
    id,
    folder: { provider_id: root.provider_id, drive_id: null },
  });
  expect(folders).toEqual([{ provider_id: safety, drive_id: null, name: 'Safety' }]);
  const address = `https://company.larksuite.com/drive/folder/${safety}`;
  expect((await admin.drives.browse.query({ id, address })).folders).toMatchObject([{ name: 'Safety' }]);
  const picked = await admin.drives.pick.mutate({
    id,
    folders: [
      { provider_id: root.provider_id, drive_id: null, department_id: null },
      { provider_id: safety, drive_id: null, department_id: null },
    ],
    seen: [],
  });
  expect(picked.folders).toMatchObject([{ provider_id: root.provider_id }, { name: 'Safety' }]);
});
