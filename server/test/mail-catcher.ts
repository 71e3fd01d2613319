import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

export type CaughtMail = { to: string; subject: string; text: string; html: string };

/** An SMTP server that keeps what it is sent; stopped after the test file. */
export async function startMailCatcher() {
  const received: CaughtMail[] = [];
  const server = createServer((socket) => {
    let to = '';
    let data: string[] | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    say('220 ready');
    createInterface({ input: socket }).on('line', (line) => {
      if (data) {
        if (line !== '.') return void data.push(line);
        received.push({ to, ...partsOf(data.join('\n')) });
        data = undefined;
        say('250 kept');
      } else if (line === 'DATA') {
        data = [];
        say('354 go on');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else {
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to;
        say('250 fine');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail catcher has no port');
  return { received, url: `smtp://127.0.0.1:${address.port}` };
}

/** The parts of a mail as nodemailer writes it: two alternatives, quoted-printable or plain. */
function partsOf(mail: string): Omit<CaughtMail, 'to'> {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? '';
  const [head = '', text = '', html = ''] = mail.split(`--${boundary}`);
  return { subject: /^Subject: (.*)$/m.exec(head)?.[1] ?? '', text: decoded(text), html: decoded(html) };
}

function decoded(part: string): string {
  const [head = '', ...body] = part.trim().split('\n\n');
  const text = body.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
