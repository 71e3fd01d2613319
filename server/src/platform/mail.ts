import type { Transporter } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** @throws whatever the SMTP server answers; the caller decides whether that matters. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

type Log = { info(fields: object, message: string): void };

/** Mail by SMTP; without it the text goes to the log, which only a loopback server may do (rules/operation 5). */
export function createMailer(config: { smtpUrl: string | undefined; from: string }, log: Log): Mailer {
  const { smtpUrl, from } = config;
  if (!smtpUrl) {
    return {
      async send({ to, subject, text }) {
        log.info({ to, subject }, `Mail to ${to}: ${subject}\n${text}`);
      },
      close() {},
    };
  }
  let transport: Promise<Transporter> | undefined;
  // Loaded with the first mail: most processes never send one.
  const connected = () => (transport ??= connect(smtpUrl));
  return {
    async send(mail) {
      const smtp = await connected();
      await smtp.sendMail({ from, ...mail });
    },
    close() {
      void transport?.then((smtp) => smtp.close());
    },
  };
}

/**
 * Signs in to the SMTP server as the server would, and sends nothing.
 * @throws whatever stands in the way, or that it does not answer within `patience` milliseconds
 */
export async function tryMail(smtpUrl: string, patience: number): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout']) {
    url.searchParams.set(name, String(patience));
  }
  const smtp = createTransport(url.href);
  try {
    await smtp.verify();
  } finally {
    smtp.close();
  }
}

/** Pooled, and impatient: nodemailer would wait for minutes for a server that does not answer. */
async function connect(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  for (const [name, milliseconds] of [
    ['connectionTimeout', '10000'],
    ['greetingTimeout', '10000'],
    ['socketTimeout', '30000'],
  ] as const) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, milliseconds);
  }
  if (!url.searchParams.has('pool')) url.searchParams.set('pool', 'true');
  return createTransport(url.href);
}
