import type { ChatKind } from '@training/shared/notifications/chat';
import { test } from 'vitest';
import { startConnecting } from './connect-fixture.ts';

const { staysOffUntilConfirmed } = await startConnecting();

// rules/notifications 30
test.each<ChatKind>(['slack', 'teams', 'google_chat'])(
  '%s: a channel is off until somebody types the words of its test message',
  staysOffUntilConfirmed,
);
