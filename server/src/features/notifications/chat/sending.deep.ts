import type { ChatKind } from '@training/shared/notifications/chat';
import { test } from 'vitest';
import { startSending } from './sending-fixture.ts';

const { arriveInOrder, switchOffAndOn } = await startSending();

// rules/notifications 32
test.each<[ChatKind, number]>([
  ['slack', 3],
  ['teams', 2],
  ['lark', 8],
])('%s: messages arrive once each, in order and never too fast, though two instances send', arriveInOrder);

// rules/notifications 33
test.each<ChatKind>(['slack', 'teams', 'google_chat'])(
  '%s: an address that is taken no more switches the channel off, and super admins are told once; mended, it goes on',
  switchOffAndOn,
);
