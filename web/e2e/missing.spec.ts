import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { missingOf } from '../src/features/authoring/missing-items.ts';

test('what nobody can see is missing, and named by its card or question', () => {
  const cards = [
    { id: randomUUID(), front: 'Front', back: 'Back' },
    { id: randomUUID(), front: '\u200b', back: 'Back' },
  ];
  const of = { id: randomUUID(), prompt: 'Which?', explanation: '' };
  const missing = missingOf(cards, [
    { ...of, kind: 'short_text', accepted: ['A', ' '] },
    { ...of, kind: 'spoken', rubric: ['\u2060'] },
  ]);
  expect(missing.map(({ words }) => words)).toEqual([
    'Card 2: Write the front of the card',
    'Question 1: Fill in every accepted answer, or remove it',
    'Question 2: Say what a full answer mentions',
  ]);
  expect(missing[0]?.id).toBe(cards[1]?.id);
});
