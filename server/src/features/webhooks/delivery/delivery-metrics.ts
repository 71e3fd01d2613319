import type { DeliveryFigures } from '../../../core/context.ts';

export function createDeliveryFigures(): DeliveryFigures {
  let listening: Parameters<DeliveryFigures['whenAttempted']>[0] = () => undefined;
  return {
    sending: 0,
    whenAttempted: (listener) => {
      listening = listener;
    },
    attempted: (attempt) => listening(attempt),
  };
}
