import { randomBytes } from 'node:crypto';
import { exampleWebhookPayloadOf } from '@training/shared/webhooks/webhook-payloads';
import { ChatServiceKind } from '@training/shared/notifications/chat';
import { createTransport } from 'nodemailer';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { DEMO_CHANNEL, startDesk } from '../../scripts/desk/desk.ts';
import { parseChatAddress } from '../src/providers/chat/addresses.ts';
import { chatAddressFor } from './chat/stand-in.ts';

const desk = await startDesk(0);
afterAll(() => desk.stop());

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

type State = Record<'events' | 'mails' | 'messages', object[]> & { version: number };

async function state(): Promise<State> {
  return JSON.parse(await (await fetch(`${desk.url}state`)).text());
}

const choose = (chosen: object) => fetch(`${desk.url}choose`, { method: 'POST', body: JSON.stringify(chosen) });

async function deliver(id: string, signedBy: string): Promise<number> {
  const body = JSON.stringify(exampleWebhookPayloadOf('user.updated'));
  const at = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signedBy).sign(id, at, body),
  };
  return (await fetch(desk.receiver, { method: 'POST', body, headers })).status;
}

test('the desk takes events before it knows a secret, and checks them as soon as it does', async () => {
  expect(await deliver('a', SECRET)).toBe(200);
  expect(await deliver('a', SECRET)).toBe(200);
  expect((await state()).events).toMatchObject([{ id: 'a', type: 'user.updated', times: 2, signature: 'unknown' }]);
  expect((await choose({ secret: 'whsec_???' })).status).toBe(400);
  expect((await choose({ secret: SECRET })).status).toBe(204);
  expect((await state()).events).toMatchObject([{ id: 'a', signature: 'right' }]);
  expect(await deliver('b', `whsec_${randomBytes(32).toString('base64')}`)).toBe(401);
  expect(await deliver('c', SECRET)).toBe(200);
  const { events } = await state();
  expect(events).toMatchObject([
    { id: 'c', signature: 'right' },
    { id: 'b', signature: 'wrong' },
    { id: 'a', signature: 'right' },
  ]);
});

test('the desk answers as chosen', async () => {
  for (const answer of ['500', '410', '200']) {
    await choose({ answer });
    expect(await deliver(`with ${answer}`, SECRET)).toBe(Number(answer));
  }
});

test('mails and messages of channels are shown as their reader sees them', async () => {
  const mail = { from: 'a@example.com', to: 'zoë@example.com', subject: 'Grüße', text: 'Hello', html: '<b>Hello</b>' };
  const smtp = createTransport(desk.env.SMTP_URL);
  await smtp.sendMail(mail);
  smtp.close();
  const slack = new URL(chatAddressFor('slack', DEMO_CHANNEL));
  const block = { type: 'section', text: { type: 'mrkdwn', verbatim: true, text: 'A module was submitted' } };
  await fetch(`${desk.env.CHAT_BASE_URL}/${slack.host}${slack.pathname}`, {
    method: 'POST',
    body: JSON.stringify({ text: 'A module', blocks: [block], link_names: false, parse: 'none' }),
  });
  const { mails, messages, version } = await state();
  expect(mails).toMatchObject([{ to: 'zoë@example.com', subject: 'Grüße', text: 'Hello\n', html: '<b>Hello</b>\n' }]);
  expect(messages).toMatchObject([{ kind: 'slack', lines: ['A module was submitted'] }]);
  // Whoever looks again is told only what has changed.
  expect((await fetch(`${desk.url}state?known=${version}`)).status).toBe(204);
});

test.each(ChatServiceKind.options)('the address that is printed for %s is one that the console takes', (kind) => {
  const address = chatAddressFor(kind, DEMO_CHANNEL);
  expect(parseChatAddress(kind, address)).toMatchObject({ url: address.replace(':443', '') });
});

test('the page and its script are there', async () => {
  expect(await (await fetch(desk.url)).text()).toContain('desk.js');
  expect((await fetch(`${desk.url}desk.js`)).headers.get('content-type')).toBe('text/javascript');
});
