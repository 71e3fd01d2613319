import { once } from 'node:events';
import net from 'node:net';

export interface RawRequest {
  base: string;
  path: string;
  method?: string;
  headers: Record<string, string>;
}

/** The beginning of a request as it goes over the wire. */
function headOf({ base, path, method = 'POST', headers }: RawRequest): string {
  const lines = Object.entries({ host: new URL(base).host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Sends the head and then the chunks that `more` makes until it makes none, as fast as they are taken; answers the
 * status, or 0 where the connection was closed without one. `pause` is in milliseconds, between two chunks.
 */
export async function sendRaw(
  request: RawRequest,
  more: () => Buffer | undefined,
  { signal, pause = 0 }: { signal: AbortSignal; pause?: number },
): Promise<number> {
  const socket = connectTo(request.base, signal);
  let status = 0;
  socket.on('data', (data: Buffer) => {
    status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 0);
    if (status !== 0) socket.destroy();
  });
  const closed = once(socket, 'close').catch(() => undefined);
  socket.write(headOf(request));
  for (let chunk = more(); chunk !== undefined && !socket.destroyed && !signal.aborted; chunk = more()) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    if (pause > 0) await Promise.race([new Promise((resolve) => setTimeout(resolve, pause)), closed]);
  }
  await closed;
  return status;
}

/** Sends a request `times` times without waiting, and takes the answers; answers the last status, 0 where none came. */
export async function sendAhead(
  request: RawRequest,
  times: number,
  { signal }: { signal: AbortSignal },
): Promise<number> {
  const socket = connectTo(request.base, signal);
  let taken = '';
  let statuses: string[] = [];
  socket.on('data', (data: Buffer) => {
    taken += data.toString('latin1');
    statuses = taken.match(/HTTP\/1\.1 \d{3}/g) ?? [];
    if (statuses.length >= times) socket.destroy();
  });
  socket.write(headOf(request).repeat(times));
  await once(socket, 'close').catch(() => undefined);
  return Number(statuses.at(-1)?.slice(-3) ?? 0);
}

/** Asks, takes nothing of the answer, and holds the connection until the server ends it; answers 0 then. */
export async function readNothing(request: RawRequest, { signal }: { signal: AbortSignal }): Promise<number> {
  const socket = connectTo(request.base, signal);
  socket.pause();
  socket.write(headOf(request));
  await once(socket, 'close').catch(() => undefined);
  return 0;
}

function connectTo(base: string, signal: AbortSignal): net.Socket {
  const { hostname, port } = new URL(base);
  const socket = net.connect({ host: hostname, port: Number(port) });
  socket.on('error', () => socket.destroy());
  const end = () => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', end));
  if (signal.aborted) end();
  return socket;
}
