import * as sdk from '@larksuiteoapi/node-sdk';
import { afterAll, expect, test } from 'vitest';
import { startLarkStandIn } from './lark-stand-in.ts';
import { challengeMessage, webhookRequest } from './lark-webhook.ts';

// Lark's own SDK as the client: what it can work with is what Lark answers. What it gets wrong itself is not tried.
const lark = await startLarkStandIn({ again: 50 });
const quiet = { error() {}, warn() {}, info() {}, debug() {}, trace() {} };
const client = new sdk.Client({ ...lark.app, domain: lark.url, logger: quiet });

afterAll(() => lark.stop());

test('the SDK gets a token by itself, and lists a folder page by page', async () => {
  const folder = lark.drive.addFolder('Many');
  for (let count = 0; count < 25; count++) lark.drive.addDocx(`Document ${count}`, 'text', folder);
  const names: string[] = [];
  for await (const page of await client.drive.v1.file.listWithIterator({
    params: { folder_token: folder, page_size: 10 },
  })) {
    names.push(...(page?.files ?? []).map(({ name }) => name));
  }
  expect(names).toEqual(Array.from({ length: 25 }, (_, at) => `Document ${at}`));
});

test('it finds metadata, and what failed', async () => {
  const docx = lark.drive.addDocx('Safety', 'text');
  const request_docs = [
    { doc_token: docx, doc_type: 'docx' as const },
    { doc_token: 'none', doc_type: 'file' as const },
  ];
  const { code, data } = await client.drive.v1.meta.batchQuery({ data: { request_docs, with_url: true } });
  expect(code).toBe(0);
  expect(data?.metas).toMatchObject([{ doc_token: docx, doc_type: 'docx', title: 'Safety' }]);
  expect(data?.failed_list).toEqual([{ token: 'none', code: 970005 }]);
});

test('it reads a document, and downloads a file', async () => {
  const docx = lark.drive.addDocx('Safety', 'Lift with your knees.');
  const file = lark.drive.addFile('safety.txt', 'Bend them first.');
  const content = await client.docx.v1.document.rawContent({ path: { document_id: docx } });
  expect(content.data?.content).toBe('Lift with your knees.');
  const downloaded = await client.drive.v1.file.download({ path: { file_token: file } });
  const chunks: Buffer[] = [];
  for await (const chunk of downloaded.getReadableStream()) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).toString()).toBe('Bend them first.');
});

test('it subscribes to a file and to a folder, and not with the parameters of the other', async () => {
  const folder = lark.drive.addFolder('Watched');
  const docx = lark.drive.addDocx('Watched', 'text');
  const made = await client.drive.v1.file.subscribe({
    path: { file_token: folder },
    params: { file_type: 'folder', event_type: 'file.created_in_folder_v1' },
  });
  const edited = await client.drive.v1.file.subscribe({ path: { file_token: docx }, params: { file_type: 'docx' } });
  expect([made.code, edited.code]).toEqual([0, 0]);
  const wrong = client.drive.v1.file.subscribe({ path: { file_token: folder }, params: { file_type: 'folder' } });
  await expect(wrong).rejects.toMatchObject({ response: { status: 400, data: { code: 1061002 } } });
});

test('it is refused as Lark refuses it: too many requests, a token that is none any more, a wrong secret', async () => {
  lark.api.faults.limited = { times: 1, status: 400, resetSeconds: 52 };
  const limited = client.drive.v1.file.list({});
  await expect(limited).rejects.toMatchObject({
    response: { headers: { 'x-ogw-ratelimit-reset': '52' }, data: { code: 99991400 } },
  });
  lark.api.revokeTokens();
  await expect(client.drive.v1.file.list({})).rejects.toMatchObject({ response: { data: { code: 99991663 } } });
  const wrong = new sdk.Client({ appId: 'cli_0000000000000000', appSecret: 'wrong', domain: lark.url, logger: quiet });
  await expect(wrong.drive.v1.file.list({})).rejects.toThrow();
});

test('its long connection hears events, in one frame and in two, answers them, and comes back', async () => {
  const heard: string[] = [];
  let away = true;
  const eventDispatcher = new sdk.EventDispatcher({ logger: quiet }).register({
    'drive.file.edit_v1': async ({ file_token: token }) => {
      if (token === 'again' && away) {
        away = false;
        throw new Error('the database is away');
      }
      heard.push(token ?? '');
    },
  });
  const connection = new sdk.WSClient({ ...lark.app, domain: lark.url, logger: quiet });
  await connection.start({ eventDispatcher });
  // It loses what comes before it listens, which it does after its first ping and long before its second.
  await expect.poll(() => lark.sockets.pings).toBeGreaterThan(1);
  const edit = (token: string) => lark.message('drive.file.edit_v1', token);
  expect(await lark.sockets.acked(lark.sockets.send(edit('one')) ?? '')).toMatchObject({ code: 200 });
  expect(await lark.sockets.acked(lark.sockets.send(edit('two'), { parts: 2 }) ?? '')).toMatchObject({ code: 200 });
  lark.tell(edit('again'));
  await expect.poll(() => heard).toEqual(['one', 'two', 'again']);
  const opened = lark.sockets.opened;
  lark.sockets.cut();
  await expect.poll(() => lark.sockets.opened).toBe(opened + 1);
  connection.close({ force: true });
});

test('it takes a signed webhook that has no spaces, and reads what is in it', async () => {
  const heard: string[] = [];
  const dispatcher = new sdk.EventDispatcher({ encryptKey: lark.keys.encryptKey ?? '', logger: quiet }).register({
    'drive.file.edit_v1': async ({ file_token: token }) => void heard.push(token ?? ''),
  });
  const deliver = async (message: object, unsigned: boolean) => {
    const { headers, body } = webhookRequest(message, lark.keys, { unsigned });
    await dispatcher.invoke(Object.assign(Object.create({ headers }), JSON.parse(body)));
  };
  await deliver(lark.message('drive.file.edit_v1', 'signed'), false);
  await deliver(lark.message('drive.file.edit_v1', 'unsigned'), true);
  expect(heard).toEqual(['signed']);
});

test('it answers the challenge', () => {
  const { body } = webhookRequest(challengeMessage(lark.keys, 'challenge'), lark.keys);
  const answered = sdk.generateChallenge(JSON.parse(body), { encryptKey: lark.keys.encryptKey ?? '' });
  expect(answered).toEqual({ isChallenge: true, challenge: { challenge: 'challenge' } });
});
