import { once } from 'node:events';
import net from 'node:net';

export interface DatabaseProxy {
  /** Where instances find the database. */
  url: string;
  /** Cuts every connection, whatever it is in the middle of. */
  cut(): void;
  /** While it is away, nothing listens. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** Stands before the socket of a PostgreSQL whose address is `postgresql://user@/database?host=folder&port=…`. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const [address = '', query] = databaseUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  const path = `${parameters.get('host')}/.s.PGSQL.${parameters.get('port')}`;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((inside) => {
    const outside = net.connect({ path });
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const leave = async () => {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  await listen(0);
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: address.replace('@/', `@127.0.0.1:${port}/`),
    cut,
    leave,
    comeBack: () => listen(port),
    stop: leave,
  };
}
