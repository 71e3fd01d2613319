import type { ClaimedDelivery } from './claim-deliveries.ts';

/** From when on a request counts as hanging, in milliseconds: it costs hardly anything any more. */
const HANGING = 2_000;

/** How many hanging ones there may be besides, and how many at endpoints whose last attempt failed, for each slot. */
const MOST_HANGING = 4;
const MOST_FAILING = 2;

/**
 * How many deliveries may be taken up, and how many of them for endpoints whose last attempt failed. What hangs gives its
 * slot to others, so that hundreds of endpoints that never answer delay nobody else.
 * @param sending What is on its way, since when.
 * @param unsettled Results that are not written yet, which hold their slots.
 */
export function freeSlots(
  slots: number,
  sending: ReadonlyMap<Pick<ClaimedDelivery, 'failing'>, number>,
  unsettled: number,
): { free: number; freeFailing: number } {
  const now = performance.now();
  let hanging = 0;
  let failing = 0;
  for (const [delivery, began] of sending) {
    if (now - began > HANGING) hanging++;
    if (delivery.failing) failing++;
  }
  const tooMany = Math.max(hanging - MOST_HANGING * slots, 0);
  return {
    free: Math.max(slots - (sending.size - hanging) - unsettled - tooMany, 0),
    freeFailing: Math.max(MOST_FAILING * slots - failing, 0),
  };
}
