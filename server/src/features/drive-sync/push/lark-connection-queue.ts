import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { isFree, LEASE, LeaseLost, OWNS_LEASE } from '../../../platform/queue/lease.ts';
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
const UPDATE = defineStatement({
  name: 'update-lark-connections',
  scope: 'global',
  sql: `
with wanted as materialized (
  select * from unnest(:kinds::text[], :appIds::text[]) as w (kind, app_id)
), unused as (
  delete from lark_connections q where ${isFree('q')} and (q.kind, q.app_id) not in (select kind, app_id from wanted)
)
insert into lark_connections (kind, app_id)
select w.kind, w.app_id from wanted w
where not exists (select from lark_connections l where l.kind = w.kind and l.app_id = w.app_id)
order by w.kind, w.app_id
on conflict do nothing`,
});

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

const RECORD_CONNECTED = defineStatement({
  name: 'record-lark-connected',
  scope: 'global',
  sql: `update lark_connections set connected_at = :at where kind = :kind and app_id = :appId and ${OWNS_LEASE}`,
});

export async function claimLarkConnections(on: Runner, most: number): Promise<ClaimedConnection[]> {
  const wanted = await WANTED.all(on);
  await UPDATE.run(on, { kinds: wanted.map(({ kind }) => kind), appIds: wanted.map(({ appId }) => appId) });
  return wanted.length === 0 ? [] : LARK_CONNECTIONS.claim(on, most);
}

/** @throws LeaseLost also if no drive needs the connection any more */
export async function renewLarkConnection(on: Runner, connection: ClaimedConnection): Promise<void> {
  const { kind, appId } = connection;
  if ((await IS_WANTED.run(on, { kind, appId })) === 0) throw new LeaseLost();
  await LARK_CONNECTIONS.renew(on, connection);
}

/** Records when the connection was made, or with null that it was lost. */
export async function recordConnected(
  on: Runner,
  { kind, appId, leaseId }: ClaimedConnection,
  at: Date | null,
): Promise<void> {
  await RECORD_CONNECTED.run(on, { kind, appId, leaseId, at });
}
