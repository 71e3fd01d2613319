import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { challengeMessage, webhookRequest, type SigningOptions } from '../../../../test/drives/lark-webhook.ts';
import { parseLarkWebhook, type LarkWebhookKeys } from './webhook.ts';

const now = new Date('2026-11-20T10:00:00Z');
const seconds = now.getTime() / 1000;
const signed = { appId: 'cli_app', encryptKey: 'encrypt-key', verificationToken: 'verification-token' };
const plain = { ...signed, encryptKey: null };

const event = {
  schema: '2.0',
  header: {
    event_id: 'e1',
    event_type: 'drive.file.edit_v1',
    create_time: String(now.getTime() - 1500),
    token: 'verification-token',
    app_id: 'cli_app',
    tenant_key: 'tenant',
  },
  event: { file_type: 'docx', file_token: 'doc1', operator_id_list: [] },
};

function sent(
  message: object,
  { keys = signed, ...options }: SigningOptions & { keys?: typeof signed | typeof plain } = {},
) {
  const { headers, body } = webhookRequest(message, keys, { timestamp: seconds, ...options });
  const all = new Map(Object.entries(headers));
  return { header: (name: string) => all.get(name), body: Buffer.from(body) };
}

const read = (request: ReturnType<typeof sent>, keys: LarkWebhookKeys = signed) => parseLarkWebhook(request, keys, now);

test('a signed event is told with its file and its app', () => {
  expect(read(sent(event))).toEqual({
    result: 'event',
    event: {
      fileToken: 'doc1',
      folderToken: null,
      appId: 'cli_app',
    },
  });
});

test('what is made in a folder is told with its folder', () => {
  const made = {
    ...event,
    header: { ...event.header, event_type: 'drive.file.created_in_folder_v1' },
    event: { ...event.event, folder_token: 'folder1' },
  };
  expect(read(sent(made))).toMatchObject({ event: { fileToken: 'doc1', folderToken: 'folder1' } });
});

test('the signature is over the body as it came: spaces and escapes change nothing', () => {
  expect(read(sent(event, { spaced: true })).result).toBe('event');
});

test('a body that was changed after it was signed is refused, be it by a space', () => {
  const { header, body } = sent(event);
  expect(read({ header, body: Buffer.concat([body, Buffer.from(' ')]) }).result).toBe('refused');
});

test('what is signed with another key, or not at all, is refused', () => {
  expect(read(sent(event, { keys: { ...signed, encryptKey: 'another' } })).result).toBe('refused');
  expect(read(sent(event, { unsigned: true })).result).toBe('refused');
  expect(read(sent(event, { keys: plain })).result).toBe('refused');
});

test('what was signed more than five minutes ago, or in the future, is refused', () => {
  expect(read(sent(event, { timestamp: seconds - 299 })).result).toBe('event');
  expect(read(sent(event, { timestamp: seconds - 301 })).result).toBe('refused');
  expect(read(sent(event, { timestamp: seconds + 301 })).result).toBe('refused');
  expect(read(sent(event, { timestamp: 0 })).result).toBe('refused');
});

test('a signed event with a wrong verification token, or of another app, is refused', () => {
  const wrong = { ...event, header: { ...event.header, token: 'wrong' } };
  const other = { ...event, header: { ...event.header, app_id: 'cli_other' } };
  expect(read(sent(wrong)).result).toBe('refused');
  expect(read(sent(other)).result).toBe('refused');
  expect(read(sent(wrong), { ...signed, verificationToken: null }).result).toBe('event');
});

// rules/drives 4
test('without an encrypt key the verification token is required', () => {
  const { token: _, ...tokenless } = event.header;
  expect(read(sent(event, { keys: plain }), plain).result).toBe('event');
  expect(read(sent({ ...event, header: tokenless }, { keys: plain }), plain).result).toBe('refused');
  expect(read(sent(event, { keys: plain }), { ...plain, verificationToken: null }).result).toBe('refused');
});

test('the challenge is answered, which Lark does not sign', () => {
  const challenge = challengeMessage(signed, 'ajls384kdjx98XX');
  const answer = { result: 'challenge', answer: { challenge: 'ajls384kdjx98XX' } };
  expect(read(sent(challenge, { unsigned: true }))).toEqual(answer);
  expect(read(sent(challenge, { keys: plain }), plain)).toEqual(answer);
});

test('a challenge of somebody who knows neither key nor token is refused', () => {
  const challenge = challengeMessage({ ...signed, verificationToken: 'guessed' }, 'x');
  expect(read(sent(challenge, { keys: plain }), plain).result).toBe('refused');
  expect(read(sent(challenge, { unsigned: true })).result).toBe('refused');
  expect(read(sent(challenge, { keys: plain })).result).toBe('refused');
  const tokenless = { ...plain, verificationToken: null };
  expect(read(sent(challenge, { keys: plain }), tokenless).result).toBe('refused');
});

test('an event about something else than files is taken, and nothing comes of it', () => {
  const message = { ...event, header: { ...event.header, event_type: 'im.message.receive_v1' }, event: {} };
  expect(read(sent(message))).toEqual({ result: 'other' });
});

test('what is no JSON, no event or not encrypted at all is refused', () => {
  for (const body of [
    '',
    '[]',
    '{',
    '{"encrypt":""}',
    '{"encrypt":"AAAA"}',
    '{"encrypt":5}',
    '{"type":"url_verification"}',
  ]) {
    expect(read({ header: () => undefined, body: Buffer.from(body) }).result).toBe('refused');
    expect(read({ header: () => undefined, body: Buffer.from(body) }, plain).result).toBe('refused');
  }
});

/**
 * Builds the request of an attacker who has intercepted a message, but has neither the key nor a signature for another
 * one.
 */
function caught(change: (bytes: Buffer) => Buffer) {
  const request = sent(event);
  const { encrypt } = z.object({ encrypt: z.string() }).parse(JSON.parse(request.body.toString('utf8')));
  const bytes = change(Buffer.from(encrypt, 'base64'));
  return { ...request, body: Buffer.from(JSON.stringify({ encrypt: bytes.toString('base64') })) };
}

test.each([
  ['is cut off', (bytes: Buffer) => bytes.subarray(0, -16)],
  ['is cut off within a block', (bytes: Buffer) => bytes.subarray(0, -5)],
  ['is a vector alone', (bytes: Buffer) => bytes.subarray(0, 16)],
  ['is less than a vector', (bytes: Buffer) => bytes.subarray(0, 7)],
  ['has another vector', (bytes: Buffer) => Buffer.concat([Buffer.alloc(16, 1), bytes.subarray(16)])],
  ['has blocks twice', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 32), bytes.subarray(16)])],
  ['has more behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(32)])],
  ['is much larger', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(48 * 1024)])],
])('a caught message that %s is refused, signed as it was or not at all', (_, change) => {
  const request = caught(change);
  expect(read(request)).toEqual({ result: 'refused' });
  expect(read({ ...request, header: () => undefined })).toEqual({ result: 'refused' });
});

test('any bit of a caught message that is changed has it refused', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 7 }), (at, bit) => {
      const request = caught((bytes) => {
        const changed = Buffer.from(bytes);
        const place = at % changed.length;
        changed.writeUInt8(changed.readUInt8(place) ^ (1 << bit), place);
        return changed;
      });
      expect(read(request).result).toBe('refused');
      expect(read({ ...request, header: () => undefined }).result).toBe('refused');
    }),
  );
});

test('a signature with another time or nonce than it was made for is refused', () => {
  const request = sent(event);
  for (const name of ['x-lark-request-timestamp', 'x-lark-request-nonce', 'x-lark-signature']) {
    for (const value of [undefined, '', '0', `${seconds}0`, `${seconds}.0`, ` ${seconds}`, '\0'.repeat(64)]) {
      const header = (asked: string) => (asked === name ? value : request.header(asked));
      expect(read({ ...request, header })).toEqual({ result: 'refused' });
    }
  }
});

test.each(['__proto__', 'constructor'])('%s in an event is a name like any other', (name) => {
  const odd = JSON.parse(`{"${name}":{"app_id":"x","token":"x"}}`);
  expect(read(sent({ ...event, ...odd }))).toMatchObject({ result: 'event' });
  expect(read(sent(odd))).toEqual({ result: 'refused' });
});
