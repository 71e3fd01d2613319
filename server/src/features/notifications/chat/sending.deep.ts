import { ChatServiceKind } from '@training/shared/notifications/chat';
import { afterAll, expect, test } from 'vitest';
import { startChatStandIn } from '../../../../test/chat/stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { revokeAndMend, sendInOrder } from './sending-fixture.ts';

const standIn = await startChatStandIn();
afterAll(() => standIn.stop());
const server = await startTestServer({ env: standIn.env, jobs: true });
await startTestServer({ env: standIn.env, jobs: true, databaseUrl: server.databaseUrl });

// rules/notifications 32
test.each<[ChatServiceKind, number]>([
  ['teams', 2],
  ['google_chat', 3],
  ['lark', 8],
])('%s: messages arrive once each, in order and never too fast, though two instances send', (kind, times) =>
  sendInOrder({ server, standIn, expect }, kind, times),
);

// rules/notifications 33
test.each(ChatServiceKind.options)(
  '%s: an address that is taken no more switches the channel off, and super admins are told once; mended, it goes on',
  (kind) => revokeAndMend({ server, standIn, expect }, kind),
);
