import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { extractDocumentText } from '../../src/platform/documents/read-document.ts';

type Kind = Parameters<typeof extractDocumentText>[1];
type Options = NonNullable<Parameters<typeof extractDocumentText>[2]>;

/**
 * Returns how a document is refused, while this process answers other requests, each within ten seconds, also on a busy
 * machine.
 */
export async function refusal(bytes: Uint8Array, kind: Kind, limits: Options['limits'] = {}): Promise<unknown> {
  const reading = extractDocumentText(bytes, kind, { limits }).then(
    () => expect.unreachable('It was read.'),
    (error: unknown) => error,
  );
  const [error, slowest] = await Promise.all([reading, slowestAnswerUntil(reading)]);
  expect(slowest).toBeLessThan(10_000);
  return error;
}

/** In milliseconds, of requests one after another. */
async function slowestAnswerUntil(end: Promise<unknown>): Promise<number> {
  const server = createServer((_, response) => response.end('Here.')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port.');
  let isOver = false;
  void end.then(() => (isOver = true));
  let slowest = 0;
  while (!isOver) {
    const asked = performance.now();
    const answer = await fetch(`http://127.0.0.1:${address.port}`);
    await answer.text();
    slowest = Math.max(slowest, performance.now() - asked);
    await sleep(10);
  }
  server.closeAllConnections();
  server.close();
  return slowest;
}
