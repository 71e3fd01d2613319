import { z } from 'zod';
import { oneLine } from './one-line.ts';

/**
 * Why a mail was not sent, or may not have been.
 * - `address`: the recipient's address is refused for good.
 * - `mail`: this mail is refused for good, whoever it is for.
 * - `later`: not now: the server is away, busy, or refuses the sender, which the operator mends.
 * - `unanswered`: all of it was sent, and nothing came back: it may have arrived.
 */
export type MailFailureKind = 'address' | 'mail' | 'later' | 'unanswered';

/** A mail that was not sent; the message is what the server said. */
export class MailFailure extends Error {
  readonly kind: MailFailureKind;

  constructor(kind: MailFailureKind, cause: unknown) {
    super(cause instanceof Error ? oneLine(cause.message, 300) : 'The mail could not be sent', { cause });
    this.kind = kind;
  }
}

/** What nodemailer says of an error, as far as it decides something. */
const Told = z.object({
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

/** The subject and detail of an enhanced status code (RFC 3463), such as the `1.1` of `550 5.1.1 no such user`. */
const ENHANCED = /^5\d\d[ -]5\.(\d)\.\d{1,3}\b/;

/** Subjects of enhanced codes that concern the address (1) or its mailbox (2); security and policy are 7. */
const OF_ADDRESS = ['1', '2'];
const OF_POLICY = '7';

/** @param wasSent Whether the whole mail had gone out when it failed. */
export function mailFailure(error: unknown, wasSent: boolean): MailFailure {
  const { command, responseCode, response = '' } = Told.catch({}).parse(error);
  if (responseCode === undefined) return new MailFailure(wasSent ? 'unanswered' : 'later', error);
  const subject = ENHANCED.exec(response)?.[1];
  if (responseCode >= 500 && command === 'RCPT TO') {
    return new MailFailure(subject === OF_POLICY ? 'later' : 'address', error);
  }
  if (responseCode >= 500 && command === 'DATA') {
    return new MailFailure(subject !== undefined && OF_ADDRESS.includes(subject) ? 'address' : 'mail', error);
  }
  return new MailFailure('later', error);
}
