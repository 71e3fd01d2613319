import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds that connections still open at shutdown may wait for their next request. */
const LONGEST = 1_000;

/** Milliseconds between two checks. */
const EVERY = 20;

/**
 * Waits until all connections are closed, but not for long: some clients have no more requests, and some follow an
 * event stream.
 */
export async function connectionsEnd(server: Server): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + LONGEST;
  while (performance.now() < deadline && (await connections()) > 0) await sleep(EVERY);
}
