import { EventAction } from '@training/shared/events/events';
import { expect, test } from 'vitest';
import { eventSummaryInWords } from './sent-table.tsx';

const by = { kind: 'user' as const, id: '1', name: 'Tom' };

test('a completion that a trainer’s grade caused is not told as the trainer’s own', () => {
  expect(eventSummaryInWords({ action: 'learner.module_completed', name: 'Git Push', by })).toBe(
    'Module completed · Git Push · Tom',
  );
});

test.each(EventAction.options)('%s is named without a slot that nothing fills', (action) => {
  expect(eventSummaryInWords({ action, name: 'Git Push', by })).toMatch(/^[A-Z][^{}]+ · Git Push · Tom$/);
});
