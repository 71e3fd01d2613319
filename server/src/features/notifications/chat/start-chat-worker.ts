import { startWorker } from '../../../platform/queue/start-worker.ts';
import { repeatedly, type Repeated } from '../../../platform/concurrency/run-every.ts';
import { endLateChats } from './end-late-chats.ts';
import { sendInTurn, type ChatSending } from './send-claimed-messages.ts';
import { CHAT_CHANNELS } from './claim-chat-channel.ts';

/** Milliseconds between checks for due messages. */
const EVERY = 300;

/** Milliseconds between checks for outdated messages. */
const LATE_EVERY = 60_000;

/** Channels that an instance sends to at once. */
const AT_ONCE = 16;

/** Turns that last longer wait for their service, which costs nothing but a request. */
const HANGING = { after: 1_000, most: 128 };

/**
 * Sends messages to the workspaces' chat channels, in every instance. One instance at a time sends to a channel, in
 * order and within the service's limits (rules/notifications 32).
 */
export function startChatWorker(services: ChatSending): Repeated {
  const { db, log, stopping, lookEvery: pollInterval = EVERY } = services;
  const worker = startWorker({
    queue: CHAT_CHANNELS.name,
    name: 'Sending to chat channels',
    slots: AT_ONCE,
    hanging: HANGING,
    pollInterval,
    claim: (free) => CHAT_CHANNELS.claim(db.pool, free),
    run: (channel) => sendInTurn(services, channel),
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
  const failed = 'Outdated chat messages can’t be ended; tried again';
  const ending = repeatedly({ every: LATE_EVERY, stopping, log, failed }, () => endLateChats(db, new Date()));
  return {
    async stop() {
      await Promise.all([worker.stop(), ending.stop()]);
    },
  };
}
