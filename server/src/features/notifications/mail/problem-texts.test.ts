import type { NotificationKind } from '@training/shared/notifications/notifications';
import type { NotifiedProblem } from '@training/shared/notifications/notified-problems';
import { expect, test } from 'vitest';
import { renderNotificationMailTexts } from './mail-texts.ts';

const detail = (kind: NotificationKind, problem: NotifiedProblem, language: string) =>
  renderNotificationMailTexts(
    { kind, by: null, subject: { kind: 'grading', id: null, name: 'Night' }, facts: { problem } },
    { language, timeZone: 'UTC' },
  ).paragraphs[0];

test('the advice on a problem is worded in the language of its reader', () => {
  const lost = { of: 'drive', reason: 'access_lost' } as const;
  expect(detail('drive.reconnect_needed', lost, 'en')).toMatch(/^Access was revoked or has expired/v);
  expect(detail('drive.reconnect_needed', lost, 'de')).toMatch(/^Der Zugriff wurde widerrufen/v);
  const forbidden = { of: 'chat', service: 'slack', failure: 'forbidden' } as const;
  expect(detail('chat.failing', forbidden, 'es')).toMatch(/^Slack no permite/v);
  const fewer = { of: 'grading', verdicts: 50, wrong: 0, newest: 50, points: -20 } as const;
  expect(detail('grading.drifted', fewer, 'en')).toBe(
    'The newest 50 have 20 points in 100 fewer than earlier answers to the same questions. Look at its grades, and let trainers decide if they are wrong.',
  );
  expect(detail('grading.drifted', { ...fewer, points: 0, wrong: 8 }, 'pl')).toMatch(/: 8 z 50\. Przejrzyj/v);
});
