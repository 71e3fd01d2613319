import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as its recipient's program reads it. */
export type ReceivedMail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  header(name: string): string | undefined;
};

/**
 * Behaviour towards a recipient:
 * - `answer`: its answer to their address, such as `451 4.7.1 Try again later`;
 * - `data`: its answer to the whole mail;
 * - `drop`: it takes the mail and dies without an answer;
 * - `hang`: it takes the mail and says nothing any more;
 * - `drip`: it takes the mail and answers for ever, a byte at a time.
 */
export type Treatment = `${number} ${string}` | { data: string } | 'drop' | 'hang' | 'drip';

/** Milliseconds between two bytes of an answer that drips. */
const DRIP = 50;

type Options = { port?: number; arrived?: (mail: ReceivedMail) => void };

export type SmtpStandIn = Awaited<ReturnType<typeof startSmtpStandIn>>;

/** A real SMTP server that sends nothing on, on a port of its own unless one is given. */
export async function startSmtpStandIn({ port = 0, arrived = () => undefined }: Options = {}) {
  const received: ReceivedMail[] = [];
  const treatments = new Map<string, Treatment>();
  let silent = false;
  let wait = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 1,
    logger: false,
    onConnect(_session, next) {
      if (!silent) next();
    },
    onRcptTo({ address }, _session, next) {
      const treatment = treatments.get(address);
      next(typeof treatment === 'string' && /^\d/.test(treatment) ? answer(treatment) : null);
    },
    onData(stream, session, next) {
      void (async () => {
        const raw = await buffer(stream);
        await sleep(wait);
        const [to = ''] = session.envelope.rcptTo.map(({ address }) => address);
        const treatment = treatments.get(to);
        if (typeof treatment === 'object') return next(answer(treatment.data));
        const mail = readable(to, await PostalMime.parse(raw));
        received.push(mail);
        arrived(mail);
        if (treatment === 'hang') return undefined;
        if (treatment !== 'drop' && treatment !== 'drip') return next();
        for (const { id, _socket: socket } of server.connections) {
          if (id !== session.id) continue;
          if (treatment === 'drop') socket.destroy();
          else drip(socket);
        }
        return undefined;
      })();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    /** Connections that are open. */
    open: () => server.connections.size,
    /** Those that somebody has got, in order. */
    to: (email: string) => received.filter(({ to }) => to === email),
    treat(email: string, treatment: Treatment | undefined) {
      if (treatment === undefined) treatments.delete(email);
      else treatments.set(email, treatment);
    },
    /** Milliseconds before it takes each mail from now on. */
    setDelay(milliseconds: number) {
      wait = milliseconds;
    },
    /** Makes it accept connections and then say nothing. */
    keepSilent(on: boolean) {
      silent = on;
      for (const connection of server.connections) connection._socket.destroy();
    },
    stop() {
      for (const connection of server.connections) connection._socket.destroy();
      server.close();
    },
  };
}

/** The beginning of an answer that never comes to its end. */
function drip(socket: Socket): void {
  socket.write('250-');
  const drops = setInterval(() => socket.write('.'), DRIP);
  socket.once('close', () => clearInterval(drops));
}

function answer(line: string): Error {
  const [, code = '', words = ''] = /^(\d{3}) (.*)$/.exec(line) ?? [];
  return Object.assign(new Error(words), { responseCode: Number(code) });
}

function readable(to: string, { subject = '', text = '', html = '', messageId = '', headers }: Email): ReceivedMail {
  return {
    to,
    subject,
    text,
    html,
    messageId,
    header: (name) => headers.find(({ key }) => key === name.toLowerCase())?.value,
  };
}
