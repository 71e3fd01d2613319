import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { isFreeNow, LEASE, LeaseLost } from '../../../platform/queue/lease.ts';
import { LarkConnectionEntity } from '../connection/change-feed.entity.ts';
import { DriveApps } from './claim-drive-events.ts';

const App = z.strictObject({ kind: DriveApps, appId: z.string() });
const Connection = z.strictObject({ ...App.shape, ...LEASE });
export type ClaimedConnection = z.infer<typeof Connection>;

/** SQL condition: the drive needs the long connection of its app. */
const SENDS_EVENTS = `push = 'long_connection' and state in ('connected', 'degraded')`;

const WANTED = defineStatement({
  name: 'apps-with-long-connection',
  scope: 'cross_tenant',
  row: App,
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
async function updateRows(db: Database, wanted: z.infer<typeof App>[]): Promise<void> {
  const em = db.em.fork();
  const rows = await em.find(LarkConnectionEntity, {}, { fields: ['kind', 'appId'] });
  const isOf = (app: z.infer<typeof App>) => (other: z.infer<typeof App>) =>
    app.kind === other.kind && app.appId === other.appId;
  for (const { kind, appId } of rows.filter((row) => !wanted.some(isOf(row)))) {
    await em.nativeDelete(LarkConnectionEntity, { kind, appId, ...isFreeNow() });
  }
  const added = wanted.filter((app) => !rows.some(isOf(app)));
  if (added.length > 0) await db.em.fork().upsertMany(LarkConnectionEntity, added, { onConflictAction: 'ignore' });
}

/** Seconds. An instance that does not renew its lease in time is presumed dead. */
export const CONNECTION_LEASE = 30;

/** Long connections of apps, always due: whoever claims one keeps it open. */
export const LARK_CONNECTIONS = defineQueue({
  name: 'lark-connections',
  table: 'lark_connections',
  key: { kind: 'kind', appId: 'app_id' },
  seconds: CONNECTION_LEASE,
  set: 'connected_at = null',
  row: Connection,
  returning: 'q.kind, q.app_id as "appId"',
});

export async function claimLarkConnections(db: Database, most: number): Promise<ClaimedConnection[]> {
  const wanted = await WANTED.all(db.pool);
  await updateRows(db, wanted);
  return wanted.length === 0 ? [] : LARK_CONNECTIONS.claim(db.pool, most);
}

/** @throws LeaseLost also if no drive needs the connection any more */
export async function renewLarkConnection(on: Runner, connection: ClaimedConnection): Promise<void> {
  const { kind, appId } = connection;
  if ((await IS_WANTED.run(on, { kind, appId })) === 0) throw new LeaseLost();
  await LARK_CONNECTIONS.renew(on, connection);
}

/** Records when the connection was made, or with null that it was lost. */
export async function recordConnected(
  db: Database,
  { kind, appId, leaseId }: ClaimedConnection,
  connectedAt: Date | null,
): Promise<void> {
  await db.em.fork().nativeUpdate(LarkConnectionEntity, { kind, appId, leaseId }, { connectedAt });
}
