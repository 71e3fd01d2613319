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

/** The items that the drive's next poll asks for, in order; the last event of each is another after each event. */
async function queued(): Promise<{ item: string; event: string | null }[]> {
  const { rows } = await pool.query<{ item: string; event: string | null }>(
    `select provider_id as item, last_event as event from drive_files_to_request where connection_id = $1
     union all select provider_id, null from drive_folders_to_list where connection_id = $1 order by 1`,
    [id],
  );
  return rows;
}
const forgetQueued = () =>
  pool.query(
    `with files as (delete from drive_files_to_request where connection_id = $1)
     delete from drive_folders_to_list where connection_id = $1`,
    [id],
  );

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

test('the address answers a challenge', async () => {
  const answered = await send(challengeMessage(lark.keys, 'say this'));
  expect([answered.status, await answered.json()]).toEqual([200, { challenge: 'say this' }]);
  const forged = await send(challengeMessage({ ...lark.keys, verificationToken: 'another' }, 'say this'));
  expect(forged.status).toBe(401);
});

test('a file is queued once, however often it is named, and whatever spaces are in what was signed', async () => {
  await forgetQueued();
  const message = lark.message('drive.file.edit_v1', doc);
  for (const spaced of [false, true, false]) expect((await send(message, { spaced })).status).toBe(200);
  expect(await queued()).toMatchObject([{ item: doc }]);
});

// rules/drives 3
test('the next poll lists a folder in which something was created, without another step between', async () => {
  await forgetQueued();
  await pool.query(`update drive_connections set due_at = now() + interval '1 hour' where id = $1`, [id]);
  expect((await send(lark.message('drive.file.created_in_folder_v1', doc, picked))).status).toBe(200);
  expect(await queued()).toEqual([{ item: picked, event: null }]);
  const seconds = `extract(epoch from due_at - now())::float as seconds`;
  const { rows } = await pool.query(`select ${seconds} from drive_connections where id = $1`, [id]);
  expect(rows[0].seconds).toBeLessThan(2);
});

// rules/drives 4
test('what is forged, unsigned or old is refused, and not stored', async () => {
  await forgetQueued();
  const message = lark.message('drive.file.edit_v1', doc);
  const forged = await send(message, { unsigned: true });
  expect(forged.status).toBe(401);
  expect(await forged.json()).toMatchObject({ code: 'notification_refused' });
  expect((await send(message, { timestamp: Math.floor(Date.now() / 1000) - 3_600 })).status).toBe(401);
  const { headers, body } = webhookRequest(message, { ...lark.keys, encryptKey: 'another' });
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(401);
  expect((await fetch(address, { method: 'POST' })).status).toBe(401);
  expect(await queued()).toEqual([]);
});

// rules/drives 4
test('the address of no connection is 404, and too long a body 413', async () => {
  const message = lark.message('drive.file.edit_v1', doc);
  expect((await send(message, {}, `${server.base}/api/drives/lark/${newId()}`)).status).toBe(404);
  expect((await send(message, {}, `${server.base}/api/drives/lark/none`)).status).toBe(404);
  expect((await fetch(address, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
});

test('where an event cannot be stored it is not taken, and comes again', async () => {
  await forgetQueued();
  await pool.query(`create function away() returns trigger language plpgsql as $$ begin raise 'away'; end $$`);
  await pool.query('create trigger away before insert on drive_files_to_request for each row execute function away()');
  const message = lark.message('drive.file.edit_v1', doc);
  const refused = await send(message);
  lark.setWebhook(address);
  lark.tell(message);
  await pool.query('drop trigger away on drive_files_to_request');
  await pool.query('drop function away');
  expect(refused.status).toBe(500);
  await expect.poll(queued).toMatchObject([{ item: doc }]);
  lark.setWebhook(undefined);
});

test('an event with what cannot be stored is refused, and keeps no other from being stored', async () => {
  await forgetQueued();
  const odd = ['a\0b', 'a\ud800', 'x'.repeat(5_000)].flatMap((id) => {
    const message = lark.message('drive.file.edit_v1', doc);
    return [
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
  expect(await queued()).toMatchObject([{ item: doc }]);
});
