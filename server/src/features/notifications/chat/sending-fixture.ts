import type { ChatServiceKind } from '@training/shared/notifications/chat';
import type { ExpectStatic } from 'vitest';
import { CHAT_SERVICES } from '../../../../test/chat/services.ts';
import type { startChatStandIn } from '../../../../test/chat/stand-in.ts';
import type { startTestServer } from '../../../../test/server.ts';
import { chatOf } from './chat-fixture.ts';
import { adviseOnChatFailureInEnglish } from './chat-advice.ts';

type Instances = {
  server: Awaited<ReturnType<typeof startTestServer>>;
  standIn: Awaited<ReturnType<typeof startChatStandIn>>;
  /** The test's own, because tests that run at the same time can't poll with the global one. */
  expect: ExpectStatic;
};

export const titles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `Reviewer ${from + n} approved and published “Forklifts”`);

/** Has two instances send as many messages to a channel, which get there once each, in order and never too fast. */
export async function sendInOrder(
  { server, standIn, expect }: Instances,
  kind: ChatServiceKind,
  times: number,
): Promise<void> {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  await chat.connected(kind, token);
  await chat.tell(times);
  await expect.poll(() => chat.shown(token)).toEqual(titles(1, times));
  await expect.poll(chat.states).toEqual(Array.from({ length: times }, () => 'sent'));
  const posts = standIn.posts.filter((post) => post.token === token);
  expect(posts.filter(({ tooSoon }) => tooSoon)).toEqual([]);
  for (const { most, within } of CHAT_SERVICES[kind].limits) {
    expect(standIn.mostWithin(token, within)).toBeLessThanOrEqual(most);
  }
}

/** Revokes a channel's address, which is told once, and mends it. */
export async function revokeAndMend({ server, standIn, expect }: Instances, kind: ChatServiceKind): Promise<void> {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  const { id } = await chat.connected(kind, token);
  const other = await server.make.user(chat.workspace, { role: 'super_admin' });
  await server.make.user(chat.workspace, { role: 'super_admin', isActive: false });
  standIn.setScenario(token, 'revoked');
  await chat.tell(2);
  const reason = kind === 'teams' ? 'switched_off' : 'address_unknown';
  await expect
    .poll(() => chat.admin.chat.read.query())
    .toMatchObject({
      state: 'failing',
      error: adviseOnChatFailureInEnglish(kind, reason),
      failing_since: expect.any(String),
    });
  const admins = [chat.superAdmin.id, other.id].sort();
  const advice = adviseOnChatFailureInEnglish(kind, reason);
  const problem = { of: 'chat', service: kind, failure: reason };
  expect(await chat.bells()).toEqual(
    admins.map((recipient_id) => ({ recipient_id, subject_name: 'reviews', problem })),
  );
  expect(await chat.actions()).toEqual(['chat.connected', 'chat.tested', 'chat.confirmed', 'chat.failing']);
  expect(await chat.states()).toEqual(['pending', 'pending']);
  expect(chat.shown(token)).toEqual([]);

  // A failing test notifies nobody again. One that arrives switches the channel on without words, as it was confirmed
  // once.
  expect(await chat.admin.chat.test.mutate({ id })).toMatchObject({ accepted: false, advice });
  expect(await chat.bells()).toHaveLength(2);
  standIn.setScenario(token, undefined);
  expect(await chat.admin.chat.test.mutate({ id })).toMatchObject({ accepted: true, asks_for_words: false });
  await expect.poll(() => chat.shown(token)).toEqual(titles(1, 2));
  expect(await chat.admin.chat.read.query()).toMatchObject({ state: 'working', error: null, failing_since: null });
  expect(await chat.actions()).toContain('chat.recovered');
}
