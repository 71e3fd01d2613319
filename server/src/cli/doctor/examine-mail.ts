import { isLoopback, type Config } from '../../core/config.ts';
import { checkMailServer } from '../../platform/mail.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const TOPIC = 'mail';

/** Milliseconds the SMTP server may take. */
const PATIENCE = 4_000;

export async function examineMail({ mail, host }: Config): Promise<Finding> {
  const { smtpUrl, from } = mail;
  if (smtpUrl === undefined) {
    const facts = { goes_to: 'log' };
    if (isLoopback(host)) return note(TOPIC, 'goes to the log and reaches nobody', 'set SMTP_URL and MAIL_FROM', facts);
    return wrong(
      TOPIC,
      `SMTP_URL is not set, so no server starts on HOST ${host}`,
      'set SMTP_URL and MAIL_FROM',
      facts,
    );
  }
  // The address may contain a password, so only its host is shown.
  const server = new URL(smtpUrl).host;
  const facts = { goes_to: server, from };
  try {
    await checkMailServer(smtpUrl, PATIENCE);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(
      TOPIC,
      `${server} cannot be used (${reason})`,
      'mend SMTP_URL, or what stands before that server',
      facts,
    );
  }
  if (/@localhost>?$/.test(from)) {
    return wrong(
      TOPIC,
      `mail comes from ${from}, which many servers refuse`,
      'set MAIL_FROM to an address of yours',
      facts,
    );
  }
  return ok(TOPIC, `${server} takes mail from ${from}`, facts);
}
