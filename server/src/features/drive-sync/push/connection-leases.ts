import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { DriveApps } from './claim-drive-events.ts';

const App = z.strictObject({ kind: DriveApps, appId: z.string() });
export type App = z.infer<typeof App>;

const WANTED = defineStatement({
  name: 'apps-with-long-connection',
  scope: 'cross_tenant',
  row: App,
  sql: `
select distinct kind, app_id as "appId" from drive_connections
where kind <> 'google' and push = 'long_connection' and state in ('connected', 'degraded')`,
});

/** Renews this instance's leases and claims expired or new ones. */
const TAKE = defineStatement({
  name: 'take-drive-sockets',
  scope: 'global',
  row: App,
  sql: `
insert into drive_sockets as s (kind, app_id, holder, leased_until)
select kind, app_id, :holder, :until from unnest(:kinds::text[], :appIds::text[]) as w (kind, app_id)
order by kind, app_id
on conflict (kind, app_id) do update set holder = excluded.holder, leased_until = excluded.leased_until,
  connected_at = case when s.holder = excluded.holder then s.connected_at end
where s.holder = excluded.holder or s.leased_until < :now
returning kind, app_id as "appId"`,
});

const GIVE_BACK = defineStatement({
  name: 'give-drive-sockets-back',
  scope: 'global',
  sql: `delete from drive_sockets where holder = :holder and (kind, app_id) in
    (select * from unnest(:kinds::text[], :appIds::text[]))`,
});

const NOTE_CONNECTED = defineStatement({
  name: 'note-drive-socket-connected',
  scope: 'global',
  sql: `
update drive_sockets set connected_at = :at where kind = :kind and app_id = :appId and holder = :holder`,
});

/** Milliseconds. An instance that doesn't renew its lease in time is presumed dead. */
const LEASE = 30_000;

/** Names an app whose events arrive by long connection, for use as a map key. */
export const nameOf = ({ kind, appId }: App): string => `${kind} ${appId}`;

const columns = (apps: readonly App[]) => ({
  kinds: apps.map(({ kind }) => kind),
  appIds: apps.map(({ appId }) => appId),
});

/** The apps whose connections this instance is to hold from now on, for half a minute. */
export async function claimConnections(on: Runner, holder: string): Promise<App[]> {
  const wanted = await WANTED.all(on);
  if (wanted.length === 0) return [];
  const now = new Date();
  return TAKE.all(on, { holder, now, until: new Date(now.getTime() + LEASE), ...columns(wanted) });
}

export async function releaseConnections(on: Runner, holder: string, apps: readonly App[]): Promise<void> {
  if (apps.length > 0) await GIVE_BACK.run(on, { holder, ...columns(apps) });
}

export async function recordConnected(on: Runner, holder: string, app: App, at: Date | null): Promise<void> {
  await NOTE_CONNECTED.run(on, { holder, ...app, at });
}
