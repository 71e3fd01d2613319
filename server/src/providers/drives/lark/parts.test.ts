import { expect, test } from 'vitest';
import { MAX_PAYLOAD_BYTES, type LarkFrame } from './frame.ts';
import { MessageAssembler } from './socket.ts';

function part(id: string, sum: number, seq: number, payload: string | Uint8Array): LarkFrame {
  const headers = Object.entries({ type: 'event', message_id: id, sum: String(sum), seq: String(seq) });
  return { seqId: 0n, logId: 0n, service: 1, method: 1, headers, payload: Buffer.from(payload) };
}

function clock() {
  let now = 0;
  return { parts: new MessageAssembler(() => now), pass: (milliseconds: number) => (now += milliseconds) };
}

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

test('a message in one part is whole at once', () => {
  expect(textOf(clock().parts.add(part('a', 1, 0, 'all')))).toBe('all');
});

test('parts are joined in their order, whatever order they come in, and one that comes twice counts once', () => {
  const { parts } = clock();
  expect(parts.add(part('a', 3, 2, 'c'))).toBeUndefined();
  expect(parts.add(part('b', 2, 0, 'x'))).toBeUndefined();
  expect(parts.add(part('a', 3, 0, 'a'))).toBeUndefined();
  expect(parts.add(part('a', 3, 0, 'a'))).toBeUndefined();
  expect(textOf(parts.add(part('a', 3, 1, 'b')))).toBe('abc');
  expect(textOf(parts.add(part('b', 2, 1, 'y')))).toBe('xy');
  expect(parts.held).toEqual({ messages: 0, bytes: 0 });
});

// rules/drives 4
test('what is incomplete after ten seconds is dropped', () => {
  const { parts, pass } = clock();
  parts.add(part('a', 2, 0, 'a'));
  pass(10_000);
  parts.add(part('b', 2, 0, 'b'));
  expect(parts.held).toEqual({ messages: 1, bytes: 1 });
  expect(parts.add(part('a', 2, 1, 'b'))).toBeUndefined();
});

test('a message of more parts than are taken, a part beyond the last, and a changed number of parts are dropped', () => {
  const { parts } = clock();
  expect(parts.add(part('a', 65, 0, 'a'))).toBeUndefined();
  expect(parts.add(part('b', 2, 2, 'b'))).toBeUndefined();
  expect(parts.held.messages).toBe(0);
  parts.add(part('c', 2, 0, 'c'));
  expect(parts.add(part('c', 3, 1, 'c'))).toBeUndefined();
});

test('messages that never end hold no more than a few mebibytes, and not more than 256 of them', () => {
  const { parts } = clock();
  const half = new Uint8Array(MAX_PAYLOAD_BYTES / 2);
  for (let count = 0; count < 20; count++) parts.add(part(`long ${count}`, 2, 0, half));
  expect(parts.held.bytes).toBeLessThanOrEqual(4 * MAX_PAYLOAD_BYTES);
  for (let count = 0; count < 1000; count++) parts.add(part(`short ${count}`, 2, 0, 'x'));
  expect(parts.held.messages).toBeLessThanOrEqual(256);
});

test('a message that is longer than a mebibyte altogether is dropped', () => {
  const { parts } = clock();
  const most = new Uint8Array(MAX_PAYLOAD_BYTES);
  expect(parts.add(part('a', 2, 0, most))).toBeUndefined();
  expect(parts.add(part('a', 2, 1, 'x'))).toBeUndefined();
  expect(parts.held).toEqual({ messages: 0, bytes: 0 });
});
