import { setTimeout as sleep } from 'node:timers/promises';
import { raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { defineLeaseQueue } from '../../../platform/queue/define-queue.ts';
import {
  LEASED_UNTIL_IS_SET,
  createFreeLeaseFilter,
  LEASE_FIELD_SCHEMAS,
  LeaseLostError,
  withRenewedLease,
} from '../../../platform/queue/lease.ts';
import { startQueueWorker, type QueueWorker } from '../../../platform/queue/start-worker.ts';
import { LarkDriveApp } from '../../../providers/drives/credential.ts';
import { DriveError } from '../../../providers/drives/drive.ts';
import type { LarkFileEvent } from '../../../providers/drives/lark/events.ts';
import { LarkAppLongConnectionEntity } from '../connection/change-feed.entity.ts';
import { DriveConnectionEntity, READABLE_DRIVE_FILTER } from '../connection/drive-connection.entity.ts';
import { recordDriveFailure } from '../connection/drive-outcome.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { type LoadedDriveConnection, DriveUnavailableError, openDrive } from '../connection/open-drive.ts';
import { type DrivePollingServices, PUSH_SETUP_CHECK_INTERVAL_MS } from '../poll/start-drive-poller.ts';
import type { LarkEventStore } from './lark-event-store.ts';

const ConnectedApp = LarkDriveApp.pick({ kind: true, appId: true });
const Connection = z.strictObject({ ...ConnectedApp.shape, ...LEASE_FIELD_SCHEMAS });
type ClaimedConnection = z.infer<typeof Connection>;

/** SQL condition: the drive needs the long connection of its app. */
const SENDS_EVENTS = `push = 'long_connection' and state in ('connected', 'degraded') and ${runsBackgroundWorkSql('workspace_id')}`;

const WANTED = defineStatement({
  name: 'apps-with-long-connection',
  scope: 'cross_tenant',
  row: ConnectedApp,
  sql: `
select distinct kind, app_id as "appId" from drive_connections
where kind <> 'google' and ${SENDS_EVENTS}`,
});

const IS_WANTED = defineStatement({
  name: 'is-long-connection-wanted',
  scope: 'cross_tenant',
  sql: `
select 1 from drive_connections
where kind = :kind and app_id = :appId and kind <> 'google' and ${SENDS_EVENTS} limit 1`,
});

/** Adds rows of the wanted apps, and removes those of others that no instance holds. */
async function updateRows(db: Database, wanted: z.infer<typeof ConnectedApp>[]): Promise<void> {
  const em = db.em.fork();
  const rows = await em.find(LarkAppLongConnectionEntity, {}, { fields: ['kind', 'appId'] });
  const isOf = (app: z.infer<typeof ConnectedApp>) => (other: z.infer<typeof ConnectedApp>) =>
    app.kind === other.kind && app.appId === other.appId;
  for (const { kind, appId } of rows.filter((row) => !wanted.some(isOf(row)))) {
    await em.nativeDelete(LarkAppLongConnectionEntity, { kind, appId, ...createFreeLeaseFilter() });
  }
  const added = wanted.filter((app) => !rows.some(isOf(app)));
  if (added.length > 0)
    await db.em.fork().upsertMany(LarkAppLongConnectionEntity, added, { onConflictAction: 'ignore' });
}

/** Seconds. An instance that does not renew its lease in time is presumed dead. */
const CONNECTION_LEASE = 30;

/** Long connections of apps, always due: whoever claims one keeps it open. */
const LARK_CONNECTIONS = defineLeaseQueue({
  name: 'lark-connections',
  table: 'directory.lark_connections',
  key: { kind: 'kind', appId: 'app_id' },
  seconds: CONNECTION_LEASE,
  set: 'connected_at = null',
  row: Connection,
  returning: 'q.kind, q.app_id as "appId"',
});

async function claimLarkConnections(db: Database, most: number): Promise<ClaimedConnection[]> {
  const wanted = await WANTED.all(db.pool);
  await updateRows(db, wanted);
  return wanted.length === 0 ? [] : LARK_CONNECTIONS.claim(db.pool, most);
}

/** @throws LeaseLostError also if no drive needs the connection any more */
async function renewLarkConnection(on: StatementRunner, connection: ClaimedConnection): Promise<void> {
  const { kind, appId } = connection;
  if ((await IS_WANTED.run(on, { kind, appId })) === 0) throw new LeaseLostError();
  await LARK_CONNECTIONS.renew(on, connection);
}

/** Records when the connection was made, or with null that it was lost. */
async function recordConnected(
  db: Database,
  { kind, appId, leaseId }: ClaimedConnection,
  connectedAt: Date | null,
): Promise<void> {
  await db.em.fork().nativeUpdate(LarkAppLongConnectionEntity, { kind, appId, leaseId }, { connectedAt });
}

/** Connections that an instance keeps open at once. Each costs a socket, and no time. */
const AT_ONCE = 1_000;

/**
 * Keeps the long connections of apps open (rules/drives 3). One instance leases each connection; if it dies, another
 * one takes over.
 */
export function startLarkConnections(services: DrivePollingServices & { events: LarkEventStore }): QueueWorker {
  const { db, log, stopping, lookEvery: pollInterval = PUSH_SETUP_CHECK_INTERVAL_MS } = services;
  return startQueueWorker({
    queue: LARK_CONNECTIONS.name,
    name: 'Keeping long connections of drives',
    slots: AT_ONCE,
    pollInterval,
    claim: (free) => claimLarkConnections(db, free),
    async run(connection) {
      const fields = { app_id: connection.appId };
      const renew = () => renewLarkConnection(db.pool, connection);
      await withRenewedLease({ seconds: CONNECTION_LEASE, renew, log, fields }, (lost) =>
        maintainLarkConnection({ ...services, stopping: AbortSignal.any([stopping, lost]) }, connection),
      );
      await LARK_CONNECTIONS.release(db.pool, connection, new Date());
    },
    describe: ({ appId }) => ({ app_id: appId }),
    log,
    stopping,
  });
}

type App = z.infer<typeof ConnectedApp>;

type SocketServices = DrivePollingServices & { events: LarkEventStore };

/** Milliseconds to wait before reconnecting after the provider refused the app. */
const AFTER_REFUSAL = 60_000;

/** Milliseconds after which a lost connection is shown as `no_push`: until it is back, only listing finds changes. */
const MISSED_AFTER = 60_000;

const OF_APP = defineStatement({
  name: 'drives-of-long-connection',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid() }),
  sql: `
select workspace_id as "workspaceId", id from drive_connections
where kind = :kind and app_id = :appId and kind <> 'google' and push = 'long_connection'
  and state in ('connected', 'degraded') and ${runsBackgroundWorkSql('workspace_id')}
order by connected_at desc`,
});

/** SQL for when a drive whose long connection was made is due. At most once a minute, because a connection can flap. */
const DUE = `case when ${LEASED_UNTIL_IS_SET} then last_polled_at + interval '1 minute'
  else least(due_at, greatest(?::timestamptz, last_polled_at + interval '1 minute')) end`;

/** Makes the drives of an app due, so that listing finds what happened while there was no connection. */
async function recordMade(db: Database, app: App, now: Date): Promise<void> {
  for (const { workspaceId, id } of await OF_APP.all(db.pool, app)) {
    const drive = { workspaceId, id, push: 'long_connection', ...READABLE_DRIVE_FILTER } as const;
    const restored = { state: 'connected', stateReason: null, stateAt: now } as const;
    await createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
      await em.nativeUpdate(DriveConnectionEntity, drive, { dueAt: raw(DUE, [now]) });
      await em.nativeUpdate(DriveConnectionEntity, { ...drive, stateReason: 'no_push' }, restored);
      await publishTopics(em, drivesLiveTopicOf(workspaceId));
    });
  }
}

/** Marks the drives of an app as `no_push`. */
async function recordMissing(db: Database, app: App): Promise<void> {
  const now = new Date();
  for (const { workspaceId, id } of await OF_APP.all(db.pool, app)) {
    const connected = { workspaceId, id, push: 'long_connection', state: 'connected' } as const;
    const missing = { state: 'degraded', stateReason: 'no_push', stateAt: now, updatedAt: now } as const;
    const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
    const marked = await em.nativeUpdate(DriveConnectionEntity, connected, missing);
    if (marked > 0) await publishTopics(em, drivesLiveTopicOf(workspaceId));
  }
}

/** Keeps the connection of an app open until it is to stop, with the credential of whichever of its drives has one. */
async function maintainLarkConnection(services: SocketServices, claimed: ClaimedConnection): Promise<void> {
  const { db, drives, events, log, stopping } = services;
  const app: App = { kind: claimed.kind, appId: claimed.appId };
  let missing: NodeJS.Timeout | undefined;

  const note = (work: Promise<unknown>) => {
    work.catch((error: unknown) => log.warn({ err: error, app_id: app.appId }, 'Couldn’t record a long connection'));
  };
  const miss = () => {
    missing ??= setTimeout(() => note(recordMissing(db, app)), MISSED_AFTER).unref();
  };
  const hooks = {
    onEvent: (event: LarkFileEvent) => events.store(app, event),
    onConnected() {
      clearTimeout(missing);
      missing = undefined;
      const now = new Date();
      // Whoever is asked then sees that something may have been missed.
      note(recordConnected(db, claimed, now).then(() => recordMade(db, app, now)));
    },
    onDisconnected() {
      miss();
      note(recordConnected(db, claimed, null));
    },
    stopping,
    log,
  };

  miss();
  while (!stopping.aborted) {
    try {
      const opened = await credentialOf(services, app);
      if (opened)
        await refusedIsNoted(services, opened.connection, () => drives.lark.keepLongConnection(opened.app, hooks));
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error, ...app }, 'Couldn’t keep a long connection open; retrying');
    }
    await sleep(AFTER_REFUSAL, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
  clearTimeout(missing);
}

async function credentialOf(
  services: SocketServices,
  app: App,
): Promise<{ connection: LoadedDriveConnection; app: LarkDriveApp } | undefined> {
  for (const named of await OF_APP.all(services.db.pool, app)) {
    try {
      const { connection, credential } = await openDrive(services, named);
      if (credential.auth === 'app') return { connection, app: credential };
    } catch (error) {
      if (!(error instanceof DriveUnavailableError)) throw error;
    }
  }
  return undefined;
}

async function refusedIsNoted(
  services: SocketServices,
  connection: LoadedDriveConnection,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    // Another drive of the app may have a newer secret. It is tried next.
    await recordDriveFailure(services, connection, error);
    throw error;
  }
}
