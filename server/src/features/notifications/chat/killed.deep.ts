import { afterAll, expect, test } from 'vitest';
import { chatAddressFor, startChatStandIn } from '../../../../test/chat/stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { chatTargetUrl } from '../../../providers/chat/addresses.ts';
import { createChatMessageBody, CHAT_PROTOCOLS } from '../../../providers/chat/protocols.ts';
import { completeNotification } from '../outbox/complete-notification.ts';
import { chatOf } from './chat-fixture.ts';
import { claimNextChatMessage, claimChannel } from './claim-chat-channel.ts';

const standIn = await startChatStandIn();
afterAll(() => standIn.stop());
const server = await startTestServer({ env: standIn.env, jobs: true });
const { db } = server;

const titles = (count: number) =>
  Array.from({ length: count }, (_, n) => `Reviewer ${n + 1} approved and published “Forklifts”`);

/** Simulates an instance that claims a message and dies. Until its lease ends, others only see the lease. */
async function killedAt(token: string) {
  const chat = await chatOf(server, standIn);
  const { id } = await chat.connected('lark', token);
  await chat.rest(60_000);
  await chat.tell(2);
  await db.pool.query('update chat_connections set misses = 1 where id = $1', [id]);
  const claim = (await claimChannel(db.pool, { workspaceId: chat.workspace.id, id }))!;
  await chat.rest(-1);
  const next = (await claimNextChatMessage(db.pool, claim, new Date()))!;
  expect(await chat.states()).toEqual(['sending', 'pending']);
  const lapse = () => db.pool.query('update chat_connections set leased_until = now() where id = $1', [id]);
  return { chat, claim, next, lapse };
}

test('who is killed before the message was posted loses nothing; who wakes up after that sends and finishes nothing', async () => {
  const { chat, claim, next, lapse } = await killedAt('good_before');
  expect(await claimChannel(db.pool, { workspaceId: chat.workspace.id, id: claim.id })).toBeUndefined();
  expect(chat.shown('good_before')).toEqual([]);
  await lapse();
  await expect.poll(chat.states).toEqual(['sent', 'sent']);
  expect(chat.shown('good_before')).toEqual(titles(2));
  expect(await claimNextChatMessage(db.pool, claim, new Date())).toBeUndefined();
  expect(await completeNotification(db.pool, next, { state: 'suppressed', reason: 'not_true' }, new Date())).toBe(
    false,
  );
  expect(await chat.states()).toEqual(['sent', 'sent']);
});

// rules/notifications 32
test('who is killed after the answer and before it was kept has the message sent once more, and in its place', async () => {
  const { chat, lapse } = await killedAt('good_after');
  const [title = ''] = titles(1);
  const body = createChatMessageBody(
    CHAT_PROTOCOLS.lark,
    { title, lines: [], link: { label: 'Open', url: server.base } },
    {
      secret: null,
      at: new Date(),
    },
  );
  const answer = await fetch(chatTargetUrl(chatAddressFor('lark', 'good_after'), standIn.url), {
    method: 'POST',
    body,
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
  await lapse();
  await expect.poll(chat.states).toEqual(['sent', 'sent']);
  expect(chat.shown('good_after')).toEqual([title, ...titles(2)]);
});
