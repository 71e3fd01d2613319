import { ChatServiceKind } from '@training/shared/notifications/chat';
import { afterAll, expect, test } from 'vitest';
import { chatAddressFor, startChatStandIn } from '../../../../test/chat/stand-in.ts';
import { LARK_SECRET } from '../../../../test/chat/services.ts';
import { startTestServer } from '../../../../test/server.ts';
import { chatOf, field, staysOffUntilConfirmed } from './chat-fixture.ts';
import { adviseOnChatFailureInEnglish } from './chat-advice.ts';

const standIn = await startChatStandIn();
const server = await startTestServer({ env: standIn.env, jobs: true });
// Stops first, so that the server doesn't wait for services that hang.
afterAll(() => standIn.stop());
const { db } = server;

const refusal = (status: number, code: string) => ({ data: { httpStatus: status, app_code: code } });
// Other services are in `connect-chat.deep.ts`.
// rules/notifications 30
test('a channel is off until somebody types the words of its test message', () =>
  staysOffUntilConfirmed(server, standIn, 'lark'));

test('the words of an earlier test are none, and without a test there is nothing to confirm', async () => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  const { id } = await chat.connect('lark', token);
  await expect(chat.admin.chat.confirm.mutate({ id, words: 'amber kettle' })).rejects.toMatchObject(
    field('words', /Send one first/),
  );
  await chat.admin.chat.test.mutate({ id });
  const earlier = chat.words(token);
  await expect
    .poll(async () => {
      await chat.admin.chat.test.mutate({ id });
      return chat.words(token);
    })
    .not.toBe(earlier);
  await expect(chat.admin.chat.confirm.mutate({ id, words: earlier })).rejects.toMatchObject(
    field('words', /last test/),
  );
  await chat.admin.chat.confirm.mutate({ id, words: chat.words(token) });
});

// rules/notifications 30
test('an address is refused at its field, in words that help, and nothing is kept', async () => {
  const { admin } = await chatOf(server, standIn);
  const connect = (kind: ChatServiceKind, address: string, secret: string | null = null) =>
    admin.chat.connect.mutate({ kind, address, secret, name: 'reviews' });
  await expect(connect('teams', chatAddressFor('slack', 'good_1'))).rejects.toMatchObject(
    field('address', 'This is a Slack address; choose Slack'),
  );
  await expect(connect('slack', 'https://127.0.0.1/services/T0/B0/x')).rejects.toMatchObject(
    field('address', /This is no address of Slack/),
  );
  await expect(connect('slack', chatAddressFor('slack', 'good_1'), 'secret')).rejects.toMatchObject(
    field('secret', /Only Lark and Feishu bots/),
  );
  expect(await admin.chat.read.query()).toBeNull();
});

test('a test that fails says what to do, and changes nothing else of a channel that was never confirmed', async () => {
  const chat = await chatOf(server, standIn);
  const { id } = await chat.connect('lark', chat.token('good-signed'));
  const advice = adviseOnChatFailureInEnglish('lark', 'signature');
  expect(await chat.admin.chat.test.mutate({ id })).toMatchObject({ accepted: false, advice, asks_for_words: false });
  expect(await chat.admin.chat.read.query()).toMatchObject({ state: 'untested', error: advice });
  expect(await chat.bells()).toEqual([]);

  const again = await chatOf(server, standIn);
  expect(await again.connected('lark', again.token('good-signed'), LARK_SECRET)).toMatchObject({ state: 'working' });
});

// rules/notifications 30
test('a replaced address is off until it is tested, and of two who replace it at once one is told to reload', async () => {
  const chat = await chatOf(server, standIn);
  const [former, next] = [chat.token('good'), chat.token('good')];
  const { id, version } = await chat.connected('slack', former);
  await chat.rest(60_000);
  await chat.tell();
  const replace = () =>
    chat.admin.chat.replace.mutate({ id, version, kind: 'google_chat', address: chatAddressFor('google_chat', next) });
  const replaced = await Promise.allSettled([replace(), replace()]);
  expect(replaced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(replace()).rejects.toMatchObject(refusal(409, 'stale_version'));
  expect(await chat.admin.chat.read.query()).toMatchObject({
    kind: 'google_chat',
    state: 'untested',
    version: version + 1,
    host: 'chat.googleapis.com',
    tested_at: null,
  });
  await chat.admin.chat.test.mutate({ id });
  await chat.admin.chat.confirm.mutate({ id, words: chat.words(next) });
  await chat.tell();
  await expect.poll(() => chat.shown(next).at(-1)).toMatch(/^Reviewer 2 /);
  expect(chat.shown(former)).toEqual([]);
  expect(await chat.actions()).toContain('chat.replaced');
});

test('a workspace has one channel; once it is removed there can be another, and what waited for it is not sent', async () => {
  const chat = await chatOf(server, standIn);
  const { id } = await chat.connected('slack', chat.token('good'));
  await expect(chat.connect('lark', 'good_1')).rejects.toMatchObject(refusal(409, 'chat_exists'));
  await chat.rest(60_000);
  await chat.tell();
  await chat.admin.chat.remove.mutate({ id });
  expect(await chat.rows()).toMatchObject([{ state: 'suppressed', reason: 'chat_not_connected' }]);
  await expect(chat.admin.chat.remove.mutate({ id })).rejects.toMatchObject(refusal(404, 'chat_not_found'));
  await expect(chat.admin.chat.test.mutate({ id })).rejects.toMatchObject(refusal(404, 'chat_not_found'));
  const token = chat.token('good');
  await chat.connected('lark', token);
  await chat.tell();
  await expect.poll(() => chat.shown(token).at(-1)).toMatch(/^Reviewer 2 /);
});

// rules/notifications 2
test('auditors see whether the channel works and no name or host of it, others nothing', async () => {
  const chat = await chatOf(server, standIn);
  await chat.connected('slack', chat.token('good'));
  const auditor = await server.as('auditor', chat.workspace);
  const seen = await auditor.chat.read.query();
  expect(seen).toMatchObject({ kind: 'slack', state: 'working', name: null, host: null, created_by: null });
  await expect(auditor.chat.test.mutate({ id: seen?.id ?? '' })).rejects.toMatchObject(refusal(403, 'forbidden'));
  for (const role of ['learner', 'trainer', 'content_manager'] as const) {
    const other = await server.as(role, chat.workspace);
    await expect(other.chat.read.query()).rejects.toMatchObject(refusal(403, 'forbidden'));
  }
});

// rules/notifications 30
test('the address never comes back out: no answer, no table and no error has any of its secret in it', async () => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('revoked-signed-never');
  const answers: unknown[] = [];
  answers.push(await chat.connect('lark', token, 'never-a-secret'));
  const { id, version } = (await chat.admin.chat.read.query())!;
  answers.push(await chat.admin.chat.test.mutate({ id }), await chat.admin.chat.read.query());
  standIn.setScenario(token, 'html');
  answers.push(await chat.admin.chat.test.mutate({ id }));
  answers.push(
    await chat.admin.chat.replace
      .mutate({ id, version, kind: 'slack', address: chatAddressFor('lark', token), secret: 'never-a-secret' })
      .catch((error: unknown) => error),
  );
  answers.push(await chat.admin.audit.list.query({}));
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id'`,
  );
  for (const { name } of tables) {
    const { rows } = await db.pool.query(`select to_jsonb(t)::text as row from ${name} t where workspace_id = $1`, [
      chat.workspace.id,
    ]);
    answers.push(rows);
  }
  const said = JSON.stringify(answers);
  expect(said).toContain('open.larksuite.com');
  expect(said).not.toContain('never');
});

test('of a workspace four tests are under way at once, and one more is told to wait', { tags: ['deep'] }, async () => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  const { id } = await chat.connect('lark', token);
  await chat.rest(500);
  const tests = await Promise.allSettled([1, 2, 3, 4, 5].map(() => chat.admin.chat.test.mutate({ id })));
  expect(tests.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(tests.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal(429, 'rate_limited') });
});
