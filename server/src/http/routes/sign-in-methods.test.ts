import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();

/** Calls the API directly, like a proxy or a page with another host name. */
async function methods(base: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { port } = new URL(base);
  const asking = request({
    port,
    path: '/api/trpc/session.methods',
    headers: { host: `127.0.0.1:${port}`, ...headers },
  });
  const [answer] = await once(asking.end(), 'response');
  return JSON.parse(await text(answer)).result.data;
}

// rules/sign-in 2
test('that links are printed in the log is told on that machine, and to nobody else', async () => {
  expect(await methods(server.base)).toEqual({
    magic_link: true,
    single_sign_on: false,
    mail_is_logged: true,
    passkey_origin: server.base.replace('127.0.0.1', 'localhost'),
  });
  const others: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'training.acme.example' },
  ];
  for (const headers of others) {
    expect(await methods(server.base, headers)).toMatchObject({ mail_is_logged: false });
  }
});

test('where mail is sent, nobody is pointed to the log', async () => {
  const mailing = await startTestServer({
    config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@acme.example' } },
  });
  expect(await methods(mailing.base)).toMatchObject({ mail_is_logged: false });
});
