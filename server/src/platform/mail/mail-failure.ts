import { z } from 'zod';
import { oneLine } from '../one-line.ts';

/**
 * Why a mail was not sent, or may not have been.
 * - `address`: the recipient's address is refused for good.
 * - `mail`: this mail is refused for good, whoever it is for.
 * - `later`: not now, but another mail may go out.
 * - `away`: no mail goes out now: the server is not there, shuts down, or refuses the sender, which the operator mends.
 * - `unanswered`: all of it was sent, and nothing came back: it may have arrived.
 */
export type MailFailureKind = 'address' | 'mail' | 'later' | 'away' | 'unanswered';

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
  return new MailFailure(kindOf(command, responseCode, ENHANCED.exec(response)?.[1], wasSent), error);
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
