import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { createDeliveryMetrics, DeliveryPool } from './delivery-pool.ts';
import { toReleasedDeliveryResult, type DeliveryAttemptResult } from './delivery-result.ts';

const due = (): ClaimedDelivery => ({
  workspaceId: newId(),
  endpointId: newId(),
  eventId: newId(),
  leaseId: newId(),
  sequence: 1,
  attempt: 1,
  failures: 0,
  deferrals: 0,
  regardless: false,
  dueAt: new Date(),
  failing: false,
  url: 'https://hooks.example.com/',
  secrets: [],
  type: 'user.created',
  at: new Date().toISOString(),
  data: '{}',
});

test('what is under way follows how much may be, as it does while people and systems ask and when they do no more', async () => {
  let slots = 2;
  const waiting: (() => void)[] = [];
  const requests = new DeliveryPool({
    slots: () => slots,
    most: 8,
    attempt: (delivery) =>
      new Promise<DeliveryAttemptResult>((resolve) => {
        waiting.push(() => resolve(toReleasedDeliveryResult(delivery)));
      }),
    figures: createDeliveryMetrics(),
    ended: () => undefined,
  });
  requests.add(Array.from({ length: 10 }, due));
  expect(requests.underWay).toBe(2);
  slots = 8;
  requests.fill();
  expect(requests.underWay).toBe(8);
  slots = 2;
  for (const answer of waiting.splice(0, 6)) answer();
  await expect.poll(() => requests.underWay).toBe(2);
});
