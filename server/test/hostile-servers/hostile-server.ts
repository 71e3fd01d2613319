import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Attack, Heard } from './attacks.ts';

/** Answer of a server to a path that it doesn't attack with; undefined for one that it does. */
export type Good = (path: string) => { type?: string; body: string } | undefined;

/** A server on 127.0.0.1 that answers each request with the attack that is set. */
export async function startHostileServer({
  good = () => undefined,
  ...heard
}: Omit<Heard, 'request'> & { good?: Good }) {
  const sockets = new Set<Socket>();
  const attacked = new Set<Socket>();
  const requests: string[] = [];
  let attack: Attack = () => undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        attacked.delete(socket);
      });
    socket.on('data', (part) => {
      const request = part.toString('latin1');
      const path = /^[A-Z]+ (\S+) HTTP/.exec(request)?.[1];
      if (path === undefined) return;
      const answer = good(path);
      if (answer) {
        const { type = 'application/json', body } = answer;
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
        return;
      }
      requests.push(request);
      attacked.add(socket);
      void attack(socket, { request, ...heard });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** Connections that were attacked, and are not cut off yet. */
    busy: () => attacked.size,
    attackWith(next: Attack) {
      requests.length = 0;
      attack = next;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
