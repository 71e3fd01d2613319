import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { dueMails } from './claim-mail.ts';
import { sendMail } from './send-mail.ts';
import type { Mailing } from './try-mail.ts';

/** Milliseconds between checks for due mails. */
const EVERY = 1_000;

/** Mails sent at once. Less than the number of connections, so that sign-in links never wait for them. */
const AT_ONCE = 3;

/** Maximum number of mails per check, per workspace and in total. */
const LOOK = { each: 10, most: 60 };

/** Milliseconds without attempts after the SMTP server was unavailable: first and maximum pause. */
const PAUSE = { first: 5_000, longest: 60_000 };

/** Milliseconds that mails in progress may take when the server stops. */
const GRACE = 4_000;

/**
 * Sends due mails, in every instance, independently of other jobs. Holds no database connection while waiting for the
 * SMTP server. While that is unavailable, each pause costs only one mail an attempt, not all of them.
 */
export function startMailWorker(services: Mailing): Repeated {
  const { log, stopping } = services;
  const cutOff = new AbortController();
  stopping.addEventListener('abort', () => setTimeout(() => cutOff.abort(), GRACE).unref(), { once: true });
  let pause = 0;
  let resumeAt = 0;
  return repeatedly({ every: EVERY, stopping, log, failed: 'Mails cannot be looked for; tried again' }, async () => {
    while (!stopping.aborted && Date.now() >= resumeAt) {
      const { sent, away } = await sendDueMails({ ...services, cutOff: cutOff.signal });
      if (away) {
        pause = Math.min(pause === 0 ? PAUSE.first : pause * 2, PAUSE.longest);
        resumeAt = Date.now() + pause;
        log.warn({ pause_ms: pause }, 'The SMTP server takes no mails; they wait');
      } else if (sent > 0) pause = 0;
      if (sent === 0) return;
    }
  });
}

/** Sends the mails that are due now, until the SMTP server is unavailable. */
export async function sendDueMails(services: Mailing): Promise<{ sent: number; away: boolean }> {
  const waiting = await dueMails(services.db.pool, LOOK, new Date());
  let sent = 0;
  let away = false;
  const lane = async () => {
    while (!away && !services.stopping.aborted) {
      const mail = waiting.shift();
      if (!mail) return;
      const done = await sendMail(services, mail);
      if (done !== 'none') sent++;
      if (done === 'away') away = true;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { sent, away };
}
