import { afterAll, expect, test } from 'vitest';
import { startLarkStandIn } from '../../../../test/drives/lark-stand-in.ts';
import { challengeMessage, webhookRequest, type SigningOptions } from '../../../../test/drives/lark-webhook.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { changesOf } from '../poll/changes-fixture.ts';

const lark = await startLarkStandIn({ again: 200 });
afterAll(() => lark.stop());
const server = await startTestServer({ env: lark.env });
const drives = changesOf(server, lark.env);
const { pool } = server.db;

const picked = lark.drive.addFolder('Handbook');
const doc = lark.drive.addDocx('Forklifts', 'Forklifts', picked);
const { id } = await drives.connected({
  kind: 'lark',
  appId: lark.app.appId,
  push: 'webhook',
  credential: { auth: 'app', kind: 'lark', ...lark.app, ...lark.keys },
  pick: picked,
});
const address = `${server.base}/api/drives/lark/${id}`;

function send(message: object, options: SigningOptions = {}, to = address) {
  return fetch(to, { method: 'POST', ...webhookRequest(message, lark.keys, options) });
}

async function stored(eventId: string): Promise<number> {
  return (await pool.query('select from directory.drive_events where event_id = $1', [eventId])).rowCount ?? 0;
}

test('the address answers a challenge', async () => {
  const answered = await send(challengeMessage(lark.keys, 'say this'));
  expect([answered.status, await answered.json()]).toEqual([200, { challenge: 'say this' }]);
  const forged = await send(challengeMessage({ ...lark.keys, verificationToken: 'another' }, 'say this'));
  expect(forged.status).toBe(401);
});

test('an event is stored once, however often it comes, and whatever spaces are in what was signed', async () => {
  const message = lark.message('drive.file.edit_v1', doc);
  for (const spaced of [false, true, false]) expect((await send(message, { spaced })).status).toBe(200);
  expect(await stored(message.header.event_id)).toBe(1);
});

// rules/drives 4
test('what is forged, unsigned or old is refused, and not stored', async () => {
  const message = lark.message('drive.file.edit_v1', doc);
  const forged = await send(message, { unsigned: true });
  expect(forged.status).toBe(401);
  expect(await forged.json()).toMatchObject({ code: 'notification_refused' });
  expect((await send(message, { timestamp: Math.floor(Date.now() / 1000) - 3_600 })).status).toBe(401);
  const { headers, body } = webhookRequest(message, { ...lark.keys, encryptKey: 'another' });
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(401);
  expect((await fetch(address, { method: 'POST' })).status).toBe(401);
  expect(await stored(message.header.event_id)).toBe(0);
});

// rules/drives 4
test('the address of no connection is 404, and too long a body 413', async () => {
  const message = lark.message('drive.file.edit_v1', doc);
  expect((await send(message, {}, `${server.base}/api/drives/lark/${newId()}`)).status).toBe(404);
  expect((await send(message, {}, `${server.base}/api/drives/lark/none`)).status).toBe(404);
  expect((await fetch(address, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
});

test('where an event cannot be stored it is not taken, and comes again', async () => {
  await pool.query(`create function away() returns trigger language plpgsql as $$ begin raise 'away'; end $$`);
  await pool.query('create trigger away before insert on directory.drive_events for each row execute function away()');
  const message = lark.message('drive.file.edit_v1', doc);
  const refused = await send(message);
  lark.setWebhook(address);
  lark.tell(message);
  await pool.query('drop trigger away on directory.drive_events');
  await pool.query('drop function away');
  expect(refused.status).toBe(500);
  await expect.poll(() => stored(message.header.event_id)).toBe(1);
  lark.setWebhook(undefined);
});

test('what is told is handled, by whichever instance looks first', async () => {
  drives.instance();
  drives.instance();
  await expect.poll(() => drives.files(id)).toHaveProperty(doc);
  await expect.poll(() => lark.api.subscriptions.has(doc)).toBe(true);
  lark.setWebhook(address);
  lark.drive.edit(doc, 'Forklifts, faster');
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push']);
  lark.setWebhook(undefined);
});

test('an event with what cannot be stored is refused, and keeps no other from being stored', async () => {
  const odd = ['a\0b', 'a\ud800', 'x'.repeat(5_000)].flatMap((id) => {
    const message = lark.message('drive.file.edit_v1', doc);
    return [
      { ...message, header: { ...message.header, event_id: id } },
      { ...message, event: { ...message.event, file_token: id } },
      { ...message, event: { ...message.event, folder_token: id } },
    ];
  });
  const good = Array.from({ length: 20 }, () => lark.message('drive.file.edit_v1', doc));
  const answers = await Promise.all(
    [...good, ...odd].map(async (message) => ({ message, status: (await send(message)).status })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(new Set(answers.slice(0, good.length).map(({ status }) => status))).toEqual(new Set([200]));
  for (const { header } of good) expect(await stored(header.event_id)).toBe(1);
});
