import { traitsOfNotificationKind, NotificationKind } from '@training/shared/notifications/notifications';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { renderChatMessage } from './send-claimed-messages.ts';

test('every kind that the channel is told of has words of its own and a place to go', () => {
  const notification = {
    id: newId(),
    workspace: { id: newId(), slug: 'acme', name: 'Acme', time_zone: 'UTC' },
    language: 'en',
    channel: 'chat' as const,
    recipient: null,
    because: 'channel' as const,
    by: 'Ana Souza',
    part: null,
    round: 2,
    at: new Date().toISOString(),
    attempts: 1,
    first_sequence: null,
    last_sequence: null,
    subject: { kind: 'module' as const, id: newId(), name: 'Forklifts' },
    facts: { section: 'quiz' as const, reason: 'Too long', waiting_days: 3, count: 4, course_id: newId() },
  };
  const told = NotificationKind.options.filter((kind) => traitsOfNotificationKind(kind).channels.chat);
  const messages = told.map((kind) =>
    renderChatMessage(
      { ...notification, kind, category: traitsOfNotificationKind(kind).category },
      'https://t.example',
    ),
  );
  expect(messages.map(({ title }) => title)).toEqual([
    'Ana Souza submitted “Forklifts” for review',
    'Ana Souza approved the quiz of “Forklifts”',
    'Ana Souza requested changes to the quiz of “Forklifts”',
    'Ana Souza approved and published “Forklifts”',
    'Ana Souza rejected “Forklifts”',
    'Ana Souza withdrew “Forklifts” from review',
    'The claimed review of “Forklifts” has waited for 3 working days',
    'The review of “Forklifts” has waited 3 working days',
    'The review of “Forklifts” has waited 3 working days',
    'The change requested in “Forklifts” has waited 3 working days',
    '4 new suggestions are waiting',
    'The source “Forklifts” is based on has changed',
  ]);
  for (const { link, lines } of messages) {
    expect(link.url).toMatch(/^https:\/\/t\.example\/acme\/(reviews|courses|recommended)/);
    expect(lines.at(-1)).toBe('“Too long”');
  }
  expect(messages[0]?.lines).toEqual(['It is round 2.', '“Too long”']);
  expect(messages.map(({ title, lines }) => [title, ...lines].join(' ')).join(' ')).not.toMatch(/\byour?\b/i);
});
