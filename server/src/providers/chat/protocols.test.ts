import { ChatServiceKind } from '@training/shared/notifications/chat';
import { expect, test } from 'vitest';
import { CHAT_SERVICES, LARK_SECRET, SIGN_MISMATCH } from '../../../test/chat/services.ts';
import type { RawAnswer } from '../../../test/ai/raw-answer.ts';
import type { ChatMessage, ChatPostOutcome } from './chat.ts';
import { createChatMessageBody, CHAT_PROTOCOLS } from './protocols.ts';

const KINDS = ChatServiceKind.options;
const at = new Date('2026-11-22T10:15:07Z');
const url = 'https://training.example/acme/reviews/0199?a=1&b=2|3';

const send = (kind: ChatServiceKind, message: ChatMessage, secret: string | null = null) =>
  createChatMessageBody(CHAT_PROTOCOLS[kind], message, { secret, at });
const shown = (kind: ChatServiceKind, message: ChatMessage) =>
  CHAT_SERVICES[kind].show(JSON.parse(send(kind, message)));
const read = (kind: ChatServiceKind, { status, body, headers }: RawAnswer): ChatPostOutcome => {
  const after = Number(headers?.['retry-after']);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return CHAT_PROTOCOLS[kind].read({ status, body: text, retryAfter: after || undefined });
};

/** Titles that a user may type to mention others or to make them open a link. */
const TYPED = [
  '<!channel> <!here> <@U012345> <#C012345|general>',
  '@channel @here @everyone @all',
  '<https://evil.example|Approve> [Approve](https://evil.example) **bold** `code`',
  '<users/all> <a href="https://evil.example">Approve</a> &lt;users/all&gt;',
  '<at>Ana</at> <at user_id="all">all</at> <at id=all></at>',
  '*bold* _slanted_ ~struck~ `code` :tada:',
  '{{DATE(2026-01-01T00:00:00Z,SHORT)}} ${env} \u2028 two lines\nof a title',
];

// rules/notifications 31
test.each(KINDS)('%s: what people typed is shown as they typed it, pings nobody and links nowhere', (kind) => {
  for (const typed of TYPED) {
    const message = { title: typed, lines: [typed, 'Round 2'], link: { label: 'Open the review', url } };
    const seen = shown(kind, message);
    const line = typed.replace(/\s+/g, ' ');
    expect(seen, typed).toEqual({
      lines: [line, line, 'Round 2', 'Open the review'],
      links: [url],
      pings: [],
      ...(kind === 'slack' && { lockScreen: `${line}\n${line}\nRound 2` }),
    });
  }
});

// rules/notifications 31
test.each(KINDS)('%s: long texts are cut, whole characters only, and a body stays within what it takes', (kind) => {
  const { mostBytes } = CHAT_SERVICES[kind];
  const long = { title: '📦'.repeat(900), lines: Array.from({ length: 40 }, () => '\u0001<&"'.repeat(200)) };
  const body = send(kind, { ...long, link: { label: 'Open', url } });
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(mostBytes);
  expect(CHAT_SERVICES[kind].show(JSON.parse(body))?.lines[0]).toBe(`${'📦'.repeat(299)}…`);
  const { lines = [] } = CHAT_SERVICES[kind].show(JSON.parse(body)) ?? {};
  expect(lines.at(-1)).toBe('Open');
  expect(lines.length).toBeGreaterThan(3);
});

const gone = (reason: string) => ({ result: 'gone', reason });
const later = (reason: string, after?: number) => ({ result: 'later', reason, after });

test.each<[ChatServiceKind, Record<string, object>]>([
  [
    'slack',
    {
      revoked: gone('address_unknown'),
      archived: gone('channel_gone'),
      limited: later('rate_limited', 30),
      choosy: gone('forbidden'),
    },
  ],
  [
    'teams',
    {
      revoked: gone('switched_off'),
      archived: gone('switched_off'),
      limited: later('rate_limited'),
      choosy: gone('address_unknown'),
    },
  ],
  [
    'google_chat',
    {
      revoked: gone('address_unknown'),
      archived: gone('address_unknown'),
      limited: later('rate_limited'),
      choosy: gone('forbidden'),
    },
  ],
  [
    'lark',
    {
      revoked: gone('address_unknown'),
      archived: gone('ip_address'),
      limited: later('rate_limited'),
      choosy: gone('keyword'),
    },
  ],
])('%s: each of its answers is told apart, errors in the body of a 200 too', (kind, outcomes) => {
  const { good, invalid, answers } = CHAT_SERVICES[kind];
  expect(read(kind, good)).toEqual({ result: 'accepted' });
  expect(read(kind, invalid)).toEqual({ result: 'refused', reason: 'message_refused' });
  expect(read(kind, answers.broken)).toMatchObject({ result: 'later', reason: 'unreachable' });
  for (const name of ['revoked', 'archived', 'limited', 'choosy'] as const) {
    expect(read(kind, answers[name]), name).toEqual(outcomes[name]);
  }
});

test.each(KINDS)('%s: a page for people, a redirect or a time-out is no delivery, and no reason to give up', (kind) => {
  const page = '<!doctype html><title>Sign in to the network</title>';
  for (const status of kind === 'teams' ? [302, 408, 503] : [200, 302, 408, 503]) {
    expect(read(kind, { status, body: page }), String(status)).toMatchObject({ result: 'later' });
  }
  expect(read(kind, { status: 410, body: '' }).result).toBe(kind === 'lark' ? 'later' : 'gone');
});

test('a word or code named like what every object has is one that is unknown', () => {
  const refused = { result: 'refused', reason: 'message_refused' };
  for (const name of ['constructor', 'toString', '__proto__', 'valueOf']) {
    expect(read('slack', { status: 400, body: name }), name).toEqual(refused);
    expect(read('teams', { status: 400, body: { error: { code: name } } }), name).toEqual(refused);
  }
});

test('Lark: a wrong signature is told by a code, and a good one is that of OpenSSL', () => {
  expect(read('lark', SIGN_MISMATCH)).toEqual(gone('signature'));
  const message = { title: 'Test', lines: [], link: { label: 'Open', url } };
  // printf '' | openssl dgst -sha256 -hmac $'1795342507\nCSTEfHRnFBuHisZNCxLw3d' -binary | base64
  expect(JSON.parse(send('lark', message, LARK_SECRET))).toMatchObject({
    timestamp: '1795342507',
    sign: '5hu/Ryzgcezcq/EZvl7JWKLzyG86tA6MGwctjN10OPA=',
  });
  expect(JSON.parse(send('lark', message))).not.toHaveProperty('sign');
});

// rules/notifications 32
test('Lark: the minutes on the hour and on the half hour are waited for to end', () => {
  const waits = (time: string) => CHAT_PROTOCOLS.lark.waits?.(new Date(`2026-11-22T${time}Z`));
  expect(['10:59:59.999', '11:01:00.000', '11:29:00.000', '11:31:00.000'].map(waits)).toEqual([0, 0, 0, 0]);
  expect(['11:00:00.000', '11:00:59.500', '11:30:20.000'].map(waits)).toEqual([60_000, 500, 40_000]);
});
