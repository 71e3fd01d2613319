import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import { truncateToOneLine } from './one-line.ts';
import { runInSpan } from './tracing/spans.ts';

/**
 * Reason why an email wasn't sent, or may not have been.
 * - `address`: the recipient's address is permanently refused.
 * - `mail`: this email is permanently refused, for any recipient.
 * - `later`: refused for now, but other emails may be accepted.
 * - `away`: no email can be sent now: the server is unreachable, shuts down, or refuses the sender, which the operator
 *   must fix.
 * - `unanswered`: everything was sent but no response came; the email may have arrived.
 */
export type MailFailureKind = 'address' | 'mail' | 'later' | 'away' | 'unanswered';

/** An email that wasn't sent. The message is the server's response. */
export class MailError extends Error {
  readonly kind: MailFailureKind;

  constructor(kind: MailFailureKind, cause: unknown) {
    super(cause instanceof Error ? truncateToOneLine(cause.message, 300) : 'The mail could not be sent', { cause });
    this.kind = kind;
  }
}

/** Fields of nodemailer's errors that we evaluate. */
const Told = z.object({
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

/** Subject and detail of an enhanced status code (RFC 3463), such as the `1.1` of `550 5.1.1 no such user`. */
const ENHANCED = /^5\d\d[ -]5\.(\d)\.\d{1,3}\b/;

/** Subjects of enhanced codes that concern the address (1) or its mailbox (2); 7 stands for security and policy. */
const OF_ADDRESS = ['1', '2'];
const OF_POLICY = '7';

/** @param wasSent True if the whole email had been sent before the failure. */
function mailFailure(error: unknown, wasSent: boolean): MailError {
  const { command, responseCode, response = '' } = Told.catch({}).parse(error);
  return new MailError(kindOf(command, responseCode, ENHANCED.exec(response)?.[1], wasSent), error);
}

function kindOf(
  command: string | undefined,
  code: number | undefined,
  subject: string | undefined,
  wasSent: boolean,
): MailFailureKind {
  if (code === undefined) return wasSent ? 'unanswered' : 'away';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'away';
  if (code < 500) return 'later';
  if (command === 'RCPT TO') return subject === OF_POLICY ? 'later' : 'address';
  return subject !== undefined && OF_ADDRESS.includes(subject) ? 'address' : 'mail';
}

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when the email is sent again, so that recipients can drop duplicates. */
  id?: string;
  /** Shared by all emails of a thread. */
  thread?: string;
  /** Address where a POST without further data unsubscribes from emails of this kind (RFC 8058). */
  unsubscribe?: string;
};

export type Mailer = {
  /**
   * @param signal Cancels the attempt when aborted; the email may have been sent by then.
   * @throws MailFailure; the caller decides whether that matters
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};

type Log = { info(fields: object, message: string): void };

/**
 * How long the SMTP server may take for one mail, in milliseconds. Each byte of an answer begins the socket's own time
 * anew, so without this a server that drips would hold the pool's connections for ever.
 */
const MAIL_WITHIN = 60_000;

/** Mail by SMTP; without it the text goes to the log, which only a loopback server may do (rules/operation 5). */
export function createMailer(
  config: { smtpUrl: string | undefined; from: string },
  log: Log,
  { within = MAIL_WITHIN }: { within?: number } = {},
): Mailer {
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
  // Loaded with the first email: most processes never send one.
  const connected = () => (transport ??= connect(smtpUrl));
  return {
    send: (mail, signal) => runInSpan('send mail', {}, () => send(mail, signal), 'client'),
    close() {
      void transport?.then((smtp) => smtp.close());
    },
  };

  async function send({ to, subject, text, html, id, thread, unsubscribe }: Mail, signal?: AbortSignal): Promise<void> {
    const smtp = await connected();
    // The HTML part is sent last: if it wasn't read, the email wasn't sent.
    const last = Readable.from([html]);
    const late = AbortSignal.timeout(within);
    try {
      await smtp.sendMail({
        from,
        to,
        subject,
        text,
        html: last,
        textEncoding: 'quoted-printable',
        ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
        ...(thread !== undefined && threaded(`<${thread}@${domainOf(from)}>`)),
        headers: headersOf(unsubscribe),
        // It closes the mail's connection, so that the next one goes over another.
        signal: signal ? AbortSignal.any([late, signal]) : late,
      });
    } catch (error) {
      throw mailFailure(late.aborted && !signal?.aborted ? tooLate(within, error) : error, last.readableDidRead);
    }
  }
}

const tooLate = (within: number, cause: unknown) =>
  new Error(
    `The mail server did not take the mail within ${within / 1_000} seconds. ` +
      'Whoever runs this server has to look at the one that SMTP_URL names, and at what is between them.',
    { cause },
  );

/**
 * Builds the headers. `Auto-Submitted` prevents automatic replies such as absence notes (RFC 3834). The values are
 * marked as prepared because nodemailer would fold them, and a folded address is invalid.
 */
function headersOf(unsubscribe: string | undefined) {
  const prepared = (value: string) => ({ prepared: true, value });
  return {
    'Auto-Submitted': prepared('auto-generated'),
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': prepared(`<${unsubscribe}>`),
      'List-Unsubscribe-Post': prepared('List-Unsubscribe=One-Click'),
    }),
  };
}

/**
 * Threads emails under a first email that was never sent, so that the thread doesn't depend on which recipient is
 * notified first.
 */
const threaded = (root: string) => ({ references: root, inReplyTo: root });

/** Returns the domain of a sender such as `Training <training@example.com>`. */
function domainOf(from: string): string {
  return /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

/**
 * Signs in to the SMTP server like the mailer, without sending anything.
 * @param patience Maximum milliseconds in total, even while the server keeps responding.
 * @throws any error that prevents it
 */
export async function checkMailServer(smtpUrl: string, patience: number): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout']) {
    url.searchParams.set(name, String(patience));
  }
  // Closing the transport leaves a check that is under way alone, so its connection is ended here.
  const socket = new Socket();
  const smtp = createTransport({ url: url.href, socket });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const clock = setTimeout(
    () => reject(new Error(`it did not finish signing in within ${patience / 1_000} seconds`)),
    patience,
  );
  try {
    await Promise.race([smtp.verify(), late]);
  } finally {
    clearTimeout(clock);
    smtp.close();
    socket.destroy();
  }
}

/**
 * Connections to the SMTP server. Notifications use three at once, invitations and mails about keys two: the rest is
 * left to sign-in links, which people wait for.
 */
const CONNECTIONS = 8;

/** Connects with a pool and short timeouts: nodemailer's defaults wait minutes for a server that doesn't respond. */
async function connect(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  for (const [name, milliseconds] of [
    ['connectionTimeout', '10000'],
    ['greetingTimeout', '10000'],
    ['socketTimeout', '30000'],
    ['maxConnections', String(CONNECTIONS)],
  ] as const) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, milliseconds);
  }
  if (!url.searchParams.has('pool')) url.searchParams.set('pool', 'true');
  return createTransport(url.href);
}
