import type { Repeated } from '../../../platform/repeatedly.ts';
import { EventStore } from './event-store.ts';
import { keepAsking, type AskingServices } from './keep-asking.ts';
import { keepChannels } from './keep-channels.ts';
import { keepHandling } from './keep-handling.ts';
import { keepSockets } from './keep-sockets.ts';
import { keepSubscribing } from './subscribe.ts';

/**
 * Detects changes in drives, in every instance: receives push notifications, polls, and handles events
 * (rules/drives 3).
 */
export function startChanges(services: AskingServices): Repeated {
  const handling = keepHandling(services);
  const events = new EventStore(services.db, () => handling.look());
  const all = [
    keepAsking(services),
    keepChannels(services),
    keepSockets({ ...services, events }),
    keepSubscribing(services),
    handling,
  ];
  return {
    async stop() {
      await Promise.all(all.flatMap((each) => (each ? [each.stop()] : [])));
    },
  };
}
