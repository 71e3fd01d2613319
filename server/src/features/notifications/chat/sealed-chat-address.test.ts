import { expect, test } from 'vitest';
import { keyringOf } from '../../../../test/endpoints.ts';
import { freshDatabase } from '../../../../test/database.ts';
import { makerFor } from '../../../../test/make.ts';
import { newId } from '../../../platform/ids.ts';
import { discardSecrets } from '../../secrets/discard-secrets.ts';
import { rewrapSecrets } from '../../secrets/rewrap-secrets.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { ChatConnectionEntity } from './chat-connection.entity.ts';
import { decryptChatAddress, serializeChatAddress, SEALED_CHAT_ADDRESS_COLUMN } from './sealed-chat-address.ts';
import { REWRAPPABLE_CHAT_ADDRESS_COLUMN } from './connect-chat.ts';
import { claimChannel } from './claim-chat-channel.ts';

const columns = [REWRAPPABLE_CHAT_ADDRESS_COLUMN];
const former = keyringOf({ former: 1 });
const both = keyringOf({ next: 2, former: 1 });
const next = keyringOf({ next: 2 });
const address = { url: 'https://open.feishu.cn/open-apis/bot/v2/hook/abc', secret: 'of the bot' };
const log = { error: () => undefined };

async function installation() {
  const db = await freshDatabase();
  const make = makerFor(db);
  const workspace = await make.workspace();
  const ctx = make.contextOf(workspace);
  const row = {
    workspaceId: workspace.id,
    id: newId(),
    kind: 'lark' as const,
    name: 'reviews',
    host: 'open.feishu.cn',
    version: 3,
  };
  const sealed = await sealSecret(
    { db, keyring: former },
    SEALED_CHAT_ADDRESS_COLUMN,
    row,
    serializeChatAddress(address),
  );
  const em = db.em.fork();
  em.create(ChatConnectionEntity, {
    ...row,
    ...sealed,
    state: 'working',
    createdAt: new Date(),
    createdByName: 'Sam',
    dueAt: new Date(0),
  });
  await em.flush();
  const opened = async (keyring: typeof former) => {
    const claim = await claimChannel(db.pool, row);
    await db.pool.query('update chat_connections set leased_until = null');
    return claim && decryptChatAddress({ keyring, log }, claim);
  };
  const events = async () =>
    (await db.pool.query<{ action: string }>(`select action from audit_events where action like 'chat.%'`)).rows;
  return { db, operator: ctx, opened, events };
}

test('an address moves to another key of the keyring, and is the same as before', async () => {
  const { db, operator, opened, events } = await installation();
  expect(await opened(next)).toBeUndefined();
  await rewrapSecrets(operator, { keyring: both, columns, dryRun: false });
  expect(await opened(next)).toEqual({ kind: 'lark', ...address });
  expect(await opened(former)).toBeUndefined();
  expect(await events()).toEqual([{ action: 'chat.rewrapped' }]);
  await db.close();
});

test('an address opens at no other host, channel or version', async () => {
  const { db, opened } = await installation();
  expect(await opened(former)).toEqual({ kind: 'lark', ...address });
  for (const change of [`host = 'evil.example'`, 'version = 4', `kind = 'slack'`]) {
    await db.pool.query(`update chat_connections set ${change}`);
    expect(await opened(former), change).toBeUndefined();
    await db.pool.query(`update chat_connections set host = 'open.feishu.cn', version = 3, kind = 'lark'`);
  }
  await db.close();
});

test('an address whose key is lost is discarded as its owner would remove it', async () => {
  const { db, operator, events } = await installation();
  const done = await discardSecrets(operator, { keyring: next, columns, keyId: 'former', confirmed: true });
  expect(done.discarded).toMatchObject([{ noun: 'chat address', labels: { kind: 'lark', name: 'reviews' } }]);
  expect((await db.pool.query('select 1 from chat_connections')).rowCount).toBe(0);
  expect(await events()).toEqual([{ action: 'chat.removed' }]);
  await db.close();
});
