import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long connections that are open when the server stops may wait for their next request, in milliseconds. */
const LONGEST = 1_000;

/** How often it looks, in milliseconds. */
const EVERY = 20;

/** Waits until nobody is connected, but not for long: some have nothing more to ask, and some follow a stream. */
export async function connectionsEnd(server: Server): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + LONGEST;
  while (performance.now() < deadline && (await connections()) > 0) await sleep(EVERY);
}
