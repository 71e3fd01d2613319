import type { ChatKind } from '@training/shared/notifications/chat';
import { afterAll, expect } from 'vitest';
import { startChatStandIn } from '../../../../test/chat/stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { chatOf } from './chat-fixture.ts';

/** Matches the refusal of a field. */
export const field = (path: string, message: string | RegExp) => ({
  data: {
    httpStatus: 400,
    errors: [expect.objectContaining({ path, message: expect.stringMatching(message) })],
  },
});

/** Starts a server that sends to fake chat services, with a test to run for each kind of service. */
export async function startConnecting() {
  const standIn = await startChatStandIn();
  const server = await startTestServer({ env: standIn.env, jobs: true });
  // Stops first, so that the server doesn't wait for services that hang.
  afterAll(() => standIn.stop());

  async function staysOffUntilConfirmed(kind: ChatKind): Promise<void> {
    const chat = await chatOf(server, standIn);
    const token = chat.token('good');
    const { id, state } = await chat.connect(kind, token);
    expect(state).toBe('untested');
    await chat.tell();
    expect(await chat.rows()).toMatchObject([{ state: 'suppressed', reason: 'chat_not_connected' }]);
    expect(standIn.shown(token)).toEqual([]);

    expect(await chat.admin.chat.test.mutate({ id })).toMatchObject({
      accepted: true,
      advice: null,
      asks_for_words: true,
    });
    expect(standIn.shown(token)).toHaveLength(1);
    await chat.tell();
    expect(await chat.states()).toEqual(['suppressed', 'suppressed']);
    await expect(chat.admin.chat.confirm.mutate({ id, words: 'wrong words' })).rejects.toMatchObject(
      field('words', /aren’t the words of the last test message/),
    );
    const [first = '', second = ''] = chat.words(token).split(' ');
    const confirmed = await chat.admin.chat.confirm.mutate({ id, words: ` ${first.toUpperCase()}  ${second} ` });
    expect(confirmed).toMatchObject({ state: 'working', error: null, tested_at: expect.any(String) });

    await chat.tell();
    await expect.poll(() => chat.shown(token)).toEqual(['Reviewer 3 approved and published “Forklifts”.']);
    expect(await chat.actions()).toEqual(['chat.connected', 'chat.tested', 'chat.confirmed']);
  }

  return { standIn, server, staysOffUntilConfirmed };
}
