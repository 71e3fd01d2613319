import type { ChatServiceKind } from '@training/shared/notifications/chat';
import { afterAll, test } from 'vitest';
import { startChatStandIn } from '../../../../test/chat/stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { staysOffUntilConfirmed } from './chat-fixture.ts';

const standIn = await startChatStandIn();
const server = await startTestServer({ env: standIn.env, jobs: true });
afterAll(() => standIn.stop());

// rules/notifications 30
test.each<ChatServiceKind>(['slack', 'teams', 'google_chat'])(
  '%s: a channel is off until somebody types the words of its test message',
  (kind) => staysOffUntilConfirmed(server, standIn, kind),
);
