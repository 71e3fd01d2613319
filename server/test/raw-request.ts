import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type RawRequest = { socket: Socket; answer: () => string; status: () => number; isClosed: () => boolean };

/** A POST whose body the caller sends, or does not, over a connection of its own. */
export function rawRequest(
  base: string,
  path: string,
  headers: Record<string, string | number>,
  method = 'POST',
): RawRequest {
  const { host, port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString('latin1')));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    answer: () => answer,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
    isClosed: () => socket.destroyed,
  };
}
