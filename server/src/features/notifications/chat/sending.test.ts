import { liveTopics } from '@training/shared/live';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { CHAT_SERVICES } from '../../../../test/chat/services.ts';
import { startChatStandIn } from '../../../../test/chat/stand-in.ts';
import { openPage } from '../../../../test/follow.ts';
import { startTestServer } from '../../../../test/server.ts';
import { chatOf } from './chat-fixture.ts';
import { revokeAndMend, sendInOrder, titles } from './sending-fixture.ts';
import { computeChatRetryDelayMs } from './send-claimed-messages.ts';
import { endUndeliverableChatMessages } from './start-chat-worker.ts';
import { adviseOnChatFailureInEnglish } from './chat-advice.ts';

const standIn = await startChatStandIn();
const server = await startTestServer({ env: standIn.env, jobs: true });
// Two instances from here on.
await startTestServer({ env: standIn.env, jobs: true, databaseUrl: server.databaseUrl });
// Runs before the servers stop, which would wait for the messages that hang.
afterAll(() => standIn.stop());
const { db } = server;

// rules/notifications 32
test.concurrent('messages arrive once each, in order and never too fast, though two instances send', ({ expect }) =>
  sendInOrder({ server, standIn, expect }, 'slack', 3));

// rules/notifications 33
test.concurrent(
  'an address that is taken no more switches the channel off, and super admins are told once; mended, it goes on',
  { tags: ['deep'] },
  ({ expect }) => revokeAndMend({ server, standIn, expect }, 'google_chat'),
);

test.concurrent('an error in the body of a 200 is none delivered: what Lark refuses so is not counted as sent', async ({
  expect,
}) => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  await chat.connected('lark', token);
  standIn.setScenario(token, 'choosy');
  await chat.tell();
  await expect
    .poll(() => chat.admin.chat.read.query())
    .toMatchObject({ state: 'failing', error: adviseOnChatFailureInEnglish('lark', 'keyword') });
  expect(await chat.states()).toEqual(['pending']);
});

// rules/notifications 33
test.concurrent(
  'a service that asks for a pause gets it, and what waits keeps its order',
  { tags: ['deep'] },
  async ({ expect }) => {
    const chat = await chatOf(server, standIn);
    const token = chat.token('good');
    await chat.connected('teams', token);
    const page = openPage(
      server.base,
      { cookie: await server.signIn(chat.superAdmin.email), workspace: chat.workspace.slug },
      {
        topics: [liveTopics.notifications],
        read: async (client) => (await client.chat.read.query())?.error,
      },
    );
    await expect.poll(page.connections).toBe(1);
    standIn.setScenario(token, { status: 429, headers: { 'retry-after': '600' }, body: 'rate_limited' });
    await chat.tell(2);
    await expect.poll(chat.rows).toMatchObject([
      { state: 'pending', attempts: 1, due: true, error: adviseOnChatFailureInEnglish('teams', 'rate_limited') },
      { state: 'pending', attempts: 0 },
    ]);
    const until = async () => {
      const { rows } = await db.pool.query<{ seconds: number; held: boolean }>(
        `select extract(epoch from due_at - now())::float8 as seconds, leased_until is not null as held
       from chat_connections where workspace_id = $1`,
        [chat.workspace.id],
      );
      return rows[0];
    };
    await expect.poll(until).toMatchObject({ held: false });
    const pause = await until();
    expect(pause?.seconds).toBeGreaterThan(500);
    expect(pause?.seconds).toBeLessThan(730);
    expect(await chat.admin.chat.read.query()).toMatchObject({
      state: 'working',
      error: adviseOnChatFailureInEnglish('teams', 'rate_limited'),
    });
    standIn.setScenario(token, undefined);
    // The fake service enforces the rate limit, too.
    await chat.rest(300);
    await expect.poll(() => chat.shown(token)).toEqual(titles(1, 2));
    await expect.poll(() => chat.admin.chat.read.query()).toMatchObject({ error: null });
    // A page that shows the channel hears of both.
    await expect.poll(() => page.seen.slice(-2)).toEqual([adviseOnChatFailureInEnglish('teams', 'rate_limited'), null]);
    page.stop();
  },
);

// rules/notifications 32
test.concurrent(
  'what is told at one moment goes in the order in which it happened',
  { tags: ['deep'] },
  async ({ expect }) => {
    const chat = await chatOf(server, standIn);
    const token = chat.token('good');
    await chat.connected('lark', token);
    await chat.tellAtOnce(5);
    await expect.poll(() => chat.shown(token)).toEqual(titles(1, 5));
  },
);

// rules/notifications 33
test.concurrent('a message that is refused holds up none of the others', { tags: ['deep'] }, async ({ expect }) => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  await chat.connected('teams', token);
  standIn.setScenario(token, CHAT_SERVICES.teams.invalid);
  await chat.tell();
  await expect
    .poll(chat.rows)
    .toMatchObject([
      { state: 'failed', reason: 'gave_up', error: adviseOnChatFailureInEnglish('teams', 'message_refused') },
    ]);
  standIn.setScenario(token, undefined);
  await chat.tell();
  await expect.poll(chat.states).toEqual(['failed', 'sent']);
  await expect.poll(() => chat.admin.chat.read.query()).toMatchObject({ state: 'working', error: null });
});

test.concurrent('what is not true any more when it is about to be sent is not sent', async ({ expect }) => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  await chat.connected('lark', token);
  await chat.rest(60_000);
  await chat.tell();
  await chat.admin.reviews.unpublish.mutate({ module_id: chat.module.id, reason: 'Outdated' });
  await chat.rest(0);
  await expect.poll(chat.rows).toMatchObject([{ state: 'suppressed', reason: 'not_true' }]);
  expect(chat.shown(token)).toEqual([]);
});

test.concurrent(
  'a service that hangs costs nobody else: other channels are told meanwhile',
  { tags: ['deep'] },
  async ({ expect }) => {
    const [hanging, quick] = [await chatOf(server, standIn), await chatOf(server, standIn)];
    const [slow, good] = [hanging.token('good'), quick.token('good')];
    await hanging.connected('slack', slow);
    await quick.connected('lark', good);
    standIn.setScenario(slow, 'slow');
    await hanging.tell();
    await expect.poll(() => standIn.posts.filter(({ token }) => token === slow).length).toBe(2);
    await quick.tell(3);
    await expect.poll(() => quick.shown(good)).toEqual(titles(1, 3));
    expect(await hanging.states()).toEqual(['sending']);
  },
);

// rules/notifications 33
test.concurrent('what a channel has not taken for six hours is given up, and what waits for none is suppressed', async ({
  expect,
}) => {
  const [failing, removed] = [await chatOf(server, standIn), await chatOf(server, standIn)];
  for (const chat of [failing, removed]) {
    await chat.connected('lark', chat.token('good'));
    await chat.rest(10_000_000);
    await chat.tell(2);
  }
  await db.pool.query(
    `update notifications set due_at = now() - make_interval(hours => 7) where workspace_id = $1 and part = '1'`,
    [failing.workspace.id],
  );
  await db.pool.query('delete from chat_connections where workspace_id = $1', [removed.workspace.id]);
  await endUndeliverableChatMessages(db, new Date());
  expect(await failing.rows()).toMatchObject([
    { state: 'failed', reason: 'too_late', due: false },
    { state: 'pending' },
  ]);
  const gone = { state: 'suppressed', reason: 'chat_not_connected', due: false };
  expect(await removed.rows()).toMatchObject([gone, gone]);
});

test.concurrent('an address that this server cannot decrypt is sent nothing, and super admins are told', async ({
  expect,
}) => {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  const { id } = await chat.connected('slack', token);
  // Simulates a manipulated row: the URL is bound to its host.
  await db.pool.query(`update chat_connections set host = 'evil.example' where id = $1`, [id]);
  await chat.tell();
  const advice = adviseOnChatFailureInEnglish('slack', 'undecryptable');
  await expect.poll(() => chat.admin.chat.read.query()).toMatchObject({ state: 'failing', error: advice });
  expect(await chat.bells()).toMatchObject([{ problem: { of: 'chat', service: 'slack', failure: 'undecryptable' } }]);
  expect(await chat.admin.chat.test.mutate({ id })).toMatchObject({ accepted: false, advice });
  expect(standIn.posts.filter((post) => post.token === token)).toHaveLength(1);
});

test('without an answer the pauses grow, up to a quarter of an hour and a little', () => {
  const pauses = [1, 2, 3, 8, 9, 500].map((misses) => computeChatRetryDelayMs(misses, 0, 0) / 1000);
  expect(pauses).toEqual([5, 10, 20, 640, 900, 900]);
  expect(computeChatRetryDelayMs(1, 0, 1)).toBe(6_000);
  expect(computeChatRetryDelayMs(1, 60, 0)).toBe(60_000);
});

// rules/notifications 33
test(
  'a message that always fails, while another is taken, fails alone, and keeps no others waiting',
  { tags: ['deep'] },
  async () => {
    const chat = await chatOf(server, standIn);
    const token = chat.token('good');
    await chat.connected('lark', token);
    standIn.failing.add('Reviewer 1 approved');
    onTestFinished(() => standIn.failing.clear());
    await chat.tell(3);
    for (let tries = 1; tries <= 3; tries += 1) {
      await expect.poll(async () => (await chat.rows())[0]).toMatchObject({ attempts: tries });
      await expect.poll(() => chat.isLeased()).toBe(false);
      // Lark takes five messages a second.
      await chat.rest(250);
    }
    await expect.poll(() => chat.shown(token)).toEqual(titles(2, 3));
    expect(await chat.rows()).toMatchObject([
      { state: 'failed', reason: 'gave_up' },
      { state: 'sent' },
      { state: 'sent' },
    ]);
  },
);

// rules/notifications 33
test('forty services that hang delay no other channel by more than a few seconds', { tags: ['deep'] }, async () => {
  const hanging: { chat: Awaited<ReturnType<typeof chatOf>>; token: string }[] = [];
  for (let n = 0; n < 40; n++) {
    const chat = await chatOf(server, standIn);
    const token = chat.token('good');
    await chat.connected('slack', token);
    standIn.setScenario(token, 'slow');
    hanging.push({ chat, token });
  }
  const quick = await chatOf(server, standIn);
  const good = quick.token('good');
  await quick.connected('google_chat', good);
  await Promise.all(hanging.map(({ chat }) => chat.tell()));
  const isAsked = ({ token }: { token: string }) => standIn.posts.filter((post) => post.token === token).length === 2;
  await expect.poll(() => hanging.filter(isAsked).length).toBeGreaterThan(30);
  const began = performance.now();
  await quick.tell();
  await expect.poll(() => quick.shown(good)).toEqual(titles(1, 1));
  expect(performance.now() - began).toBeLessThan(4_000);
});
