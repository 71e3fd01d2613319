import { computeBackoffDelay } from '../../../platform/queue/backoff.ts';
import { startQueueWorker, type QueueWorker } from '../../../platform/queue/start-worker.ts';
import { claimDueMails } from './claim-mail.ts';
import { sendClaimedNotificationMail } from './send-mail.ts';
import type { MailServices } from './attempt-mail.ts';

/** Milliseconds between checks for due mails. */
const EVERY = 1_000;

/** Mails sent at once. Less than the number of connections, so that sign-in links never wait for them. */
const AT_ONCE = 3;

/** Milliseconds without attempts after the SMTP server was unavailable. */
const PAUSES = { first: 5_000, longest: 60_000 };

/** Milliseconds that mails in progress may take when the server stops. */
const GRACE = 4_000;

/**
 * Sends due mails, in every instance, independently of other jobs. Holds no database connection while waiting for the
 * SMTP server. While that is unavailable, each pause costs only a few mails an attempt, not all of them.
 */
export function startMailWorker(services: MailServices): QueueWorker {
  const { db, log, stopping, lookEvery: pollInterval = EVERY } = services;
  const cutOff = new AbortController();
  stopping.addEventListener('abort', () => setTimeout(() => cutOff.abort(), GRACE).unref(), { once: true });
  let failures = 0;
  let resumeAt = 0;
  return startQueueWorker({
    queue: 'mails',
    name: 'Sending mails',
    slots: AT_ONCE,
    pollInterval,
    claim: async (free) => (Date.now() < resumeAt ? [] : claimDueMails(db.pool, free)),
    async run(mail) {
      if (await sendClaimedNotificationMail({ ...services, cutOff: cutOff.signal }, mail)) {
        failures = 0;
        return;
      }
      if (Date.now() < resumeAt) return;
      const pause = computeBackoffDelay(PAUSES, ++failures);
      resumeAt = Date.now() + pause;
      log.warn({ pause_ms: Math.round(pause) }, 'The SMTP server accepts no mail; retrying after the pause');
    },
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
}
