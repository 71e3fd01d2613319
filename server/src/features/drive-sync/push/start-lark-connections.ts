import { whileLeased } from '../../../platform/queue/renew-lease.ts';
import { startWorker, type Worker } from '../../../platform/queue/start-worker.ts';
import type { EventStore } from './event-store.ts';
import {
  claimLarkConnections,
  CONNECTION_LEASE,
  LARK_CONNECTIONS,
  renewLarkConnection,
} from './lark-connection-queue.ts';
import { maintainLarkConnection } from './maintain-lark-connection.ts';
import { type DrivePollingServices, POLL_INTERVAL } from '../poll/start-drive-poller.ts';

/** Connections that an instance keeps open at once. Each costs a socket, and no time. */
const AT_ONCE = 1_000;

/**
 * Keeps the long connections of apps open (rules/drives 3). One instance leases each connection; if it dies, another
 * one takes over.
 */
export function startLarkConnections(services: DrivePollingServices & { events: EventStore }): Worker {
  const { db, log, stopping, lookEvery: pollInterval = POLL_INTERVAL } = services;
  return startWorker({
    queue: LARK_CONNECTIONS.name,
    name: 'Keeping long connections of drives',
    slots: AT_ONCE,
    pollInterval,
    claim: (free) => claimLarkConnections(db, free),
    async run(connection) {
      const fields = { app_id: connection.appId };
      const renew = () => renewLarkConnection(db.pool, connection);
      await whileLeased({ seconds: CONNECTION_LEASE, renew, log, fields }, (lost) =>
        maintainLarkConnection({ ...services, stopping: AbortSignal.any([stopping, lost]) }, connection),
      );
      await LARK_CONNECTIONS.release(db.pool, connection, new Date());
    },
    describe: ({ appId }) => ({ app_id: appId }),
    log,
    stopping,
  });
}
