import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../../test/smtp-server.ts';
import { escapeHtml } from './html-page.ts';
import { createMailer } from './mail.ts';

const MAIL = {
  to: 'ana@example.com',
  subject: 'Your link',
  text: 'Open https://x.example/?token=abc',
  html: '<p>Open</p>',
};

/** Starts an SMTP server that accepts one email at a time and records what it receives. */
async function smtpServer(refusal?: string) {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 ready');
    createInterface({ input: socket }).on('line', (line) => {
      received.push(line);
      if (inData) {
        if (line !== '.') return;
        inData = false;
        say('250 kept');
      } else if (line === 'DATA') {
        inData = true;
        say('354 go on');
      } else if (line.startsWith('RCPT') && refusal) say(refusal);
      else if (line === 'QUIT') socket.end('221 bye\r\n');
      else say('250 fine');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // The address of a listening TCP server is never a path.
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const silent = { info() {} };

test('without SMTP the mail is one entry of the log, with the link in it', async () => {
  const lines: string[] = [];
  const mailer = createMailer({ smtpUrl: undefined, from: 'x' }, { info: (_fields, line) => lines.push(line) });
  await mailer.send(MAIL);
  mailer.close();
  expect(lines).toEqual(['Mail to ana@example.com: Your link\nOpen https://x.example/?token=abc']);
});

test('with SMTP the mail is sent as text and as HTML, and closing lets the connection go', async () => {
  const { received, url } = await smtpServer();
  const mailer = createMailer({ smtpUrl: url, from: 'Training <training@example.com>' }, silent);
  await mailer.send(MAIL);
  await mailer.send({ ...MAIL, to: 'bo@example.com' });
  mailer.close();
  expect(received).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<training@example.com>',
      'RCPT TO:<ana@example.com>',
      'RCPT TO:<bo@example.com>',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
    ]),
  );
  expect(received.filter((line) => line.startsWith('EHLO'))).toHaveLength(1);
});

test('mails that hang, as many as background work sends at once, leave room for a sign-in link', async () => {
  const smtp = await startSmtpServer();
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'training@example.com' }, silent, { within: 8_000 });
  // Three notifications, and two invitations.
  const hanging = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    const to = `${name}@slow.example`;
    smtp.treat(to, 'hang');
    return mailer.send({ ...MAIL, to }).catch(() => undefined);
  });
  let given = 0;
  for (const each of hanging) void each.then(() => given++);
  await expect.poll(() => smtp.received.length).toBe(5);
  await mailer.send(MAIL);
  expect(given).toBe(0);
  // Ends the mails that hang, which would otherwise take their time.
  smtp.stop();
  await Promise.all(hanging);
  mailer.close();
});

test('what the SMTP server refuses is an error', async () => {
  const { url } = await smtpServer('550 no such person');
  const mailer = createMailer({ smtpUrl: url, from: 'training@example.com' }, silent);
  await expect(mailer.send(MAIL)).rejects.toThrow('no such person');
  mailer.close();
});

test('names are escaped', () => {
  expect(escapeHtml(`<b>"O'Neil" & co</b>`)).toBe('&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/b&gt;');
});
