import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { endLateChats } from './end-late-chats.ts';
import { sendInTurn, type ChatSending } from './send-claimed-messages.ts';
import { claimDueChannels, type ChannelClaim } from './claim-chat-channel.ts';

/** Milliseconds between checks for due messages. */
const EVERY = 300;

/** Milliseconds between checks for outdated messages. */
const LATE_EVERY = 60_000;

/** Channels that an instance sends to at once. A service that hangs blocks only its own slot. */
const AT_ONCE = 16;

/**
 * Sends messages to the workspaces' chat channels, in every instance. One instance at a time sends to a channel, in
 * order and within the service's limits (rules/notifications 32).
 */
export function startChatWorker(services: ChatSending): Repeated {
  const { db, log, stopping } = services;
  const underWay = new Set<Promise<void>>();
  let lookedForLate = -Infinity;

  async function send(turn: ChannelClaim): Promise<void> {
    try {
      await sendInTurn(services, turn);
    } catch (error) {
      // The lease expires, and the message is sent again.
      log.warn({ err: error, workspace_id: turn.workspaceId }, 'A chat channel could not be sent to; tried again');
    }
  }

  const looking = repeatedly(
    { every: EVERY, stopping, log, failed: 'Chat messages cannot be looked for' },
    async () => {
      if (performance.now() - lookedForLate > LATE_EVERY) {
        await endLateChats(db, new Date());
        lookedForLate = performance.now();
      }
      const room = AT_ONCE - underWay.size;
      if (room === 0) return;
      for (const turn of await claimDueChannels(db.pool, room)) {
        const sent = send(turn).finally(() => underWay.delete(sent));
        underWay.add(sent);
      }
    },
  );
  return {
    async stop() {
      await looking.stop();
      await Promise.all(underWay);
    },
  };
}
