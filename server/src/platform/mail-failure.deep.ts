import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../../test/smtp-server.ts';
import type { Treatment } from '../../test/smtp-stand-in.ts';
import { createMailer, MailError, type MailFailureKind } from './mail.ts';

const MAIL = { to: 'ana@example.com', subject: 'x', text: 'x', html: '<p>x</p>' };

async function failureOf(url: string, signal?: AbortSignal): Promise<MailError> {
  const mailer = createMailer({ smtpUrl: url, from: 'training@example.com' }, { info() {} });
  const failure: unknown = await mailer.send(MAIL, signal).catch((error: unknown) => error);
  mailer.close();
  if (!(failure instanceof MailError)) throw new Error('the mail did not fail as mails do', { cause: failure });
  return failure;
}

// rules/notifications 25
test.each<[Treatment, MailFailureKind]>([
  ['550 5.1.1 No such user', 'address'],
  ['550 No such user', 'address'],
  ['552 5.2.2 Mailbox full', 'address'],
  ['554 5.7.1 Relay access denied', 'later'],
  ['451 4.7.1 Greylisted', 'later'],
  ['421 4.3.2 Shutting down', 'away'],
  [{ data: '550 5.1.1 No such user' }, 'address'],
  [{ data: '554 5.7.1 Looks like spam' }, 'mail'],
  [{ data: '554 Refused' }, 'mail'],
  [{ data: '452 4.3.1 Disk full' }, 'later'],
  ['drop', 'unanswered'],
])('where the server answers %j, what failed is: %s', async (treatment, kind) => {
  const smtp = await startSmtpServer();
  smtp.treat(MAIL.to, treatment);
  expect(await failureOf(smtp.url)).toMatchObject({ kind });
});

test('a server that is not there, or says nothing from the start, is away for all mails', async () => {
  const smtp = await startSmtpServer();
  smtp.keepSilent(true);
  expect(await failureOf(`${smtp.url}?greetingTimeout=200`)).toMatchObject({ kind: 'away' });
  expect(await failureOf('smtp://127.0.0.1:1')).toMatchObject({ kind: 'away' });
});

test('a server that says nothing more once it has the mail may have taken it', async () => {
  const smtp = await startSmtpServer();
  smtp.treat(MAIL.to, 'hang');
  const givesUp = new AbortController();
  const failed = failureOf(smtp.url, givesUp.signal);
  await expect.poll(() => smtp.received.length).toBe(1);
  givesUp.abort();
  expect(await failed).toMatchObject({ kind: 'unanswered' });
  expect(await failureOf(`${smtp.url}?socketTimeout=1000`)).toMatchObject({ kind: 'unanswered' });
});

test('what the server said is kept in one line', async () => {
  const smtp = await startSmtpServer();
  smtp.treat(MAIL.to, '550 5.1.1 No such user here');
  const { message } = await failureOf(smtp.url);
  expect(message).toMatch(/550 5\.1\.1 No such user here/);
  expect(message).not.toMatch(/\n/);
});

// rules/notifications 24
test('a server that answers a byte at a time is given up, and what comes later goes over a new connection', async () => {
  const smtp = await startSmtpServer();
  smtp.treat(MAIL.to, 'drip');
  // Each byte begins the socket’s time anew.
  const smtpUrl = `${smtp.url}?maxConnections=2&socketTimeout=1000`;
  const mailer = createMailer({ smtpUrl, from: 'training@example.com' }, { info() {} }, { within: 1_500 });
  onTestFinished(() => mailer.close());
  const mails = await Promise.allSettled([1, 2, 3].map(() => mailer.send(MAIL)));
  const message = expect.stringMatching(/did not take the mail within 1\.5 seconds.*SMTP_URL/);
  expect(mails).toMatchObject([
    { reason: { kind: 'unanswered', message } },
    { reason: { kind: 'unanswered', message } },
    // It waited for the others.
    { reason: { kind: 'away', message } },
  ]);
  await expect.poll(smtp.open).toBe(0);
  smtp.treat(MAIL.to, undefined);
  await mailer.send(MAIL);
  expect(smtp.to(MAIL.to)).toHaveLength(3);
});
