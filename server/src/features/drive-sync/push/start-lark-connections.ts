import { newId } from '../../../platform/ids.ts';
import { repeatedly, type Repeated } from '../../../platform/concurrency/run-every.ts';
import type { EventStore } from './event-store.ts';
import { maintainLarkConnection } from './maintain-lark-connection.ts';
import { type DrivePollingServices, POLL_INTERVAL } from '../poll/start-drive-poller.ts';
import { releaseConnections, nameOf, claimConnections, type App } from './connection-leases.ts';

/** Milliseconds after the last renewal when an instance drops its connections. Shorter than the lease. */
const GIVEN_UP_AFTER = 25_000;

type Held = { app: App; stopping: AbortController; going: Promise<void> };

/**
 * Keeps the long connections of apps open (rules/drives 3). One instance leases each connection; if it dies, another
 * one takes over.
 */
export function startLarkConnections(services: DrivePollingServices & { events: EventStore }): Repeated {
  const { db, log, stopping, lookEvery: every = POLL_INTERVAL } = services;
  const holder = newId();
  const held = new Map<string, Held>();
  let renewedAt = performance.now();

  function begin(app: App): void {
    const own = new AbortController();
    const signal = AbortSignal.any([stopping, own.signal]);
    const going = maintainLarkConnection({ ...services, stopping: signal }, app, holder);
    held.set(nameOf(app), { app, stopping: own, going });
  }

  async function end(name: string): Promise<void> {
    const socket = held.get(name);
    held.delete(name);
    socket?.stopping.abort();
    await socket?.going;
  }

  const failed = 'Long connections of drives cannot be looked for';
  const looking = repeatedly({ every, stopping, log, failed }, async () => {
    try {
      const ours = new Map((await claimConnections(db.pool, holder)).map((app) => [nameOf(app), app]));
      renewedAt = performance.now();
      for (const name of held.keys()) if (!ours.has(name)) await end(name);
      for (const [name, app] of ours) if (!held.has(name)) begin(app);
    } catch (error) {
      // The leases expire soon, so another instance that can reach the database may take over.
      if (performance.now() - renewedAt > GIVEN_UP_AFTER) for (const name of held.keys()) await end(name);
      throw error;
    }
  });
  return {
    async stop() {
      await looking.stop();
      const apps = [...held.values()].map(({ app }) => app);
      await Promise.all([...held.keys()].map(end));
      await releaseConnections(db.pool, holder, apps).catch((error: unknown) =>
        log.warn({ err: error }, 'Leases of long connections cannot be given back; they end by themselves'),
      );
    },
  };
}
