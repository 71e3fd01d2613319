import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { dueMails } from './claim-mail.ts';
import { sendMail } from './send-mail.ts';
import type { Mailing } from './try-mail.ts';

/** How often it looks for mails that are due, in milliseconds. */
const EVERY = 1_000;

/**
 * How many mails are sent at once: fewer than there are connections, so that a link to sign in never waits for them.
 */
const AT_ONCE = 3;

/** How many are looked for at once, of a workspace and in all. */
const LOOK = { each: 10, most: 60 };

/** How long no mail is tried after the SMTP server was away, in milliseconds: at first, and at most. */
const PAUSE = { first: 5_000, longest: 60_000 };

/** How long what is under way has to end when the server stops, in milliseconds. */
const GRACE = 4_000;

/**
 * Sends mails that are due, in every instance, beside all other work. It holds no connection to the database while it
 * waits for the SMTP server. One that is away costs a mail's attempt each pause, and not everybody's.
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

/** Sends what is due now, until the SMTP server is away. */
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
