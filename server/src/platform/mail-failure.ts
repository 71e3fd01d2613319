import { z } from 'zod';
import { oneLine } from './one-line.ts';

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
export class MailFailure extends Error {
  readonly kind: MailFailureKind;

  constructor(kind: MailFailureKind, cause: unknown) {
    super(cause instanceof Error ? oneLine(cause.message, 300) : 'The mail could not be sent', { cause });
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
